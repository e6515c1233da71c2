"""Reversing an award for all its students (specification 9.6)."""

from functools import partial
from typing import Any

import pytest
from httpx2 import Response

from server.domain.students.models import Student
from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.invariants import assert_invariants
from tests.factories.snapshots import count_rows


@pytest.fixture
def students(classroom: PreparedClassroom) -> list[Student]:
    return [classroom.student, *(classroom.test_app.student(classroom.row) for _ in range(2))]


@pytest.fixture
def award(classroom: PreparedClassroom, students: list[Student]) -> str:
    """Award 10 goalbucks to each student and return the award's id."""
    body = {"classroomId": classroom.row.id, "studentIds": [each.id for each in students]}
    awarded = classroom.teacher_client.post("/api/goalbucks/award", {**body, "amount": 10, "reason": "Tidy"}).json()
    assert awarded["count"] == 3
    return str(awarded["assignmentId"])


def reverse(classroom: PreparedClassroom, award: str) -> Response:
    return classroom.teacher_client.post(f"/api/goalbucks/award/{award}/reverse")


def read_award(classroom: PreparedClassroom, award: str) -> Response:
    return classroom.teacher_client.get(f"/api/goalbucks/award/{award}")


@pytest.mark.spec("9.6")
def test_reversal_debits_every_student_with_a_reason(
    classroom: PreparedClassroom, students: list[Student], award: str
) -> None:
    response = reverse(classroom, award)
    assert (response.status_code, response.json()) == (200, {"count": 3})
    assert [classroom.balance(each.id) for each in students] == [{"balance": 0, "earned": 0, "spent": 0}] * 3
    taken, given = classroom.student_client.get(f"/api/students/{classroom.student.id}/ledger").json()
    recorded: list[Any] = [taken["reason"], taken["amount"], taken["description"], taken["assignmentId"]]
    assert recorded == ["award_reversed", -10, "Tidy", None]
    assert given["assignmentId"] == award
    with classroom.test_app.open_session() as db:
        assert_invariants(db)


@pytest.mark.postgresql
def test_concurrent_reversals_debit_once(classroom: PreparedClassroom, award: str) -> None:
    responses = run_concurrently(partial(reverse, classroom, award), partial(reverse, classroom, award))
    assert sorted(response.status_code for response in responses) == [200, 409]
    assert count_rows(classroom.test_app, "goalbuck_entries") == 6


def test_reversal_includes_moved_students_and_skips_deleted_ones(
    classroom: PreparedClassroom, students: list[Student], award: str
) -> None:
    other = classroom.other_classroom().row.id
    classroom.teacher_client.put(f"/api/students/{students[1].id}/classroom", {"classroomId": other})
    classroom.teacher_client.delete(f"/api/students/{students[2].id}")
    assert reverse(classroom, award).json() == {"count": 2}
    assert [classroom.balance(each.id)["balance"] for each in students[:2]] == [0, 0]


def test_number_of_students_with_an_award_can_be_read_before_reversing(
    classroom: PreparedClassroom, students: list[Student], award: str
) -> None:
    assert read_award(classroom, award).json() == {"count": 3}
    classroom.teacher_client.delete(f"/api/students/{students[2].id}")
    assert read_award(classroom, award).json() == {"count": 2}
    reverse(classroom, award)
    assert read_award(classroom, award).json() == {"count": 0}
    assert error(read_award(classroom.other_teachers_classroom(), award)) == (404, "not_found")
