"""Editing, completing, reopening and deleting goals (specification 6.7 to 6.10)."""

import re
from functools import partial
from typing import Any

import pytest

from server.domain.goals.models import Goal
from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.images import photo_jpeg
from tests.factories.response_fields import GOAL, TIMESTAMP
from tests.factories.snapshots import assert_unchanged, list_image_files, take_snapshot

PHOTO = photo_jpeg(300, 400, grain=False)


@pytest.fixture
def goal(classroom: PreparedClassroom) -> Goal:
    return classroom.test_app.goal(classroom.student, "Read", 25)


def only_goal(classroom: PreparedClassroom) -> dict[str, Any]:
    """Return the student's only goal."""
    (goal,) = classroom.teacher_client.get(f"/api/students/{classroom.student.id}/goals").json()
    assert set(goal) == GOAL
    only: dict[str, Any] = goal
    return only


def ledger_reasons(classroom: PreparedClassroom) -> list[str]:
    """Return the reasons of the ledger entries, oldest first."""
    return [
        entry["reason"] for entry in classroom.teacher_client.get(f"/api/students/{classroom.student.id}/ledger").json()
    ][::-1]


class TestEditing:
    @pytest.mark.spec("6.7")
    def test_current_goal_can_be_edited(self, classroom: PreparedClassroom, goal: Goal) -> None:
        before = only_goal(classroom)
        body = {"name": " Write ", "goalbucks": 30, "dueDate": "2030-01-01"}
        ignored = {"studentId": "another", "classroomId": "another", "status": "completed"}
        response = classroom.teacher_client.put(f"/api/goals/{goal.id}", body | ignored)
        assert response.status_code == 200
        assert response.json() == before | body | {"name": "Write"} == only_goal(classroom)
        without_date = classroom.teacher_client.put(f"/api/goals/{goal.id}", {"name": "Write", "goalbucks": 30})
        assert without_date.json()["dueDate"] is None

    @pytest.mark.spec("6.7")
    def test_editing_a_completed_goal_is_409(self, classroom: PreparedClassroom, goal: Goal) -> None:
        classroom.teacher_client.post(f"/api/goals/{goal.id}/complete")
        with assert_unchanged(classroom.test_app):
            response = classroom.teacher_client.put(f"/api/goals/{goal.id}", {"name": "Write", "goalbucks": 30})
        assert error(response) == (409, "already_completed")


class TestCompleting:
    @pytest.mark.spec("6.1", "6.9", "13.4")
    def test_teacher_can_complete_a_goal_and_credit_it(self, classroom: PreparedClassroom, goal: Goal) -> None:
        response = classroom.teacher_client.post(f"/api/goals/{goal.id}/complete")
        assert response.status_code == 200
        assert response.json() == only_goal(classroom)
        assert response.json()["status"] == "completed"
        assert re.fullmatch(TIMESTAMP, response.json()["completedAt"])
        assert (classroom.balance()["balance"], ledger_reasons(classroom)) == (25, ["goal"])

    @pytest.mark.postgresql
    def test_concurrent_completions_credit_once(self, classroom: PreparedClassroom, goal: Goal) -> None:
        teacher_clients = [classroom.test_app.client_for(classroom.teacher) for _ in range(4)]
        responses = run_concurrently(
            *(partial(teacher_client.post, f"/api/goals/{goal.id}/complete") for teacher_client in teacher_clients)
        )
        assert sorted(response.status_code for response in responses) == [200, 409, 409, 409]
        assert (classroom.balance()["balance"], ledger_reasons(classroom)) == (25, ["goal"])

    @pytest.mark.postgresql
    def test_concurrent_completion_and_approval_credit_once(self, classroom: PreparedClassroom, goal: Goal) -> None:
        submission = classroom.test_app.submission(goal)
        first, second = (classroom.test_app.client_for(classroom.teacher) for _ in range(2))
        responses = run_concurrently(
            partial(first.post, f"/api/goals/{goal.id}/complete"),
            partial(second.patch, f"/api/submissions/{submission.id}/review", {"status": "approved"}),
        )
        assert sorted(response.status_code for response in responses) == [200, 409]
        assert (classroom.balance()["balance"], ledger_reasons(classroom)) == (25, ["goal"])


class TestReopening:
    @pytest.mark.spec("6.10")
    def test_reopened_goal_is_current_and_its_credit_reversed(self, classroom: PreparedClassroom, goal: Goal) -> None:
        before = only_goal(classroom)
        classroom.teacher_client.post(f"/api/goals/{goal.id}/complete")
        response = classroom.teacher_client.post(f"/api/goals/{goal.id}/reopen")
        assert response.status_code == 200
        assert response.json() == only_goal(classroom) == before
        assert (classroom.balance()["balance"], ledger_reasons(classroom)) == (0, ["goal", "goal_reversed"])

    @pytest.mark.spec("6.10")
    def test_reopening_a_current_goal_is_409(self, classroom: PreparedClassroom, goal: Goal) -> None:
        with assert_unchanged(classroom.test_app):
            assert error(classroom.teacher_client.post(f"/api/goals/{goal.id}/reopen")) == (409, "not_completed")

    @pytest.mark.postgresql
    def test_concurrent_reopenings_reverse_the_credit_once(self, classroom: PreparedClassroom, goal: Goal) -> None:
        classroom.teacher_client.post(f"/api/goals/{goal.id}/complete")
        teacher_clients = [classroom.test_app.client_for(classroom.teacher) for _ in range(4)]
        responses = run_concurrently(
            *(partial(teacher_client.post, f"/api/goals/{goal.id}/reopen") for teacher_client in teacher_clients)
        )
        assert sorted(response.status_code for response in responses) == [200, 409, 409, 409]
        assert (classroom.balance()["balance"], ledger_reasons(classroom)) == (0, ["goal", "goal_reversed"])


class TestDeleting:
    @pytest.mark.spec("6.8")
    def test_deleting_a_goal_removes_its_submissions_and_images(self, classroom: PreparedClassroom, goal: Goal) -> None:
        kept = classroom.test_app.goal(classroom.student)
        classroom.student_client.upload(kept, image=PHOTO)
        before = take_snapshot(classroom.test_app)
        classroom.student_client.upload(goal, image=PHOTO)
        assert len(list_image_files(classroom.test_app)) == 4
        response = classroom.teacher_client.delete(f"/api/goals/{goal.id}")
        assert (response.status_code, response.content) == (204, b"")
        after = take_snapshot(classroom.test_app)
        assert after["submissions"] == before["submissions"]
        assert after["image files"] == before["image files"]
        assert only_goal(classroom)["id"] == kept.id
