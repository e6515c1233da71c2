"""Editing, completing, reopening and deleting goals (specification 6.7 to 6.10)."""

import re
from functools import partial
from typing import Any

import pytest

from server.domain.goals.models import Goal
from tests.factories.at_once import at_once
from tests.factories.fields import GOAL, TIME
from tests.factories.images import photo_jpeg
from tests.factories.room import Room
from tests.factories.stored import count, image_files, nothing_stored, stored
from tests.factories.world import error

PHOTO = photo_jpeg(300, 400, grain=False)


@pytest.fixture
def goal(room: Room) -> Goal:
    return room.world.goal(room.student, "Read", 25)


def only_goal(room: Room) -> dict[str, Any]:
    """Return the student's only goal."""
    (goal,) = room.desk.get(f"/api/students/{room.student.id}/goals").json()
    assert set(goal) == GOAL
    only: dict[str, Any] = goal
    return only


def balance(room: Room) -> int:
    amount: int = room.desk.get(f"/api/students/{room.student.id}/goalbucks").json()["balance"]
    return amount


def ledger_reasons(room: Room) -> list[str]:
    """Return the reasons of the ledger entries, oldest first."""
    return [entry["reason"] for entry in room.desk.get(f"/api/students/{room.student.id}/ledger").json()][::-1]


class TestEditing:
    @pytest.mark.spec("6.7")
    def test_current_goal_can_be_edited(self, room: Room, goal: Goal) -> None:
        before = only_goal(room)
        body = {"name": " Write ", "goalbucks": 30, "dueDate": "2030-01-01"}
        answer = room.desk.put(f"/api/goals/{goal.id}", body)
        assert answer.status_code == 200
        assert answer.json() == before | body | {"name": "Write"} == only_goal(room)

    def test_omitted_due_date_is_removed_by_an_update(self, room: Room, goal: Goal) -> None:
        room.desk.put(f"/api/goals/{goal.id}", {"name": "Read", "goalbucks": 25, "dueDate": "2030-01-01"})
        room.desk.put(f"/api/goals/{goal.id}", {"name": "Read", "goalbucks": 25})
        assert only_goal(room)["dueDate"] is None

    def test_update_cannot_change_the_goals_student(self, room: Room, goal: Goal) -> None:
        other = room.another()
        ids = {"studentId": other.student.id, "classroomId": other.classroom.id, "status": "completed"}
        before = only_goal(room)
        room.desk.put(f"/api/goals/{goal.id}", {"name": "Read", "goalbucks": 25, **ids})
        assert only_goal(room) == before

    @pytest.mark.spec("6.7")
    def test_completion_credits_the_current_goalbucks(self, room: Room, goal: Goal) -> None:
        room.desk.put(f"/api/goals/{goal.id}", {"name": "Read", "goalbucks": 7})
        room.desk.post(f"/api/goals/{goal.id}/complete")
        assert balance(room) == 7

    @pytest.mark.spec("6.7")
    def test_editing_a_completed_goal_is_409(self, room: Room, goal: Goal) -> None:
        room.desk.post(f"/api/goals/{goal.id}/complete")
        with nothing_stored(room.world):
            answer = room.desk.put(f"/api/goals/{goal.id}", {"name": "Write", "goalbucks": 30})
        assert error(answer) == (409, "already_completed")


class TestCompleting:
    @pytest.mark.spec("6.1", "6.9", "13.4")
    def test_teacher_can_complete_a_goal_and_credit_it(self, room: Room, goal: Goal) -> None:
        answer = room.desk.post(f"/api/goals/{goal.id}/complete")
        assert answer.status_code == 200
        assert answer.json() == only_goal(room)
        assert answer.json()["status"] == "completed"
        assert re.fullmatch(TIME, answer.json()["completedAt"])
        assert (balance(room), ledger_reasons(room)) == (25, ["goal"])

    @pytest.mark.spec("6.9")
    def test_completing_a_goal_approves_its_pending_submission(self, room: Room, goal: Goal) -> None:
        room.world.submission(goal)
        room.desk.post(f"/api/goals/{goal.id}/complete")
        (submission,) = room.desk.get(f"/api/submissions/student/{room.student.id}").json()
        assert (submission["status"], submission["reviewedBy"]) == ("approved", room.teacher.id)
        assert re.fullmatch(TIME, submission["reviewedAt"])
        assert submission["comment"] is None
        assert (balance(room), ledger_reasons(room)) == (25, ["goal"])

    def test_completing_a_goal_leaves_a_denied_submission_denied(self, room: Room, goal: Goal) -> None:
        submission = room.world.submission(goal)
        room.desk.patch(f"/api/submissions/{submission.id}/review", {"status": "denied", "comment": "Blurred"})
        room.desk.post(f"/api/goals/{goal.id}/complete")
        (listed,) = room.desk.get(f"/api/submissions/student/{room.student.id}").json()
        assert (listed["status"], listed["comment"]) == ("denied", "Blurred")
        assert balance(room) == 25

    @pytest.mark.spec("6.9")
    def test_completing_twice_is_409_and_credits_once(self, room: Room, goal: Goal) -> None:
        room.desk.post(f"/api/goals/{goal.id}/complete")
        with nothing_stored(room.world):
            assert error(room.desk.post(f"/api/goals/{goal.id}/complete")) == (409, "already_completed")
        assert balance(room) == 25

    @pytest.mark.postgresql
    def test_concurrent_completions_credit_once(self, room: Room, goal: Goal) -> None:
        desks = [room.world.signed_in(room.teacher) for _ in range(4)]
        answers = at_once(*(partial(desk.post, f"/api/goals/{goal.id}/complete") for desk in desks))
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
        assert (balance(room), ledger_reasons(room)) == (25, ["goal"])

    @pytest.mark.postgresql
    def test_concurrent_completion_and_approval_credit_once(self, room: Room, goal: Goal) -> None:
        submission = room.world.submission(goal)
        first, second = (room.world.signed_in(room.teacher) for _ in range(2))
        answers = at_once(
            partial(first.post, f"/api/goals/{goal.id}/complete"),
            partial(second.patch, f"/api/submissions/{submission.id}/review", {"status": "approved"}),
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        assert (balance(room), ledger_reasons(room)) == (25, ["goal"])


class TestReopening:
    @pytest.mark.spec("6.10")
    def test_reopened_goal_is_current_and_its_credit_reversed(self, room: Room, goal: Goal) -> None:
        before = only_goal(room)
        room.desk.post(f"/api/goals/{goal.id}/complete")
        answer = room.desk.post(f"/api/goals/{goal.id}/reopen")
        assert answer.status_code == 200
        assert answer.json() == only_goal(room) == before
        assert (balance(room), ledger_reasons(room)) == (0, ["goal", "goal_reversed"])

    @pytest.mark.spec("6.10")
    def test_reopening_a_goal_makes_its_approved_submission_pending(self, room: Room, goal: Goal) -> None:
        submission = room.world.submission(goal)
        before = room.desk.get(f"/api/submissions/student/{room.student.id}").json()
        room.desk.patch(f"/api/submissions/{submission.id}/review", {"status": "approved", "comment": "Well done"})
        room.desk.post(f"/api/goals/{goal.id}/reopen")
        assert room.desk.get(f"/api/submissions/student/{room.student.id}").json() == before

    @pytest.mark.spec("6.10")
    def test_reopening_a_current_goal_is_409(self, room: Room, goal: Goal) -> None:
        with nothing_stored(room.world):
            assert error(room.desk.post(f"/api/goals/{goal.id}/reopen")) == (409, "not_completed")

    def test_reopened_goal_can_be_edited_completed_and_deleted(self, room: Room, goal: Goal) -> None:
        for _ in range(3):
            assert room.desk.post(f"/api/goals/{goal.id}/complete").status_code == 200
            assert room.desk.post(f"/api/goals/{goal.id}/reopen").status_code == 200
        assert (balance(room), ledger_reasons(room)) == (0, ["goal", "goal_reversed"] * 3)
        assert room.desk.put(f"/api/goals/{goal.id}", {"name": "Write", "goalbucks": 30}).status_code == 200
        assert room.desk.delete(f"/api/goals/{goal.id}").status_code == 204
        assert ledger_reasons(room) == ["goal", "goal_reversed"] * 3

    @pytest.mark.postgresql
    def test_concurrent_reopenings_reverse_the_credit_once(self, room: Room, goal: Goal) -> None:
        room.desk.post(f"/api/goals/{goal.id}/complete")
        desks = [room.world.signed_in(room.teacher) for _ in range(4)]
        answers = at_once(*(partial(desk.post, f"/api/goals/{goal.id}/reopen") for desk in desks))
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
        assert (balance(room), ledger_reasons(room)) == (0, ["goal", "goal_reversed"])


class TestDeleting:
    @pytest.mark.spec("6.8")
    def test_deleting_a_goal_removes_its_submissions_and_images(self, room: Room, goal: Goal) -> None:
        kept = room.world.goal(room.student)
        room.tablet.upload(kept, image=PHOTO)
        before = stored(room.world)
        room.tablet.upload(goal, image=PHOTO)
        assert len(image_files(room.world)) == 4
        answer = room.desk.delete(f"/api/goals/{goal.id}")
        assert (answer.status_code, answer.content) == (204, b"")
        after = stored(room.world)
        assert after["submissions"] == before["submissions"]
        assert after["image files"] == before["image files"]
        assert only_goal(room)["id"] == kept.id

    @pytest.mark.spec("6.8")
    def test_deleting_a_completed_goal_is_409(self, room: Room, goal: Goal) -> None:
        room.tablet.upload(goal, image=PHOTO)
        room.desk.post(f"/api/goals/{goal.id}/complete")
        with nothing_stored(room.world):
            assert error(room.desk.delete(f"/api/goals/{goal.id}")) == (409, "already_completed")

    def test_deleting_a_goal_twice_is_404(self, room: Room, goal: Goal) -> None:
        room.desk.delete(f"/api/goals/{goal.id}")
        assert error(room.desk.delete(f"/api/goals/{goal.id}")) == (404, "not_found")
        assert count(room.world, "goals") == 0
