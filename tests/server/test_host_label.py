"""User messages name the server correctly: "class computer", or "school's server" with GOALBUCKS_SCHOOL=1."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from httpx2 import Response
from starlette.testclient import TestClient

import server
from server.data_protection.backups.errors import DatabaseQuarantinedError
from server.data_protection.backups.service import BackupService
from server.data_protection.privacy import export
from server.data_protection.privacy.readme import readme_text
from server.errors import InternalError
from server.recovery.database_recovery import DatabaseRecovery
from server.recovery.routes import create_recovery_app
from server.settings import Settings
from server.texts.translatable import HOST_PLACEHOLDER
from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.server.conftest import MakeTestApp

CLASS_COMPUTER, SCHOOL = "class computer", "school's server"
ALLOWED_FILES = {
    "texts/host_labels.py",
    "domain/auth/sign_in_limits.py",
    "school/importing/imported_tables.py",
}
"""Files that may contain the words: the definition, a rate limit and reasons never shown."""


@pytest.fixture(params=[CLASS_COMPUTER, SCHOOL])
def label(request: pytest.FixtureRequest) -> str:
    """The expected name of the server."""
    name: str = request.param
    return name


@pytest.fixture
def classroom(make_test_app: MakeTestApp, label: str) -> PreparedClassroom:
    """A classroom on such a server."""
    return PreparedClassroom.create(make_test_app(school=label == SCHOOL))


def assert_refused(response: Response, status: int, code: str, label: str) -> None:
    """Assert status and code, and that the message contains only the expected name."""
    assert error(response) == (status, code)
    sentence = response.json()["error"]
    assert [name for name in (CLASS_COMPUTER, SCHOOL, HOST_PLACEHOLDER) if name in sentence] == [label]


def test_wrong_host_error_names_the_server(classroom: PreparedClassroom, label: str) -> None:
    response = classroom.test_app.anonymous_client().get("/api/health", headers={"host": "evil.example"})
    assert_refused(response, 421, "unknown_host", label)


def test_local_only_error_names_the_server(make_test_app: MakeTestApp, label: str) -> None:
    classroom = PreparedClassroom.create(
        make_test_app(school=label == SCHOOL, teacher_from_network=True, trusted_proxies="127.0.0.1")
    )
    response = classroom.teacher_client.post("/api/settings/show-logs")
    assert_refused(response, 403, "own_computer_only", label)


def test_crash_error_names_the_server(
    classroom: PreparedClassroom, label: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(export, "open_owner_only", crash)
    response = classroom.teacher_client.get(f"/api/students/{classroom.student.id}/export")
    assert_refused(response, 500, "internal", label)


@pytest.mark.sqlite_file
@pytest.mark.parametrize(
    ("pragma", "code"), [("PRAGMA query_only=ON", "folder_read_only"), ("PRAGMA max_page_count=1", "disk_full")]
)
def test_disk_error_names_the_server(classroom: PreparedClassroom, label: str, pragma: str, code: str) -> None:
    body = {"name": "Room", "gradeLevel": "5th" + "x" * 80}
    with classroom.test_app.pragma_on_connections(pragma):
        refused = (classroom.teacher_client.post("/api/classrooms", body) for _ in range(300))
        response = next(response for response in refused if response.status_code >= 400)
    assert_refused(response, 503, code, label)


def _idle_recovery(settings: Settings) -> DatabaseRecovery:
    async def restart() -> None: ...

    return DatabaseRecovery(
        BackupService(settings), DatabaseQuarantinedError(settings.data_dir), restart=restart, report=lambda _: None
    )


def test_recovery_error_names_the_server(tmp_path: Path, label: str) -> None:
    settings = Settings(data_dir=tmp_path, ui_dir=Path("no-ui"), school=label == SCHOOL)
    app: FastAPI = create_recovery_app(settings, _idle_recovery(settings))
    assert_refused(TestClient(app).get("/api/classrooms"), 503, "needs_rescue", label)


def test_export_readme_names_the_server(classroom: PreparedClassroom, label: str) -> None:
    page = readme_text("Elena Rivera", [], classroom.test_app.services.deployment.host_label, "en")
    assert f"the clock of the {label}" in page


def test_user_texts_are_not_rewritten() -> None:
    own = f"{HOST_PLACEHOLDER} {{reference}} #"
    sentence = str(InternalError(params={"reference": own}).response_body(SCHOOL)["error"])
    assert sentence == f"Something went wrong on the {SCHOOL}. Please try again. (Reference {own})"


def test_no_other_message_contains_class_computer() -> None:
    folder = Path(server.__file__).parent
    found = {
        str(path.relative_to(folder))
        for path in folder.rglob("*.py")
        for text in _message_texts(ast.parse(path.read_text("utf-8")))
        if CLASS_COMPUTER in text
    }
    assert found <= ALLOWED_FILES


def _message_texts(tree: ast.Module) -> Iterator[str]:
    """Yield all string literals that may be shown to users: no docstrings and no log messages."""
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and ast.unparse(call.func).startswith("log."):
            silent |= {id(argument) for argument in call.args}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            yield node.value
