"""Changes of the system clock: sessions, idempotency keys and the order of ids."""

import re
from uuid import UUID

import pytest

from server.data_protection.backups.integrity import ledger_mismatch_count
from server.database import base
from server.database.base import new_id
from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.factories.fake_clock import FakeClock

UUID_7 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
IN_A_CENTURY = "04000000-0000-7fff-bfff-ffffffffffff"


def test_a_session_survives_a_clock_change_of_some_hours(test_app: RunningApp, fake_clock: FakeClock) -> None:
    classroom = PreparedClassroom.create(test_app)
    for hours in (-20, 1, 1):
        fake_clock.advance(hours=hours)
        assert classroom.teacher_client.get("/api/classrooms").status_code == 200
        assert classroom.student_client.get(f"/api/students/{classroom.student.id}/goals").status_code == 200


def test_an_idempotent_repeat_gets_the_same_response_after_a_clock_change(
    test_app: RunningApp, fake_clock: FakeClock
) -> None:
    classroom = PreparedClassroom.create(test_app)
    body = {"classroomId": classroom.row.id, "studentIds": [classroom.student.id], "amount": 5, "reason": "Tidy desk"}
    path = "/api/goalbucks/award"
    first = classroom.teacher_client.post(path, body, headers={"Idempotency-Key": "one"})
    assert first.status_code < 300
    for hours in (-10, 20):
        fake_clock.advance(hours=hours)
        repeated = classroom.teacher_client.post(path, body, headers={"Idempotency-Key": "one"})
        assert (repeated.status_code, repeated.json()) == (first.status_code, first.json())
    assert classroom.balance()["balance"] == 5


@pytest.fixture
def far_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the id generator as if the last id was created with the clock a century ahead, for this test alone."""
    monkeypatch.setattr(base, "ids", base.IdGenerator())  # else every later test has such ids
    base.advance_ids_past(IN_A_CENTURY)


@pytest.mark.spec("11.3")
@pytest.mark.usefixtures("far_ahead")
def test_ids_keep_increasing_after_the_clock_was_set_back() -> None:
    ids = [new_id() for _ in range(1000)]
    assert ids == sorted(set(ids))
    assert ids[0] > IN_A_CENTURY
    assert all(UUID_7.fullmatch(each) and UUID(each).version == 7 for each in ids)


def test_ids_of_other_formats_do_not_advance_the_generator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "ids", base.IdGenerator())  # likewise
    for other in ("", "zzz", "ffffffff-ffff-4fff-bfff-ffffffffffff", "FFFFFFFF-FFFF-7FFF-BFFF-FFFFFFFFFFFF"):
        base.advance_ids_past(other)
    assert new_id() < IN_A_CENTURY


@pytest.mark.usefixtures("far_ahead")
def test_the_ledger_keeps_its_order_over_a_restart_with_the_clock_set_back(
    test_app: RunningApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    classroom = PreparedClassroom.create(test_app)
    classroom.test_app.award(classroom.student, 5, "Before")
    # As a new process does.
    monkeypatch.setattr(base, "ids", base.IdGenerator())  # likewise
    with test_app.transactions.reading() as db:
        base.advance_ids_past(base.newest_id(db))
    classroom.test_app.award(classroom.student, 7, "After")
    ledger = classroom.student_client.get(f"/api/students/{classroom.student.id}/ledger").json()
    assert [each["description"] for each in ledger] == ["After", "Before"]
    with test_app.transactions.reading() as db:
        assert not ledger_mismatch_count(db)
