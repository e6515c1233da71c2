"""Actions that are recorded in the activity log, and helpers to read it."""

from typing import Any

from server.domain.audit import service
from server.domain.audit.service import AuditAction, AuditActor, AuditEvent
from tests.factories.room import Room
from tests.factories.world import Browser

CALL = "/api/activity"
IPAD = "Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Safari/604.1"
Row = dict[str, Any]


def read_log(room: Room, query: str = "") -> list[Row]:
    answer = room.desk.get(f"{CALL}{query}")
    assert answer.status_code == 200
    rows: list[Row] = answer.json()
    return rows


def event_kinds(room: Room) -> list[str]:
    return [row["kind"] for row in read_log(room)]


def last_event(room: Room) -> Row:
    return read_log(room, "?limit=1")[0]


def try_student_sign_in(browser: Browser, room: Room, password: str = "wrong", *, agent: str = IPAD) -> int:
    body = {
        "username": room.student.username,
        "password": password,
        "classCode": room.classroom.class_code,
    }
    return browser.http.post("/api/auth/student", json=body, headers={"User-Agent": agent}).status_code


def deny_submission(room: Room, *, again: bool) -> None:
    pending = room.world.submission(room.world.goal(room.student, "Write", 7))
    body = {"status": "denied", "comment": "No", "allowResubmission": again}
    assert room.desk.http.patch(f"/api/submissions/{pending.id}/review", json=body).status_code == 200


def approve_submission(room: Room) -> str:
    pending = room.world.submission(room.world.goal(room.student, "Write", 7))
    answer = room.desk.http.patch(f"/api/submissions/{pending.id}/review", json={"status": "approved"})
    assert answer.status_code == 200
    return pending.id


def buy_item(room: Room) -> str:
    room.world.award(room.student, 5)
    return room.world.purchase(room.student, room.world.item(room.classroom)).id


def add_event(room: Room, deed: AuditAction, *, who: AuditActor | None = None, student_name: str | None = None) -> None:
    """Record an event in the teacher's log."""
    person = who or AuditActor("teacher", room.teacher.id, room.teacher.name)
    with room.world.transactions.writing() as db:
        service.record_event(db, AuditEvent(deed, room.teacher.id, person, student_name=student_name))
