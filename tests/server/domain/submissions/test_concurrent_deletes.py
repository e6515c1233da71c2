"""Class, student or goal deleted concurrently with an upload or a review."""

from collections.abc import Callable
from functools import partial

import pytest

from server.domain.goals.models import Goal
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently, run_while_locked
from tests.factories.images import photo_jpeg
from tests.factories.snapshots import list_image_files, take_snapshot

pytestmark = pytest.mark.postgresql

PHOTO = photo_jpeg(300, 400, grain=False)
DELETED_PATHS: list[Callable[[PreparedClassroom, Goal], str]] = [
    lambda classroom, _: f"/api/classrooms/{classroom.row.id}",
    lambda classroom, _: f"/api/students/{classroom.student.id}",
    lambda _, goal: f"/api/goals/{goal.id}",
]


@pytest.mark.parametrize("what", DELETED_PATHS, ids=["class", "student", "goal"])
def test_upload_concurrent_with_a_delete_leaves_neither_row_nor_image(
    classroom: PreparedClassroom, what: Callable[[PreparedClassroom, Goal], str]
) -> None:
    goal = classroom.test_app.goal(classroom.student)
    sent, deleted = run_while_locked(
        classroom.test_app.transactions,
        classroom.student,
        partial(classroom.student_client.upload, goal, image=PHOTO),
        partial(classroom.teacher_client.delete, what(classroom, goal)),
    )
    assert deleted.status_code == 204
    assert sent.status_code in {201, 401, 404}
    assert take_snapshot(classroom.test_app)["submissions"] == []
    assert list_image_files(classroom.test_app) == []


@pytest.mark.parametrize("what", DELETED_PATHS, ids=["class", "student", "goal"])
def test_approval_concurrent_with_a_delete_credits_nobody(
    classroom: PreparedClassroom, what: Callable[[PreparedClassroom, Goal], str]
) -> None:
    goal = classroom.test_app.goal(classroom.student)
    submission = classroom.test_app.submission(goal)
    reviewed, deleted = run_concurrently(
        partial(classroom.teacher_client.patch, f"/api/submissions/{submission.id}/review", {"status": "approved"}),
        partial(classroom.test_app.client_for(classroom.teacher).delete, what(classroom, goal)),
    )
    left = take_snapshot(classroom.test_app)
    outcome = (reviewed.status_code, deleted.status_code)
    if outcome == (200, 409):  # completed goals can't be deleted
        assert (len(left["submissions"]), len(left["goalbuck_entries"]), len(left["goals"])) == (1, 1, 1)
        return
    assert outcome in {(200, 204), (404, 204)}
    assert (left["submissions"], left["goalbuck_entries"], left["goals"]) == ([], [], [])
