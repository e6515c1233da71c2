"""Undoing reviews, allowing resubmission and withdrawing submissions (specification 7.8, 7.14, 7.15)."""

from functools import partial
from typing import Any

import pytest

from server.domain.goals.models import Goal
from tests.factories.at_once import at_once
from tests.factories.fields import SUBMISSION
from tests.factories.images import photo_jpeg
from tests.factories.room import Room
from tests.factories.stored import image_files, nothing_stored
from tests.factories.world import error

PHOTO = photo_jpeg(300, 400, grain=False)
DENIED_WITH_RESUBMISSION = {"status": "denied", "comment": "Please show both pages", "allowResubmission": True}
DENIED = {"status": "denied", "comment": "Blurred"}
APPROVED = {"status": "approved"}


@pytest.fixture
def goal(room: Room) -> Goal:
    return room.world.goal(room.student, "Read", 25)


def submit(room: Room, goal: Goal, **proof: Any) -> str:
    answer = room.tablet.upload(goal, **(proof or {"text": "Done"}))
    assert answer.status_code == 201, answer.text
    submission_id: str = answer.json()["id"]
    return submission_id


def review(room: Room, submission_id: str, body: dict[str, Any]) -> None:
    assert room.desk.patch(f"/api/submissions/{submission_id}/review", body).status_code == 200


def attempts(room: Room) -> list[tuple[str, bool]]:
    """Return status and `allowResubmission` of each attempt, newest first."""
    listed = room.tablet.get(f"/api/submissions/student/{room.student.id}").json()
    return [(each["status"], each["allowResubmission"]) for each in listed]


def balance(room: Room) -> int:
    amount: int = room.tablet.get(f"/api/students/{room.student.id}/goalbucks").json()["balance"]
    return amount


def goal_status(room: Room) -> str:
    (goal,) = room.tablet.get(f"/api/students/{room.student.id}/goals").json()
    status: str = goal["status"]
    return status


class TestUndoingReviews:
    @pytest.mark.spec("7.15")
    @pytest.mark.parametrize("verdict", [APPROVED | {"comment": "Good"}, DENIED, DENIED_WITH_RESUBMISSION])
    def test_undoing_a_review_restores_the_pending_state(self, room: Room, goal: Goal, verdict: dict[str, Any]) -> None:
        sent = submit(room, goal)
        path = f"/api/submissions/student/{room.student.id}"
        before = room.desk.get(path).json()
        review(room, sent, verdict)
        answer = room.desk.post(f"/api/submissions/{sent}/undo-review")
        assert answer.status_code == 200
        assert set(answer.json()) == SUBMISSION
        assert [answer.json()] == before == room.desk.get(path).json()
        assert (goal_status(room), balance(room)) == ("current", 0)

    def test_undone_submission_can_be_reviewed_differently(self, room: Room, goal: Goal) -> None:
        sent = submit(room, goal)
        for verdict, expected in ((APPROVED, 25), (DENIED, 0), (APPROVED, 25), (DENIED_WITH_RESUBMISSION, 0)):
            review(room, sent, verdict)
            assert balance(room) == expected
            assert room.desk.post(f"/api/submissions/{sent}/undo-review").status_code == 200
            assert balance(room) == 0

    @pytest.mark.spec("7.15")
    def test_undoing_a_pending_submission_is_409(self, room: Room, goal: Goal) -> None:
        sent = submit(room, goal)
        with nothing_stored(room.world):
            answer = room.desk.post(f"/api/submissions/{sent}/undo-review")
        assert error(answer) == (409, "not_reviewed")

    @pytest.mark.postgresql
    def test_concurrent_undos_reverse_the_credit_once(self, room: Room, goal: Goal) -> None:
        sent = submit(room, goal)
        review(room, sent, APPROVED)
        desks = [room.world.signed_in(room.teacher) for _ in range(4)]
        answers = at_once(*(partial(desk.post, f"/api/submissions/{sent}/undo-review") for desk in desks))
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
        assert balance(room) == 0

    @pytest.mark.spec("7.15")
    def test_undoing_is_refused_when_a_newer_attempt_exists(self, room: Room, goal: Goal) -> None:
        first = submit(room, goal)
        review(room, first, DENIED_WITH_RESUBMISSION)
        second = submit(room, goal)
        with nothing_stored(room.world):
            answer = room.desk.post(f"/api/submissions/{first}/undo-review")
        assert error(answer) == (409, "newer_try")
        assert room.tablet.delete(f"/api/submissions/{second}").status_code == 204
        assert room.desk.post(f"/api/submissions/{first}/undo-review").status_code == 200

    def test_approval_made_by_completing_the_goal_can_be_undone(self, room: Room, goal: Goal) -> None:
        sent = submit(room, goal)
        room.desk.post(f"/api/goals/{goal.id}/complete")
        assert room.desk.post(f"/api/submissions/{sent}/undo-review").json()["status"] == "pending"
        assert (goal_status(room), balance(room)) == ("current", 0)

    def test_denial_cannot_be_undone_after_the_goal_was_completed(self, room: Room, goal: Goal) -> None:
        sent = submit(room, goal)
        review(room, sent, DENIED)
        room.desk.post(f"/api/goals/{goal.id}/complete")
        with nothing_stored(room.world):
            assert error(room.desk.post(f"/api/submissions/{sent}/undo-review")) == (409, "already_completed")
        room.desk.post(f"/api/goals/{goal.id}/reopen")
        assert room.desk.post(f"/api/submissions/{sent}/undo-review").status_code == 200


class TestResubmission:
    @pytest.mark.spec("7.14")
    def test_student_may_resubmit_and_previous_attempts_are_kept(self, room: Room, goal: Goal) -> None:
        first = submit(room, goal, image=PHOTO)
        review(room, first, DENIED_WITH_RESUBMISSION)
        assert attempts(room) == [("denied", True)]
        second = submit(room, goal, text="Both pages")
        assert attempts(room) == [("pending", False), ("denied", True)]
        listed = room.desk.get(f"/api/submissions/teacher/{room.teacher.id}").json()
        assert [(each["id"], each["comment"]) for each in listed] == [
            (second, None),
            (first, DENIED_WITH_RESUBMISSION["comment"]),
        ]
        assert room.desk.get(f"/api/submissions/{first}/image").status_code == 200
        review(room, second, APPROVED)
        assert (goal_status(room), balance(room)) == ("completed", 25)

    def test_only_one_resubmission_may_be_pending(self, room: Room, goal: Goal) -> None:
        review(room, submit(room, goal), DENIED_WITH_RESUBMISSION)
        submit(room, goal)
        with nothing_stored(room.world):
            assert error(room.tablet.upload(goal, image=PHOTO)) == (409, "already_submitted")

    @pytest.mark.postgresql
    def test_concurrent_resubmissions_keep_one(self, room: Room, goal: Goal) -> None:
        review(room, submit(room, goal), DENIED_WITH_RESUBMISSION)
        tablets = [room.world.signed_in(room.student) for _ in range(4)]
        answers = at_once(*(partial(tablet.upload, goal, image=PHOTO) for tablet in tablets))
        assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
        assert attempts(room) == [("pending", False), ("denied", True)]
        assert len(image_files(room.world)) == 2

    def test_latest_denial_decides_whether_resubmission_is_allowed(self, room: Room, goal: Goal) -> None:
        review(room, submit(room, goal), DENIED_WITH_RESUBMISSION)
        review(room, submit(room, goal), DENIED)
        assert error(room.tablet.upload(goal, text="Once more")) == (409, "already_submitted")

    def test_resubmission_can_be_allowed_repeatedly(self, room: Room, goal: Goal) -> None:
        for _ in range(4):
            review(room, submit(room, goal), DENIED_WITH_RESUBMISSION)
        assert attempts(room) == [("denied", True)] * 4

    def test_approval_never_allows_resubmission(self, room: Room, goal: Goal) -> None:
        review(room, submit(room, goal), APPROVED | {"allowResubmission": True})
        assert attempts(room) == [("approved", False)]
        assert error(room.tablet.upload(goal, text="Again")) == (409, "goal_completed")

    def test_undoing_a_denial_disallows_resubmission(self, room: Room, goal: Goal) -> None:
        sent = submit(room, goal)
        review(room, sent, DENIED_WITH_RESUBMISSION)
        room.desk.post(f"/api/submissions/{sent}/undo-review")
        assert error(room.tablet.upload(goal, text="Again")) == (409, "already_submitted")


class TestWithdrawing:
    @pytest.mark.spec("7.8")
    def test_withdrawing_removes_the_pending_submission_and_its_image(self, room: Room, goal: Goal) -> None:
        with nothing_stored(room.world):
            answer = room.tablet.delete(f"/api/submissions/{submit(room, goal, image=PHOTO, text='Oops')}")
            assert (answer.status_code, answer.content) == (204, b"")
        assert room.desk.get(f"/api/submissions/teacher/{room.teacher.id}").json() == []

    def test_student_may_submit_again_after_withdrawing(self, room: Room, goal: Goal) -> None:
        room.tablet.delete(f"/api/submissions/{submit(room, goal)}")
        submit(room, goal, image=PHOTO)
        assert attempts(room) == [("pending", False)]

    @pytest.mark.spec("7.8")
    @pytest.mark.parametrize("verdict", [APPROVED, DENIED, DENIED_WITH_RESUBMISSION])
    def test_reviewed_submission_cannot_be_withdrawn(self, room: Room, goal: Goal, verdict: dict[str, Any]) -> None:
        sent = submit(room, goal, image=PHOTO)
        review(room, sent, verdict)
        with nothing_stored(room.world):
            assert error(room.tablet.delete(f"/api/submissions/{sent}")) == (409, "already_reviewed")

    def test_withdrawing_a_resubmission_keeps_the_first_attempt_and_allows_another(
        self, room: Room, goal: Goal
    ) -> None:
        review(room, submit(room, goal), DENIED_WITH_RESUBMISSION)
        room.tablet.delete(f"/api/submissions/{submit(room, goal)}")
        assert attempts(room) == [("denied", True)]
        submit(room, goal)

    def test_withdrawing_twice_is_404(self, room: Room, goal: Goal) -> None:
        sent = submit(room, goal)
        room.tablet.delete(f"/api/submissions/{sent}")
        assert error(room.tablet.delete(f"/api/submissions/{sent}")) == (404, "not_found")
