"""Actions that are recorded in the activity log, and helpers to read it."""

from typing import Any

from server.domain.activity import service
from server.domain.activity.service import ActivityEvent
from server.domain.submissions.models import Submission
from server.security.actor import Account
from tests.factories.api_client import ApiClient
from tests.factories.classroom import PreparedClassroom

CALL = "/api/activity"
IPAD = "Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Safari/604.1"
Row = dict[str, Any]


def read_log(classroom: PreparedClassroom, query: str = "") -> list[Row]:
    response = classroom.teacher_client.get(f"{CALL}{query}")
    assert response.status_code == 200
    rows: list[Row] = response.json()
    return rows


def event_kinds(classroom: PreparedClassroom) -> list[str]:
    return [row["kind"] for row in read_log(classroom)]


def last_event(classroom: PreparedClassroom) -> Row:
    return read_log(classroom, "?limit=1")[0]


def try_student_sign_in(
    browser: ApiClient, classroom: PreparedClassroom, password: str = "wrong", *, agent: str = IPAD
) -> int:
    body = {
        "username": classroom.student.username,
        "password": password,
        "classCode": classroom.row.class_code,
    }
    return browser.http.post("/api/auth/student", json=body, headers={"User-Agent": agent}).status_code


def approve_submission(classroom: PreparedClassroom) -> Submission:
    pending = classroom.test_app.submission(classroom.test_app.goal(classroom.student, "Write", 7))
    response = classroom.teacher_client.http.patch(f"/api/submissions/{pending.id}/review", json={"status": "approved"})
    assert response.status_code == 200
    return pending


def add_event(classroom: PreparedClassroom, event: ActivityEvent) -> None:
    """Record an event by the teacher."""
    with classroom.test_app.transactions.writing() as db:
        service.record(db, Account(classroom.teacher.id, "teacher"), event)
