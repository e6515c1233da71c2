"""Scenes of Google sign-in in every state; responses of Google, the window and the server are mocked."""

import json

from playwright.sync_api import Page

from tests.e2e.gallery import Scene, Step, click, fill, wait_for

SIGN_IN = "/signin#h=a-hand-off"
HANDOFF = {
    "handoff": "a-hand-off",
    "verifier": "a-verifier",
    "address": "http://localhost:8080/signin#h=" + "Zk3vX9qL0aTbYw7N" * 7,
    "opened": True,
}
ELENA = {"name": "Elena Rivera", "email": "elena.rivera@maple-street.school.test"}
LINK_REQUIRED = {"error": "There is already an account with this e-mail here.", "code": "link_required"}
HANDOFF_OVER = "handoff_over"
EXPIRED = {
    "error": "This sign-in is over. Choose Sign in with Google in GoalBucks again.",
    "code": HANDOFF_OVER,
    "key": HANDOFF_OVER,
}
START_GOOGLE_SIGN_IN = (click("Teacher Login"), click("Sign in with Google"))


def mock_google_config(page: Page) -> None:
    """Mock a server with a Firebase project."""
    provider = {"apiKey": "any", "authDomain": "school.example", "projectId": "school", "emulatorUrl": None}
    allowed = {"teacherSignInAllowed": True, "registrationAllowed": True}
    page.route("**/api/auth/config", lambda route: route.fulfill(json={"identityProvider": provider, **allowed}))


def mock_desktop_window(*, look: int = 202, claim: int = 409, opened: bool = True) -> Step:
    """Mock the desktop window; hand-off calls return these statuses."""

    def mock(page: Page) -> None:
        mock_google_config(page)
        started = json.dumps({**HANDOFF, "opened": opened})
        page.add_init_script(f"window.pywebview = {{ api: {{ begin_google_sign_in: async () => ({started}) }} }}")
        looked = json.dumps({202: None, 200: ELENA, 410: EXPIRED}[look])  # `json=None` would send no body
        page.route(
            "**/api/auth/handoff/look",
            lambda route: route.fulfill(status=look, content_type="application/json", body=looked),
        )
        page.route("**/api/auth/handoff/claim", lambda route: route.fulfill(status=claim, json=LINK_REQUIRED))

    return mock


def mock_account_without_password(page: Page) -> None:
    """Mock an account without a local password."""
    account = {"id": "1", **ELENA, "hasPassword": False, "usesIdentityProvider": True, "recoveryCodeMadeAt": None}
    page.route("**/api/teachers/*", lambda route: route.fulfill(json=account))


GOOGLE = (
    Scene(
        "signin",
        "visiting teacher",
        SIGN_IN,
        (wait_for("Choose your Google account"),),
        before=mock_google_config,
        page=True,
    ),
    Scene("signin-nothing", "visiting teacher", "/signin", (wait_for("There is no sign-in to finish here"),)),
    Scene(
        "hand-off",
        "visiting teacher",
        "/",
        (*START_GOOGLE_SIGN_IN, wait_for("Copy address")),
        before=mock_desktop_window(),
    ),
    Scene(
        "hand-off-not-opened",
        "visiting teacher",
        "/",
        (*START_GOOGLE_SIGN_IN, wait_for("open by itself")),
        before=mock_desktop_window(opened=False),
    ),
    Scene(
        "hand-off-question",
        "visiting teacher",
        "/",
        (*START_GOOGLE_SIGN_IN, wait_for("Continue as")),
        before=mock_desktop_window(look=200),
    ),
    Scene(
        "hand-off-over",
        "visiting teacher",
        "/",
        (*START_GOOGLE_SIGN_IN, wait_for("Try again")),
        before=mock_desktop_window(look=410),
    ),
    Scene(
        "connect-account",
        "visiting teacher",
        "/",
        (
            *START_GOOGLE_SIGN_IN,
            click("Continue"),
            wait_for("Connect your account"),
            fill("GoalBucks password", "open sesame"),
        ),
        before=mock_desktop_window(look=200),
    ),
    Scene(
        "settings-first-password",
        "teacher",
        "/teacher/settings",
        (wait_for("Set Password"),),
        before=mock_account_without_password,
    ),
)
