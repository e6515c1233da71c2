"""A balance is the sum of the student's entries (specification 9.2)."""

import random
from collections import Counter
from collections.abc import Callable

import pytest
from httpx2 import Response
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from server.domain.goalbucks.service import LedgerPosting, find_mismatches, post
from server.domain.goals.models import Goal
from tests.factories.agreement import assert_agreement
from tests.factories.fields import BALANCE
from tests.factories.room import Room
from tests.factories.stored import nothing_stored
from tests.factories.world import teacher_actor

pytestmark = pytest.mark.postgresql


def balance(room: Room) -> tuple[int, int, int]:
    """Return balance, earned and spent; asserts that teacher and student see the same."""
    path = f"/api/students/{room.student.id}/goalbucks"
    shown = room.desk.get(path)
    assert shown.status_code == 200
    assert shown.json() == room.tablet.get(path).json()
    assert set(shown.json()) == BALANCE
    return shown.json()["balance"], shown.json()["earned"], shown.json()["spent"]


@pytest.mark.spec("9.2")
def test_new_student_has_a_zero_balance(room: Room) -> None:
    assert balance(room) == (0, 0, 0)


@pytest.mark.spec("9.2")
def test_completed_goals_are_added_to_the_balance(room: Room) -> None:
    for goalbucks in (5, 20, 1_000_000):
        room.world.completed_goal(room.student, goalbucks=goalbucks)
    room.world.goal(room.student, goalbucks=100)
    assert balance(room) == (1_000_025, 1_000_025, 0)


@pytest.mark.spec("9.2")
def test_purchases_are_subtracted_from_the_balance(room: Room) -> None:
    room.world.completed_goal(room.student, goalbucks=50)
    room.world.entry(room.student, -30)
    assert balance(room) == (20, 50, 30)


@pytest.mark.spec("9.2")
def test_refund_reduces_spent_and_not_earned(room: Room) -> None:
    room.world.completed_goal(room.student, goalbucks=50)
    room.world.entry(room.student, -30)
    room.world.entry(room.student, 30, "refund")
    assert balance(room) == (50, 50, 0)


def test_reversed_credit_reduces_earned(room: Room) -> None:
    goal = room.world.completed_goal(room.student, goalbucks=50)
    room.desk.post(f"/api/goals/{goal.id}/reopen")
    assert balance(room) == (0, 0, 0)


@pytest.mark.spec("9.4")
def test_undoing_an_approval_may_make_the_balance_negative(room: Room) -> None:
    submission = room.world.submission(room.world.goal(room.student, goalbucks=50))
    room.desk.patch(f"/api/submissions/{submission.id}/review", {"status": "approved"})
    room.world.entry(room.student, -30)
    assert room.desk.post(f"/api/submissions/{submission.id}/undo-review").status_code == 200
    assert balance(room) == (-30, 0, 30)
    (row,) = room.desk.get(f"/api/classrooms/{room.classroom.id}/students/stats").json()
    assert row["goalbucks"] == -30


def test_goals_of_a_classmate_do_not_change_the_balance(room: Room) -> None:
    room.world.completed_goal(room.world.student(room.classroom), goalbucks=50)
    assert balance(room) == (0, 0, 0)


@pytest.mark.spec("9.3")
def test_second_posting_for_the_same_source_is_rejected(room: Room) -> None:
    change = LedgerPosting(25, "goal", "one review", "Read")
    actor = teacher_actor(room.teacher)
    with room.world.transactions.writing() as db:
        post(db, actor, room.student.id, change)
    with nothing_stored(room.world):
        with pytest.raises(IntegrityError), room.world.transactions.writing() as db:
            post(db, actor, room.student.id, change)
        assert balance(room) == (25, 25, 0)


def test_check_finds_stored_balances_that_differ_from_the_ledger(room: Room) -> None:
    room.world.completed_goal(room.student, goalbucks=50)
    room.world.completed_goal(room.world.student(room.classroom), goalbucks=5)
    with room.world.look() as db:
        assert find_mismatches(db) == []
        db.execute(text("UPDATE balances SET earned = earned + 1 WHERE earned = 50"))
        assert [tuple(row) for row in find_mismatches(db)] == [(room.student.id, 50, 51)]
        db.rollback()
        db.execute(text("DELETE FROM balances WHERE earned = 50"))
        assert [tuple(row) for row in find_mismatches(db)] == [(room.student.id, 50, 0)]
        db.rollback()
        db.execute(text("UPDATE balances SET goals_completed = 9 WHERE earned = 50"))
        assert len(find_mismatches(db)) == 1
        db.rollback()
        db.execute(text("DELETE FROM goalbuck_entries WHERE amount = 50"))
        assert [tuple(row) for row in find_mismatches(db)] == [(room.student.id, 0, 50)]


@pytest.mark.spec("9.2")
@pytest.mark.parametrize("seed", range(6))
def test_random_calls_by_teacher_and_student_keep_the_invariants(room: Room, seed: int) -> None:
    """Each call of a random sequence succeeds or is refused, and the invariants hold after it."""
    dice = random.Random(seed)
    goals = [room.world.goal(room.student, goalbucks=worth) for worth in (3, 50)]
    done: Counter[int] = Counter()
    for _ in range(60):
        done[random_call(room, dice, dice.choice(goals))] += 1
        with room.world.look() as db:
            assert_agreement(db)
    assert set(done) >= {200, 201, 409}


def random_call(room: Room, dice: random.Random, goal: Goal) -> int:
    """Make a random call about the goal and return its status."""
    submissions = room.desk.get(f"/api/submissions/student/{room.student.id}").json()
    own = [each["id"] for each in submissions if each["goalId"] == goal.id] or ["none"]
    submission = dice.choice(own[:2])  # the last two attempts
    denial = {"status": "denied", "comment": "Blurred", "allowResubmission": dice.random() < 0.7}
    moves: list[Callable[[], Response]] = [
        lambda: room.tablet.upload(goal, text="Done"),
        lambda: room.tablet.upload(goal, text="Done"),
        lambda: room.desk.patch(f"/api/submissions/{submission}/review", {"status": "approved"}),
        lambda: room.desk.patch(f"/api/submissions/{submission}/review", denial),
        lambda: room.desk.post(f"/api/submissions/{submission}/undo-review"),
        lambda: room.tablet.delete(f"/api/submissions/{submission}"),
        lambda: room.desk.post(f"/api/goals/{goal.id}/complete"),
        lambda: room.desk.post(f"/api/goals/{goal.id}/reopen"),
    ]
    answer = dice.choice(moves)()
    if submission == "none" and answer.status_code == 404:
        return 409
    assert answer.status_code in {200, 201, 204, 409}, answer.text
    return answer.status_code
