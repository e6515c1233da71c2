"""Sign-in hand-off from the system browser to the desktop window: the requests of both sides."""

from collections.abc import Callable
from dataclasses import dataclass

from httpx2 import Response

from server.security.signed_handoff import create_handoff
from tests.factories.api_client import ApiClient
from tests.factories.app import RunningApp
from tests.factories.firebase import ELENA, make_id_token

HANDOFF_CALLS = ("deliver", "look", "claim")
HANDOFF_OVER = (410, "handoff_over")
OTHER_ACCOUNT = ELENA.with_changes(uid="uid-of-somebody", email="somebody@elsewhere.test", name="Somebody Else")


@dataclass(frozen=True)
class Handoff:
    """Hand-off started by the desktop window."""

    secret: str
    verifier: str

    @classmethod
    def create(cls, key: bytes) -> "Handoff":
        return cls(*create_handoff(key))

    def send(self, browser: ApiClient, call: str, **changed: object) -> Response:
        both = {"handoff": self.secret, "verifier": self.verifier}
        bodies = {"deliver": {"handoff": self.secret, "idToken": make_id_token()}, "look": both, "claim": both}
        headers = changed.pop("headers", None)
        return browser.post(f"/api/auth/handoff/{call}", {**bodies[call], **changed}, headers=headers)

    def deliver(self, test_app: RunningApp, id_token: str | None = None) -> None:
        response = self.send(test_app.anonymous_client(), "deliver", idToken=id_token or make_id_token())
        assert (response.status_code, response.content) == (204, b"")


StartHandoff = Callable[[], Handoff]
"""Starts a hand-off, as the desktop window does when the button is pressed."""


def signed_in_username(browser: ApiClient) -> str | None:
    response = browser.get("/api/auth/session")
    return response.json()["user"]["username"] if response.status_code == 200 else None
