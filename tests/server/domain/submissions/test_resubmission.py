"""Undoing reviews, allowing resubmission and withdrawing submissions (specification 7.8, 7.14, 7.15)."""

from functools import partial
from typing import Any

import pytest

from server.domain.goals.models import Goal
from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.images import photo_jpeg
from tests.factories.response_fields import SUBMISSION
from tests.factories.snapshots import assert_unchanged, list_image_files

PHOTO = photo_jpeg(300, 400, grain=False)
DENIED_WITH_RESUBMISSION = {"status": "denied", "comment": "Please show both pages", "allowResubmission": True}
APPROVED = {"status": "approved"}


def submit(classroom: PreparedClassroom, goal: Goal, **proof: Any) -> str:
    response = classroom.student_client.upload(goal, **(proof or {"text": "Done"}))
    assert response.status_code == 201, response.text
    submission_id: str = response.json()["id"]
    return submission_id


def review(classroom: PreparedClassroom, submission_id: str, body: dict[str, Any]) -> None:
    assert classroom.teacher_client.patch(f"/api/submissions/{submission_id}/review", body).status_code == 200


def attempts(classroom: PreparedClassroom) -> list[tuple[str, bool]]:
    """Return status and `allowResubmission` of each attempt, newest first."""
    listed = classroom.student_client.get(f"/api/submissions/student/{classroom.student.id}").json()
    return [(each["status"], each["allowResubmission"]) for each in listed]


def goal_status(classroom: PreparedClassroom) -> str:
    (goal,) = classroom.own_goals()
    status: str = goal["status"]
    return status


class TestUndoingReviews:
    @pytest.mark.spec("7.15")
    def test_undoing_a_review_restores_the_pending_state(self, classroom: PreparedClassroom, goal: Goal) -> None:
        sent = submit(classroom, goal)
        path = f"/api/submissions/student/{classroom.student.id}"
        before = classroom.teacher_client.get(path).json()
        review(classroom, sent, APPROVED | {"comment": "Good"})
        response = classroom.teacher_client.post(f"/api/submissions/{sent}/undo-review")
        assert response.status_code == 200
        assert set(response.json()) == SUBMISSION
        assert [response.json()] == before == classroom.teacher_client.get(path).json()
        assert (goal_status(classroom), classroom.own_balance()["balance"]) == ("current", 0)

    @pytest.mark.spec("7.15")
    def test_undoing_a_pending_submission_is_409(self, classroom: PreparedClassroom, goal: Goal) -> None:
        sent = submit(classroom, goal)
        with assert_unchanged(classroom.test_app):
            response = classroom.teacher_client.post(f"/api/submissions/{sent}/undo-review")
        assert error(response) == (409, "not_reviewed")

    @pytest.mark.postgresql
    def test_concurrent_undos_reverse_the_credit_once(self, classroom: PreparedClassroom, goal: Goal) -> None:
        sent = submit(classroom, goal)
        review(classroom, sent, APPROVED)
        teacher_clients = [classroom.test_app.client_for(classroom.teacher) for _ in range(4)]
        responses = run_concurrently(
            *(
                partial(teacher_client.post, f"/api/submissions/{sent}/undo-review")
                for teacher_client in teacher_clients
            )
        )
        assert sorted(response.status_code for response in responses) == [200, 409, 409, 409]
        assert classroom.own_balance()["balance"] == 0

    @pytest.mark.spec("7.15")
    def test_undoing_is_refused_when_a_newer_attempt_exists(self, classroom: PreparedClassroom, goal: Goal) -> None:
        first = submit(classroom, goal)
        review(classroom, first, DENIED_WITH_RESUBMISSION)
        second = submit(classroom, goal)
        with assert_unchanged(classroom.test_app):
            response = classroom.teacher_client.post(f"/api/submissions/{first}/undo-review")
        assert error(response) == (409, "newer_try")
        assert classroom.student_client.delete(f"/api/submissions/{second}").status_code == 204
        assert classroom.teacher_client.post(f"/api/submissions/{first}/undo-review").status_code == 200


class TestResubmission:
    @pytest.mark.spec("7.14")
    def test_student_may_resubmit_and_previous_attempts_are_kept(
        self, classroom: PreparedClassroom, goal: Goal
    ) -> None:
        first = submit(classroom, goal, image=PHOTO)
        review(classroom, first, DENIED_WITH_RESUBMISSION)
        assert attempts(classroom) == [("denied", True)]
        second = submit(classroom, goal, text="Both pages")
        assert attempts(classroom) == [("pending", False), ("denied", True)]
        listed = classroom.teacher_client.get(f"/api/submissions/teacher/{classroom.teacher.id}").json()
        assert [(each["id"], each["comment"]) for each in listed] == [
            (second, None),
            (first, DENIED_WITH_RESUBMISSION["comment"]),
        ]
        assert classroom.teacher_client.get(f"/api/submissions/{first}/image").status_code == 200
        review(classroom, second, APPROVED)
        assert (goal_status(classroom), classroom.own_balance()["balance"]) == ("completed", 25)

    @pytest.mark.postgresql
    def test_concurrent_resubmissions_keep_one(self, classroom: PreparedClassroom, goal: Goal) -> None:
        review(classroom, submit(classroom, goal), DENIED_WITH_RESUBMISSION)
        student_clients = [classroom.test_app.client_for(classroom.student) for _ in range(4)]
        responses = run_concurrently(
            *(partial(student_client.upload, goal, image=PHOTO) for student_client in student_clients)
        )
        assert sorted(response.status_code for response in responses) == [201, 409, 409, 409]
        assert attempts(classroom) == [("pending", False), ("denied", True)]
        assert len(list_image_files(classroom.test_app)) == 2


class TestWithdrawing:
    @pytest.mark.spec("7.8")
    def test_withdrawing_removes_the_pending_submission_and_its_image(
        self, classroom: PreparedClassroom, goal: Goal
    ) -> None:
        with assert_unchanged(classroom.test_app):
            response = classroom.student_client.delete(
                f"/api/submissions/{submit(classroom, goal, image=PHOTO, text='Oops')}"
            )
            assert (response.status_code, response.content) == (204, b"")
        assert classroom.teacher_client.get(f"/api/submissions/teacher/{classroom.teacher.id}").json() == []
