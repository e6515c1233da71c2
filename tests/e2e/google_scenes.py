"""Google sign-in in every state: what Google, the window's process and the server would say is said here."""

import json

from playwright.sync_api import Page

from tests.e2e.gallery import Scene, Step, click, fill, shows

SIGN_IN = "/signin#h=a-hand-off"
HANDOFF = {
    "handoff": "a-hand-off",
    "verifier": "a-verifier",
    "address": "http://localhost:8080/signin#h=" + "Zk3vX9qL0aTbYw7N" * 7,
    "opened": True,
}
ELENA = {"name": "Elena Rivera", "email": "elena.rivera@maple-street.school.test"}
LINK_REQUIRED = {"error": "There is already an account with this e-mail here.", "code": "link_required"}
OVER = {"error": "This sign-in is over. Choose Sign in with Google in GoalBucks again.", "code": "handoff_over"}
IN_THE_WINDOW = (click("Teacher Login"), click("Sign in with Google"))


def configured(page: Page) -> None:
    """The school has a Firebase project."""
    provider = {"apiKey": "any", "authDomain": "school.example", "projectId": "school", "emulatorUrl": None}
    allowed = {"teacherSignInAllowed": True, "registrationAllowed": True}
    page.route("**/api/auth/config", lambda route: route.fulfill(json={"identityProvider": provider, **allowed}))


def in_the_window(*, look: int = 202, claim: int = 409, opened: bool = True) -> Step:
    """The page is the desktop window's; the server answers so."""

    def prepare(page: Page) -> None:
        configured(page)
        begun = json.dumps({**HANDOFF, "opened": opened})
        page.add_init_script(f"window.pywebview = {{ api: {{ begin_google_sign_in: async () => ({begun}) }} }}")
        looked = {202: None, 200: ELENA, 410: OVER}[look]
        page.route("**/api/auth/handoff/look", lambda route: route.fulfill(status=look, json=looked))
        page.route("**/api/auth/handoff/claim", lambda route: route.fulfill(status=claim, json=LINK_REQUIRED))

    return prepare


def without_password(page: Page) -> None:
    """The account is the identity provider's alone."""
    account = {"id": "1", **ELENA, "hasPassword": False, "usesIdentityProvider": True, "recoveryCodeMadeAt": None}
    page.route("**/api/teachers/*", lambda route: route.fulfill(json=account))


GOOGLE = (
    Scene("signin", "visiting teacher", SIGN_IN, (shows("Choose your Google account"),), before=configured, page=True),
    Scene("signin-nothing", "visiting teacher", "/signin", (shows("There is no sign-in to finish here"),)),
    Scene("hand-off", "visiting teacher", "/", (*IN_THE_WINDOW, shows("Copy address")), before=in_the_window()),
    Scene(
        "hand-off-not-opened",
        "visiting teacher",
        "/",
        (*IN_THE_WINDOW, shows("open by itself")),
        before=in_the_window(opened=False),
    ),
    Scene(
        "hand-off-question",
        "visiting teacher",
        "/",
        (*IN_THE_WINDOW, shows("Continue as")),
        before=in_the_window(look=200),
    ),
    Scene(
        "hand-off-over", "visiting teacher", "/", (*IN_THE_WINDOW, shows("Try again")), before=in_the_window(look=410)
    ),
    Scene(
        "connect-account",
        "visiting teacher",
        "/",
        (*IN_THE_WINDOW, click("Continue"), shows("Connect your account"), fill("GoalBucks password", "open sesame")),
        before=in_the_window(look=200),
    ),
    Scene("settings-first-password", "teacher", "/teacher/settings", (shows("Set Password"),), before=without_password),
)
