"""The recovery application of a data folder, and its client."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from server.app import create_app
from server.recovery.switch import RecoverySwitch
from server.settings import Settings

LOCAL_URL = "http://127.0.0.1"
MAX_POLLS = 5000


class RecoveryClient:
    """Client of the class computer, locally and from another device."""

    def __init__(self, client: TestClient, messages: list[str]) -> None:
        self.client = client
        self.messages = messages

    def request(self, method: str, path: str, at: str = LOCAL_URL, **more: object) -> Response:
        return self.client.request(method, f"{at}{path}", **more)  # type: ignore[arg-type]

    def wait_until_idle(self) -> dict[str, object]:
        """Wait until nothing is in progress and return the recovery status, or the 404 error after the recovery."""
        for _ in range(MAX_POLLS):
            response = self.request("GET", "/api/rescue")
            found: dict[str, object] = response.json()
            if response.status_code == 404 or found["doing"] == "waiting":
                return found
        raise AssertionError("the recovery did not become idle")

    def problem_code(self) -> object:
        """Return the error code of the last attempt."""
        problem = self.wait_until_idle()["problem"]
        assert isinstance(problem, dict)
        return problem["code"]

    def offered_backup(self, condition: str) -> str:
        """Return the name of the only backup in this condition."""
        offers = self.request("GET", "/api/rescue").json()["backups"]
        (name,) = [each["name"] for each in offers if each["condition"] == condition]
        return str(name)

    def restore(self, name: str, passphrase: str | None = None) -> Response:
        return self.request("POST", "/api/rescue/restore", json={"name": name, "passphrase": passphrase})

    def is_back(self) -> bool:
        return self.request("GET", "/api/health").status_code == 200


@contextmanager
def run_recovery(folder: Path) -> Iterator[RecoveryClient]:
    settings = Settings(data_dir=folder, ui_dir=Path("no-ui"))
    messages: list[str] = []
    app = RecoverySwitch(
        create_app(settings), settings, report=messages.append, on_recovered=lambda: messages.append("ready")
    )
    with TestClient(app, client=("127.0.0.1", 50000)) as client:
        yield RecoveryClient(client, messages)


Start = Callable[[Path], RecoveryClient]


@pytest.fixture
def start() -> Iterator[Start]:
    with ExitStack() as running:
        yield lambda folder: running.enter_context(run_recovery(folder))
