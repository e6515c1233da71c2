"""A balance is the sum of the student's entries (specification 9.2)."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from server.domain.goalbucks.queries import find_mismatches
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


@pytest.mark.spec("9.2")
def test_new_student_has_a_zero_balance(classroom: PreparedClassroom) -> None:
    assert balance(classroom) == (0, 0, 0)


@pytest.mark.spec("9.2")
def test_completed_goals_are_added_to_the_balance(classroom: PreparedClassroom) -> None:
    for goalbucks in (5, 20, 1_000_000):
        classroom.test_app.completed_goal(classroom.student, goalbucks=goalbucks)
    classroom.test_app.goal(classroom.student, goalbucks=100)
    assert balance(classroom) == (1_000_025, 1_000_025, 0)


@pytest.mark.postgresql
@pytest.mark.spec("9.2")
def test_purchases_are_subtracted_from_the_balance(classroom: PreparedClassroom) -> None:
    classroom.test_app.completed_goal(classroom.student, goalbucks=50)
    classroom.test_app.ledger_entry(classroom.student, -30)
    assert balance(classroom) == (20, 50, 30)


@pytest.mark.spec("9.4")
def test_undoing_an_approval_may_make_the_balance_negative(classroom: PreparedClassroom) -> None:
    submission = classroom.test_app.submission(classroom.test_app.goal(classroom.student, goalbucks=50))
    classroom.teacher_client.patch(f"/api/submissions/{submission.id}/review", {"status": "approved"})
    classroom.test_app.ledger_entry(classroom.student, -30)
    assert classroom.teacher_client.post(f"/api/submissions/{submission.id}/undo-review").status_code == 200
    assert balance(classroom) == (-30, 0, 30)
    (row,) = classroom.teacher_client.get(f"/api/classrooms/{classroom.row.id}/students/stats").json()
    assert row["goalbucks"] == -30


def test_goals_of_a_classmate_do_not_change_the_balance(classroom: PreparedClassroom) -> None:
    classroom.test_app.completed_goal(classroom.test_app.student(classroom.row), goalbucks=50)
    assert balance(classroom) == (0, 0, 0)


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


@pytest.mark.postgresql
def test_check_finds_stored_balances_that_differ_from_the_ledger(classroom: PreparedClassroom) -> None:
    classroom.test_app.completed_goal(classroom.student, goalbucks=50)
    classroom.test_app.completed_goal(classroom.test_app.student(classroom.row), goalbucks=5)
    with classroom.test_app.open_session() as db:
        assert find_mismatches(db) == []
        db.execute(text("UPDATE balances SET earned = earned + 1 WHERE earned = 50"))
        assert find_mismatches(db) == [(classroom.student.id, "earned", 50, 51)]
        db.rollback()
        db.execute(text("DELETE FROM balances WHERE earned = 50"))
        missing = [("earned", 50), ("goals_completed", 1), ("goals_goalbucks", 50)]
        assert find_mismatches(db) == [(classroom.student.id, column, added, 0) for column, added in missing]
        db.rollback()
        db.execute(text("UPDATE balances SET goals_completed = 9 WHERE earned = 50"))
        assert find_mismatches(db) == [(classroom.student.id, "goals_completed", 1, 9)]
        db.rollback()
        db.execute(text("DELETE FROM goalbuck_entries WHERE amount = 50"))
        assert find_mismatches(db) == [(classroom.student.id, column, 0, stored) for column, stored in missing]
