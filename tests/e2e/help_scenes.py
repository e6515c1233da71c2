"""The help page, and its answers above a dialog."""

import re

from tests.e2e.gallery import Scene, click, fill, wait_for

HELP_PAGE = "/teacher/help"
ANSWER = f"{HELP_PAGE}/thirty-children-cant-connect"
HELP = (
    Scene("help", "teacher", HELP_PAGE, (wait_for("Getting started"),), page=True),
    Scene("help-answer", "teacher", ANSWER, (wait_for("Still not?"),), page=True),
    Scene("help-search", "teacher", HELP_PAGE, (fill("Search help", "password"), wait_for(re.compile("answers$")))),
    Scene("help-nothing-found", "teacher", HELP_PAGE, (fill("Search help", "xyzzy"), wait_for("No answer has"))),
    Scene("help-unknown-answer", "teacher", f"{HELP_PAGE}/no-such-answer", (wait_for("no longer here"),)),
    Scene(
        "help-above-dialog",
        "teacher",
        "/teacher/class/{class_id}",
        (
            wait_for("@amara.o"),
            click("More for Amara Okafor"),
            click("Set Password", "menuitem"),
            click("A child forgot the password"),
            wait_for("Nobody can read a password"),
        ),
    ),
    Scene(
        "help-above-review",
        "teacher",
        "/teacher/submissions",
        (
            wait_for("I read every night this week."),
            click("Deny"),
            click("Let a child try again"),
            wait_for("A denial is final, unless"),
        ),
    ),
)
