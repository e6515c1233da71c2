"""Completing several goals in one call, atomically (specification 6.17)."""

from functools import partial
from typing import Any

import pytest
from httpx2 import Response

from server.domain.goals.models import Goal
from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently, run_while_locked
from tests.factories.invariants import assert_invariants
from tests.factories.snapshots import assert_unchanged, count_rows

CALL = "/api/goals/complete"


@pytest.fixture
def goals(classroom: PreparedClassroom) -> list[Goal]:
    """Goals of two students of the class and one of the teacher's other class, oldest first."""
    students = [classroom.student, classroom.test_app.student(classroom.row), classroom.other_classroom().student]
    return [classroom.test_app.goal(student, goalbucks=25) for student in students]


def complete(classroom: PreparedClassroom, *goal_ids: Any, **headers: str) -> Response:
    return classroom.teacher_client.post(CALL, {"goalIds": list(goal_ids)}, headers=headers)


def ids_of(goals: list[Goal]) -> list[str]:
    return [goal.id for goal in goals]


def balances(classroom: PreparedClassroom, goals: list[Goal]) -> list[int]:
    return [classroom.balance(goal.student_id)["balance"] for goal in goals]


@pytest.mark.spec("6.17")
def test_goals_of_several_students_are_completed(classroom: PreparedClassroom, goals: list[Goal]) -> None:
    response = complete(classroom, *ids_of(goals), goals[0].id)
    assert (response.status_code, response.json()) == (200, {"count": 3})
    assert balances(classroom, goals) == [25, 25, 25]
    with classroom.test_app.open_session() as db:
        assert_invariants(db)


@pytest.mark.spec("6.17")
def test_one_completed_goal_rolls_back_all(classroom: PreparedClassroom, goals: list[Goal]) -> None:
    classroom.teacher_client.post(f"/api/goals/{goals[2].id}/complete")
    with assert_unchanged(classroom.test_app):
        assert error(complete(classroom, *ids_of(goals))) == (409, "already_completed")


@pytest.mark.spec("6.17")
def test_a_goal_of_another_teacher_is_not_found(classroom: PreparedClassroom, goals: list[Goal]) -> None:
    other = classroom.other_teachers_classroom()
    with assert_unchanged(classroom.test_app):
        assert error(complete(other, *ids_of(goals))) == (404, "not_found")


@pytest.mark.parametrize("ids", [[], [5], ["x"] * 501])
def test_a_list_that_is_empty_too_long_or_without_ids_is_422(classroom: PreparedClassroom, ids: list[Any]) -> None:
    response = complete(classroom, *ids)
    assert (response.status_code, response.json()["code"]) == (422, "invalid")


def test_a_repeated_call_gets_the_same_response_and_credits_nothing(
    classroom: PreparedClassroom, goals: list[Goal]
) -> None:
    key = {"Idempotency-Key": "key 1"}
    first = complete(classroom, *ids_of(goals), **key)
    with assert_unchanged(classroom.test_app):
        again = complete(classroom, *ids_of(goals), **key)
        assert error(complete(classroom, goals[0].id, **key)) == (422, "idempotency_key_reused")
    assert (first.status_code, again.status_code, again.json()) == (200, 200, first.json())


@pytest.mark.postgresql
def test_two_windows_that_complete_the_same_goals_credit_them_once(
    classroom: PreparedClassroom, goals: list[Goal]
) -> None:
    ids = ids_of(goals)
    calls = [partial(complete, classroom, *ids), partial(complete, classroom, *ids[::-1])]
    responses = run_while_locked(classroom.test_app.transactions, classroom.student, *calls)
    assert sorted(response.status_code for response in responses) == [200, 409]
    assert balances(classroom, goals) == [25, 25, 25]
    assert count_rows(classroom.test_app, "goalbuck_entries") == 3


@pytest.mark.postgresql
def test_completing_concurrently_with_a_deletion_credits_all_or_none(
    classroom: PreparedClassroom, goals: list[Goal]
) -> None:
    completed, deleted = run_concurrently(
        partial(complete, classroom, *ids_of(goals)),
        partial(classroom.teacher_client.delete, f"/api/goals/{goals[1].id}"),
    )
    outcome = (completed.status_code, deleted.status_code)
    assert outcome in {(200, 409), (404, 204)}
    assert set(balances(classroom, goals)) == {25 if outcome == (200, 409) else 0}


@pytest.mark.postgresql
def test_completing_concurrently_with_a_move_to_another_class_credits_every_goal(
    classroom: PreparedClassroom, goals: list[Goal]
) -> None:
    body = {"classroomId": goals[2].classroom_id}
    responses = run_concurrently(
        partial(complete, classroom, *ids_of(goals)),
        partial(classroom.teacher_client.put, f"/api/students/{classroom.student.id}/classroom", body),
    )
    assert [response.status_code for response in responses] == [200, 200]
    assert balances(classroom, goals) == [25, 25, 25]
