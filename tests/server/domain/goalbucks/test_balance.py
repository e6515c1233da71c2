"""A balance is the sum of the student's entries (specification 9.2)."""

import pytest

from tests.factories.classroom import PreparedClassroom
from tests.factories.response_fields import BALANCE


def balance(classroom: PreparedClassroom) -> tuple[int, int, int]:
    """Return balance, earned and spent; asserts that teacher and student see the same."""
    path = f"/api/students/{classroom.student.id}/goalbucks"
    shown = classroom.teacher_client.get(path)
    assert shown.status_code == 200
    assert shown.json() == classroom.student_client.get(path).json()
    assert set(shown.json()) == BALANCE
    return shown.json()["balance"], shown.json()["earned"], shown.json()["spent"]


@pytest.mark.postgresql
@pytest.mark.spec("9.2")
def test_purchases_are_subtracted_from_the_balance(classroom: PreparedClassroom) -> None:
    classroom.test_app.completed_goal(classroom.student, goalbucks=50)
    classroom.test_app.ledger_entry(classroom.student, -30)
    assert balance(classroom) == (20, 50, 30)
