"""What answers is called by its name: a class computer, or where GOALBUCKS_SCHOOL=1 the school's server."""

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from httpx2 import Response
from sqlalchemy import event
from starlette.testclient import TestClient

import server
from server.data_protection.backups.errors import DatabaseQuarantinedError
from server.data_protection.backups.service import BackupService
from server.data_protection.privacy import export
from server.data_protection.privacy.readme import readme_text
from server.database.transactions import Transactions
from server.errors import HOST_PLACEHOLDER, NotFoundError
from server.recovery.repair import Repair
from server.recovery.routes import create_recovery_app
from server.settings import Settings
from tests.factories.room import Room
from tests.factories.world import error
from tests.server.conftest import MakeWorld

CLASSROOM, SCHOOL = "class computer", "school's server"
KNOW_THE_WORD = {
    "deployment.py",
    "domain/audit/client_info.py",
    "domain/auth/sign_in_limits.py",
    "school/importing/tables.py",
}
"""The one place; what an audit event keeps, worded by the pages; a class computer's own rate; reasons never shown."""


@pytest.fixture(params=[CLASSROOM, SCHOOL])
def called(request: pytest.FixtureRequest) -> str:
    """What answers."""
    name: str = request.param
    return name


@pytest.fixture
def room(make_world: MakeWorld, called: str) -> Room:
    """A class there."""
    return Room.of(make_world(school=called == SCHOOL))


def require(answer: Response, status: int, code: str, called: str) -> None:
    """This refusal, whose sentence names what answered and nothing else."""
    assert error(answer) == (status, code)
    sentence = answer.json()["error"]
    assert [name for name in (CLASSROOM, SCHOOL, HOST_PLACEHOLDER) if name in sentence] == [called]


def test_wrong_host_error_names_the_server(room: Room, called: str) -> None:
    answer = room.world.visitor().get("/api/health", headers={"host": "evil.example"})
    require(answer, 421, "unknown_host", called)


def test_local_only_error_names_the_server(make_world: MakeWorld, called: str) -> None:
    room = Room.of(make_world(school=called == SCHOOL, teacher_from_network=True, trusted_proxies="127.0.0.1"))
    answer = room.desk.post("/api/settings/show-logs")
    require(answer, 403, "own_computer_only", called)


def test_crash_error_names_the_server(room: Room, called: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(export, "_write_tables", crash)
    answer = room.desk.get(f"/api/students/{room.student.id}/export")
    require(answer, 500, "internal", called)


@contextmanager
def each_connection(transactions: Transactions, pragma: str) -> Iterator[None]:
    """Has this setting from now on."""

    def prepare(connection: Any, *_: object) -> None:
        connection.execute(pragma)

    event.listen(transactions.engine, "checkout", prepare)
    yield
    event.remove(transactions.engine, "checkout", prepare)


@pytest.mark.sqlite_file
@pytest.mark.parametrize(
    ("pragma", "code"), [("PRAGMA query_only=ON", "folder_read_only"), ("PRAGMA max_page_count=1", "disk_full")]
)
def test_disk_error_names_the_server(room: Room, called: str, pragma: str, code: str) -> None:
    body = {"name": "Room", "gradeLevel": "5th" + "x" * 80}
    with each_connection(room.world.transactions, pragma):
        refused = (room.desk.post("/api/classrooms", body) for _ in range(300))
        answer = next(answer for answer in refused if answer.status_code >= 400)
    require(answer, 503, code, called)


def _idle_repair(settings: Settings) -> Repair:
    async def restart() -> None: ...

    return Repair(
        BackupService(settings), DatabaseQuarantinedError(settings.data_dir), restart=restart, report=lambda _: None
    )


def test_recovery_error_names_the_server(tmp_path: Path, called: str) -> None:
    settings = Settings(data_dir=tmp_path, ui_dir=Path("no-ui"), school=called == SCHOOL)
    app: FastAPI = create_recovery_app(settings, _idle_repair(settings))
    require(TestClient(app).get("/api/classrooms"), 503, "needs_rescue", called)


def test_export_readme_names_the_server(room: Room, called: str) -> None:
    page = readme_text("Elena Rivera", [], room.world.services.deployment.host_label)
    assert f"the clock of the {called}" in page


def test_user_texts_are_not_rewritten() -> None:
    own = f"There is a class called {HOST_PLACEHOLDER} already."
    assert NotFoundError(own).response_body("school's server")["error"] == own


def test_no_other_message_contains_class_computer() -> None:
    folder = Path(server.__file__).parent
    found = {
        str(path.relative_to(folder))
        for path in folder.rglob("*.py")
        for text in _texts(ast.parse(path.read_text("utf-8")))
        if CLASSROOM in text
    }
    assert found <= KNOW_THE_WORD


def _texts(tree: ast.Module) -> Iterator[str]:
    """What may be said to somebody: every text that is no docstring and isn't for the log."""
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and ast.unparse(call.func).startswith("log."):
            silent |= {id(argument) for argument in call.args}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            yield node.value
