"""The Firebase Auth emulator as its own process: Google's side of a sign-in, on this computer and without the internet.

It keeps everybody's accounts in one project, so that each test makes its own, by addresses that no other test has.
"""

import json
import os
import subprocess
import urllib.error
import urllib.request
import uuid
from pathlib import Path
from types import TracebackType
from typing import Any, Self

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests" / "emulator"
PROJECT = "demo-goalbucks"
SECONDS = 30


class Emulator:
    """Ready when this is made; it answers as real projects do that are made today."""

    def __init__(self) -> None:
        node = ROOT / ".venv" / "node" / "node"
        self._process = subprocess.Popen(
            [node, FOLDER / "emulator.js", PROJECT],
            cwd=FOLDER,
            env={**os.environ, "NODE_ENV": "production"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        port = self._process.stdout.readline().strip()
        assert port.isdigit(), (
            "the emulator did not start; `make tests/emulator/node_modules/.setup` brings its packages"
        )
        self.host = f"127.0.0.1:{port}"
        # They don't tell whether an account exists; the emulator does unless it is told.
        privacy = {"emailPrivacyConfig": {"enableImprovedEmailPrivacy": True}}
        self._ask("PATCH", f"/emulator/v1/projects/{PROJECT}/config", privacy)

    def __enter__(self) -> Self:
        """It runs already."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate(timeout=SECONDS)

    @property
    def settings(self) -> dict[str, str]:
        """The environment of a server that asks it instead of Google."""
        return {
            "FIREBASE_AUTH_EMULATOR_HOST": self.host,
            "GOALBUCKS_DEVELOPMENT": "1",
            "GOALBUCKS_FIREBASE_PROJECT_ID": PROJECT,
            "GOALBUCKS_FIREBASE_API_KEY": "any-key",
        }

    def account(self, password: str, *, email: str | None = None, name: str = "Elena Rivera") -> str:
        """A new account with a password; its e-mail."""
        email = email or unused_email()
        body = {"email": email, "password": password, "displayName": name}
        self._ask("POST", f"/identitytoolkit.googleapis.com/v1/projects/{PROJECT}/accounts", body)
        return email

    def disable(self, email: str) -> None:
        """As somebody does in the project's console."""
        accounts = f"/identitytoolkit.googleapis.com/v1/projects/{PROJECT}/accounts"
        found = self._ask("POST", f"{accounts}:lookup", {"email": [email]})["users"]
        self._ask("POST", f"{accounts}:update", {"localId": found[0]["localId"], "disableUser": True})

    def sign_in(self, email: str, password: str) -> str:
        """The ID token of a sign-in."""
        body = {"email": email, "password": password, "returnSecureToken": True}
        answer = self._ask("POST", "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any-key", body)
        token: str = answer["idToken"]
        return token

    def _ask(self, method: str, path: str, body: object) -> Any:
        headers = {"Content-Type": "application/json", "Authorization": "Bearer owner"}
        request = urllib.request.Request(f"http://{self.host}{path}", json.dumps(body).encode(), headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            raise AssertionError(refused.read().decode()) from None


def unused_email() -> str:
    """An address that nobody has."""
    return f"teacher.{uuid.uuid4().hex[:8]}@school.test"
