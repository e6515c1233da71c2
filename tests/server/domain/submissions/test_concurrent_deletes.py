"""Class, student or goal deleted concurrently with an upload or a review."""

from collections.abc import Callable
from functools import partial

import pytest

from server.domain.goals.models import Goal
from tests.factories.at_once import at_once
from tests.factories.images import photo_jpeg
from tests.factories.room import Room
from tests.factories.stored import image_files, stored

pytestmark = pytest.mark.postgresql

PHOTO = photo_jpeg(300, 400, grain=False)
DELETED_PATHS: list[Callable[[Room, Goal], str]] = [
    lambda room, _: f"/api/classrooms/{room.classroom.id}",
    lambda room, _: f"/api/students/{room.student.id}",
    lambda _, goal: f"/api/goals/{goal.id}",
]


@pytest.mark.parametrize("what", DELETED_PATHS, ids=["class", "student", "goal"])
@pytest.mark.parametrize("round_", range(2))
def test_upload_concurrent_with_a_delete_leaves_neither_row_nor_image(
    room: Room, what: Callable[[Room, Goal], str], round_: int
) -> None:
    del round_
    goal = room.world.goal(room.student)
    sent, deleted = at_once(
        partial(room.tablet.upload, goal, image=PHOTO),
        partial(room.desk.delete, what(room, goal)),
    )
    assert deleted.status_code == 204
    assert sent.status_code in {201, 401, 404}
    assert stored(room.world)["submissions"] == []
    assert image_files(room.world) == []


@pytest.mark.parametrize("what", DELETED_PATHS, ids=["class", "student", "goal"])
def test_approval_concurrent_with_a_delete_credits_nobody(room: Room, what: Callable[[Room, Goal], str]) -> None:
    goal = room.world.goal(room.student)
    submission = room.world.submission(goal)
    reviewed, deleted = at_once(
        partial(room.desk.patch, f"/api/submissions/{submission.id}/review", {"status": "approved"}),
        partial(room.world.signed_in(room.teacher).delete, what(room, goal)),
    )
    left = stored(room.world)
    outcome = (reviewed.status_code, deleted.status_code)
    if outcome == (200, 409):  # completed goals can't be deleted
        assert (len(left["submissions"]), len(left["goalbuck_entries"]), len(left["goals"])) == (1, 1, 1)
        return
    assert outcome in {(200, 204), (404, 204)}
    assert (left["submissions"], left["goalbuck_entries"], left["goals"]) == ([], [], [])
