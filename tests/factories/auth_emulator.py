"""The Firebase Auth emulator in a process of its own: identity provider without internet access.

All tests share one project, so each test creates accounts with unique e-mail addresses.
"""

import json
import os
import subprocess
import urllib.error
import urllib.request
import uuid
from types import TracebackType
from typing import Any, Self

from tests.factories.paths import ROOT

EMULATOR_FOLDER = ROOT / "tests" / "emulator"
PROJECT = "demo-goalbucks"
TIMEOUT_SECONDS = 30


class AuthEmulator:
    """Running emulator, ready after construction, configured like a newly created Firebase project."""

    def __init__(self) -> None:
        node = ROOT / ".venv" / "node" / "node"
        self._process = subprocess.Popen(
            [node, EMULATOR_FOLDER / "emulator.js", PROJECT],
            cwd=EMULATOR_FOLDER,
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
        # New projects don't reveal whether an account exists; the emulator does by default.
        privacy = {"emailPrivacyConfig": {"enableImprovedEmailPrivacy": True}}
        self._ask("PATCH", f"/emulator/v1/projects/{PROJECT}/config", privacy)

    def __enter__(self) -> Self:
        """Return the running emulator."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate(timeout=TIMEOUT_SECONDS)

    @property
    def environment(self) -> dict[str, str]:
        """Environment variables for a server that uses the emulator instead of Google."""
        return {
            "FIREBASE_AUTH_EMULATOR_HOST": self.host,
            "GOALBUCKS_DEVELOPMENT": "1",
            "GOALBUCKS_FIREBASE_PROJECT_ID": PROJECT,
            "GOALBUCKS_FIREBASE_API_KEY": "any-key",
        }

    def create_account(self, password: str, *, email: str | None = None, name: str = "Elena Rivera") -> str:
        """Create an account with a password and return its e-mail address."""
        email = email or unused_email()
        body = {"email": email, "password": password, "displayName": name}
        self._ask("POST", f"/identitytoolkit.googleapis.com/v1/projects/{PROJECT}/accounts", body)
        return email

    def disable_account(self, email: str) -> None:
        """Disable the account, as in the Firebase console."""
        accounts = f"/identitytoolkit.googleapis.com/v1/projects/{PROJECT}/accounts"
        found = self._ask("POST", f"{accounts}:lookup", {"email": [email]})["users"]
        self._ask("POST", f"{accounts}:update", {"localId": found[0]["localId"], "disableUser": True})

    def sign_in(self, email: str, password: str) -> str:
        """Sign in with a password and return the ID token."""
        body = {"email": email, "password": password, "returnSecureToken": True}
        response = self._ask("POST", "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any-key", body)
        token: str = response["idToken"]
        return token

    def _ask(self, method: str, path: str, body: object) -> Any:
        headers = {"Content-Type": "application/json", "Authorization": "Bearer owner"}
        request = urllib.request.Request(f"http://{self.host}{path}", json.dumps(body).encode(), headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:
                return json.load(response)
        except urllib.error.HTTPError as refused:
            raise AssertionError(refused.read().decode()) from None


def unused_email() -> str:
    """Return a unique e-mail address."""
    return f"teacher.{uuid.uuid4().hex[:8]}@school.test"
