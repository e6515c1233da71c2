"""Reversing an award for all its students (specification 9.6)."""

from functools import partial
from typing import Any

import pytest
from httpx2 import Response

from server.domain.students.models import Student
from tests.factories.agreement import assert_agreement
from tests.factories.at_once import at_once
from tests.factories.room import Room
from tests.factories.stored import count, nothing_stored
from tests.factories.world import error


@pytest.fixture
def students(room: Room) -> list[Student]:
    return [room.student, *(room.world.student(room.classroom) for _ in range(2))]


@pytest.fixture
def award(room: Room, students: list[Student]) -> str:
    """Award 10 goalbucks to each student and return the award's id."""
    body = {"classroomId": room.classroom.id, "studentIds": [each.id for each in students]}
    answer = room.desk.post("/api/goalbucks/award", {**body, "amount": 10, "reason": "Tidy"}).json()
    assert answer["count"] == 3
    found: str = answer["assignmentId"]
    return found


def reverse(room: Room, award: str) -> Response:
    return room.desk.post(f"/api/goalbucks/award/{award}/reverse")


def read_award(room: Room, award: str) -> Response:
    return room.desk.get(f"/api/goalbucks/award/{award}")


def ledger_entries(room: Room, student: Student) -> list[dict[str, Any]]:
    """Return the student's ledger, newest first."""
    found: list[dict[str, Any]] = room.desk.get(f"/api/students/{student.id}/ledger").json()
    return found


def balance(room: Room, student: Student) -> dict[str, int]:
    found: dict[str, int] = room.desk.get(f"/api/students/{student.id}/goalbucks").json()
    return found


@pytest.mark.spec("9.6")
def test_reversal_debits_every_student_with_a_reason(room: Room, students: list[Student], award: str) -> None:
    answer = reverse(room, award)
    assert (answer.status_code, answer.json()) == (200, {"count": 3})
    assert [balance(room, each) for each in students] == [{"balance": 0, "earned": 0, "spent": 0}] * 3
    taken, given = room.tablet.get(f"/api/students/{room.student.id}/ledger").json()
    told: list[Any] = [taken["reason"], taken["amount"], taken["description"], taken["assignmentId"]]
    assert told == ["award_reversed", -10, "Tidy", None]
    assert given["assignmentId"] == award
    with room.world.look() as db:
        assert_agreement(db)


def test_reversal_may_make_a_balance_negative(room: Room, award: str) -> None:
    room.world.purchase(room.student, room.world.item(room.classroom, goalbucks_cost=7))
    reverse(room, award)
    assert balance(room, room.student) == {"balance": -7, "earned": 0, "spent": 7}


@pytest.mark.spec("9.6")
def test_second_reversal_is_409_and_changes_nothing(room: Room, award: str) -> None:
    reverse(room, award)
    with nothing_stored(room.world):
        assert error(reverse(room, award)) == (409, "already_reversed")


@pytest.mark.postgresql
def test_concurrent_reversals_debit_once(room: Room, award: str) -> None:
    answers = at_once(partial(reverse, room, award), partial(reverse, room, award))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert count(room.world, "goalbuck_entries") == 6


def test_reversal_includes_moved_students_and_skips_deleted_ones(
    room: Room, students: list[Student], award: str
) -> None:
    other = room.another().classroom.id
    room.desk.put(f"/api/students/{students[1].id}/classroom", {"classroomId": other})
    room.desk.delete(f"/api/students/{students[2].id}")
    assert reverse(room, award).json() == {"count": 2}
    assert [balance(room, each)["balance"] for each in students[:2]] == [0, 0]


def test_number_of_students_with_an_award_can_be_read_before_reversing(
    room: Room, students: list[Student], award: str
) -> None:
    assert read_award(room, award).json() == {"count": 3}
    room.desk.delete(f"/api/students/{students[2].id}")
    assert read_award(room, award).json() == {"count": 2}
    reverse(room, award)
    assert read_award(room, award).json() == {"count": 0}
    assert error(read_award(room.elsewhere(), award)) == (404, "not_found")


def test_ledger_shows_when_an_award_was_reversed(room: Room, award: str) -> None:
    assert [entry["reversedAt"] for entry in ledger_entries(room, room.student)] == [None]
    reverse(room, award)
    reversal, given = ledger_entries(room, room.student)
    assert (reversal["reversedAt"], given["reversedAt"]) == (None, reversal["createdAt"])


def test_ledger_shows_when_the_credit_of_a_reopened_goal_was_reversed(room: Room) -> None:
    goal = room.world.goal(room.student)
    room.desk.post(f"/api/goals/{goal.id}/complete")
    room.desk.post(f"/api/goals/{goal.id}/reopen")
    reversal, credit = ledger_entries(room, room.student)
    assert (reversal["reversedAt"], credit["reversedAt"]) == (None, reversal["createdAt"])


def test_another_teachers_award_is_404(room: Room, award: str) -> None:
    elsewhere = room.elsewhere()
    with nothing_stored(room.world):
        assert error(reverse(elsewhere, award)) == (404, "not_found")


def test_correction_cannot_be_reversed_as_an_award(room: Room) -> None:
    entry = room.world.entry(room.student, 5, "correction")
    assert error(reverse(room, entry.source_id)) == (404, "not_found")


def test_activity_log_records_the_reversed_award_and_student_count(room: Room, award: str) -> None:
    reverse(room, award)
    (latest, *_) = room.desk.get("/api/activity").json()
    told = [latest[key] for key in ("kind", "about", "amount", "count")]
    assert told == ["award_reversed", "Tidy", 10, 3]
