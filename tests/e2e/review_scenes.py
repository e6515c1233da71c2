"""Scenes of submissions and goal suggestions, which a teacher reviews."""

import re

from tests.e2e.gallery import Scene, click, click_text, wait_for
from tests.e2e.page_mocks import mock_many_rows
from tests.e2e.scene_states import choose, page_scenes, scroll_down, states

SUBMISSIONS, SUGGESTIONS = "/teacher/submissions", "/teacher/submissions?tab=suggestions"
REVIEWS = (
    *states("submissions", "teacher", SUBMISSIONS, wait_for("I read every night this week.")),
    Scene("submissions-crowded", "teacher", SUBMISSIONS, (wait_for("I read every night"),), before=mock_many_rows),
    Scene(
        "submissions-filtered-crowded",
        "teacher",
        SUBMISSIONS,
        (wait_for("I read every night"), choose("Goal", re.compile("^A name")), wait_for("Show All")),
        before=mock_many_rows,
    ),
    Scene("submissions-empty", "new teacher", SUBMISSIONS, (wait_for("You're all caught up"),)),
    *page_scenes(
        "teacher",
        SUBMISSIONS,
        wait_for("I read every night this week."),
        review_approve=(click(re.compile("^Approve$")), wait_for("Confirm Approve")),
        review_deny=(click("Deny"), wait_for("Confirm Deny")),
        review_return=(click("Deny"), click("Return for another try", "checkbox"), wait_for("Confirm Return")),
        review_deny_no_comment=(click("Deny"), click("Confirm Deny"), wait_for("Comment required")),
        review_photo=(click("Enlarge the proof image"),),
        review_earlier_try=(click_text("1 earlier try"),),
        review_undo_list=(click_text("Recently reviewed"), wait_for("Approved"), scroll_down),
        review_undo=(click_text("Recently reviewed"), click("Undo the review of Draw a map of our school")),
        review_filtered=(choose("Student", re.compile("Diego")), wait_for("Show All")),
        review_line_deny=(
            choose("Student", re.compile("Diego")),
            wait_for("Show All"),
            click("Deny"),
            wait_for("Confirm Deny"),
        ),
        approve_all_shown=(click(re.compile("^Approve All Shown")), wait_for("Nobody gets a comment")),
        review_several=(click("Select several"), click("Select all", "checkbox")),
        review_deny_several=(click("Select several"), click("Select all", "checkbox"), click(re.compile("^Deny"))),
    ),
    *states("suggestions", "teacher", SUGGESTIONS, wait_for("Learn to knit")),
    Scene("suggestions-crowded", "teacher", SUGGESTIONS, (wait_for("Learn to knit"),), before=mock_many_rows),
    Scene("suggestions-empty", "new teacher", SUGGESTIONS, (wait_for("No suggestions waiting"),)),
    *page_scenes(
        "teacher",
        SUGGESTIONS,
        wait_for("Learn to knit"),
        suggestion_change=(click("Change first"),),
        suggestions_filtered=(choose("Student", re.compile("Emma")), wait_for("Show All")),
    ),
)
