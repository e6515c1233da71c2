"""Error responses and their common shape (specification 11.6)."""

import errno
import sqlite3
from contextlib import closing

import pytest
from httpx2 import Response

from server.database.damage_flag import is_suspect
from server.media import store
from tests.factories.api_client import error
from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.factories.images import photo_jpeg


@pytest.mark.spec("11.6")
@pytest.mark.parametrize("path", ["/api", "/api/", "/api/nothing", "/api/classrooms/", "/api/health/"])
def test_unknown_api_path_is_404(test_app: RunningApp, path: str) -> None:
    assert error(test_app.anonymous_client().get(path)) == (404, "not_found")


def test_api_responses_are_not_cached(test_app: RunningApp) -> None:
    teacher = test_app.client_for(test_app.teacher())
    for path in ("/api/classrooms", "/api/auth/session", "/api/nothing", "/assets/old.js"):
        headers = teacher.get(path).headers
        assert (headers["cache-control"], headers["x-content-type-options"]) == ("no-store", "nosniff")
        assert headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"


def test_unsupported_method_is_405(test_app: RunningApp) -> None:
    response = test_app.anonymous_client().delete("/api/health")
    assert error(response) == (405, "method_not_allowed")
    assert response.headers["allow"] == "GET"


@pytest.mark.spec("11.13")
@pytest.mark.sqlite_file
def test_unavailable_database_is_503_with_retry_after(test_app: RunningApp) -> None:
    teacher = test_app.client_for(test_app.teacher())
    with test_app.transactions.engine.connect() as connection:
        connection.exec_driver_sql("ALTER TABLE classrooms RENAME TO hidden")
        connection.commit()
    response = teacher.get("/api/classrooms")
    assert error(response) == (503, "store_unavailable")
    assert response.headers["retry-after"] == "2"
    assert "classrooms" not in response.text


def first_refusal(classroom: PreparedClassroom) -> Response:
    """Create rows until a call is refused and return that response."""
    for number in range(300):
        body = {"name": f"Room {number} " + "x" * 80, "gradeLevel": "5th Grade"}
        response = classroom.teacher_client.post("/api/classrooms", body)
        if response.status_code >= 400:
            return response
    raise AssertionError("everything was saved")


@pytest.mark.spec("11.13")
@pytest.mark.sqlite_file
@pytest.mark.parametrize(
    ("pragma", "code", "sentence"),
    [
        ("PRAGMA max_page_count=1", "disk_full", "is full"),
        ("PRAGMA query_only=ON", "folder_read_only", "write-protected"),
    ],
)
def test_write_errors_are_distinguished_and_saved_data_stays_readable(
    classroom: PreparedClassroom, pragma: str, code: str, sentence: str
) -> None:
    with classroom.test_app.pragma_on_connections(pragma):
        response = first_refusal(classroom)
        assert error(response) == (503, code)
        assert sentence in response.json()["error"]
        assert response.headers["retry-after"] == "2"
        assert classroom.teacher_client.get("/api/classrooms").status_code == 200


@pytest.mark.sqlite_file
def test_database_locked_by_another_process_is_busy(classroom: PreparedClassroom) -> None:
    with (
        classroom.test_app.pragma_on_connections("PRAGMA busy_timeout=0"),
        closing(sqlite3.connect(classroom.test_app.services.settings.database_path)) as other,
    ):
        other.execute("BEGIN IMMEDIATE")
        response = first_refusal(classroom)
        assert error(response) == (503, "store_unavailable")
        assert "another program" in response.json()["error"]


@pytest.mark.sqlite_file
def test_damaged_database_error_says_what_to_do_and_the_next_start_checks_fully(classroom: PreparedClassroom) -> None:
    path = classroom.test_app.services.settings.database_path
    with closing(sqlite3.connect(path)) as other:
        (page,) = other.execute("SELECT rootpage FROM sqlite_master WHERE name = 'classrooms'").fetchone()
        (size,) = other.execute("PRAGMA page_size").fetchone()
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = path.read_bytes()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\x0d\xff" * (size // 2))
    with (
        classroom.test_app.pragma_on_connections("PRAGMA cache_size=0"),
        classroom.test_app.transactions.reading() as db,
    ):
        db.connection().exec_driver_sql("PRAGMA shrink_memory")
        response = classroom.teacher_client.get("/api/classrooms")
    assert error(response) == (503, "database_damaged")
    assert is_suspect(classroom.test_app.services.settings)
    path.write_bytes(whole)


@pytest.mark.sqlite_file
def test_image_that_does_not_fit_on_the_disk_is_reported(
    classroom: PreparedClassroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(store, "atomic_write", full)
    response = classroom.student_client.upload(classroom.test_app.goal(classroom.student), image=photo_jpeg(40, 30))
    assert error(response) == (503, "disk_full")


@pytest.mark.postgresql
@pytest.mark.spec("11.6")
def test_crashes_and_invalid_bodies_never_show_a_traceback_or_sql(test_app: RunningApp) -> None:
    teacher = test_app.client_for(test_app.teacher())
    response = teacher.post("/api/goals", {"name": ["x"], "goalbucks": {"a": 1}, "studentId": None})
    assert error(response) == (422, "invalid")
    assert set(response.json()["fields"]) == {"name", "goalbucks", "studentId", "classroomId"}
    for leak in ("Traceback", "pydantic", "SELECT", "/server/", "type_error"):
        assert leak not in response.text
