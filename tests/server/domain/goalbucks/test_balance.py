"""A balance is the sum of the student's entries (specification 9.2)."""

import pytest
from sqlalchemy.exc import IntegrityError

from server.domain.goalbucks.service import LedgerPosting, post
from tests.factories.app import teacher_actor
from tests.factories.classroom import PreparedClassroom
from tests.factories.response_fields import BALANCE
from tests.factories.snapshots import assert_unchanged


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


@pytest.mark.postgresql
@pytest.mark.spec("9.3")
def test_second_posting_for_the_same_source_is_rejected(classroom: PreparedClassroom) -> None:
    change = LedgerPosting(25, "goal", "one review", "Read")
    actor = teacher_actor(classroom.teacher)
    with classroom.test_app.transactions.writing() as db:
        post(db, actor, classroom.student.id, change)
    with assert_unchanged(classroom.test_app):
        with pytest.raises(IntegrityError), classroom.test_app.transactions.writing() as db:
            post(db, actor, classroom.student.id, change)
        assert balance(classroom) == (25, 25, 0)
