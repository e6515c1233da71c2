"""Sign-in hand-off from the system browser to the desktop window: the requests of both sides."""

from collections.abc import Callable
from dataclasses import dataclass

from httpx2 import Response

from server.security.signed_handoff import create_handoff
from tests.factories.firebase import ELENA, token
from tests.factories.world import Browser, World

CALLS = ("deliver", "look", "claim")
OVER = (410, "handoff_over")
SOMEBODY = ELENA.but(uid="uid-of-somebody", email="somebody@elsewhere.test", name="Somebody Else")


@dataclass(frozen=True)
class Handoff:
    """Hand-off started by the desktop window."""

    secret: str
    verifier: str

    @classmethod
    def begun(cls, key: bytes) -> "Handoff":
        return cls(*create_handoff(key))

    def send(self, browser: Browser, call: str, **changed: object) -> Response:
        both = {"handoff": self.secret, "verifier": self.verifier}
        bodies = {"deliver": {"handoff": self.secret, "idToken": token()}, "look": both, "claim": both}
        headers = changed.pop("headers", None)
        return browser.post(f"/api/auth/handoff/{call}", {**bodies[call], **changed}, headers=headers)

    def deliver(self, world: World, id_token: str | None = None) -> None:
        answer = self.send(world.visitor(), "deliver", idToken=id_token or token())
        assert (answer.status_code, answer.content) == (204, b"")


Begin = Callable[[], Handoff]
"""Starts a hand-off, as the desktop window does when the button is pressed."""


def signed_in_as(browser: Browser) -> str | None:
    answer = browser.get("/api/auth/session")
    return answer.json()["user"]["username"] if answer.status_code == 200 else None
