"""Submitting proof as an image, a text or both, once for each goal (specification 7.1, 7.2)."""

import re
from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy import text

from server.database.postgresql import DatabaseUnavailableError
from server.domain.goals.models import Goal
from server.domain.submissions import service
from server.domain.submissions.service import AlreadySubmittedError
from server.media import MediaStore
from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.images import photo_jpeg
from tests.factories.response_fields import SUBMISSION, TIMESTAMP
from tests.factories.snapshots import assert_unchanged, count_rows, list_image_files

CALL = "/api/submissions/upload"
PHOTO = photo_jpeg(300, 400, grain=False)


@pytest.mark.spec("1.4", "7.3", "13.5")
def test_text_alone_is_a_submission(classroom: PreparedClassroom, goal: Goal) -> None:
    response = classroom.student_client.upload(goal, text="I read every night")
    assert response.status_code == 201
    sent = response.json()
    assert set(sent) == SUBMISSION
    assert re.fullmatch(TIMESTAMP, sent["createdAt"])
    assert sent == {
        "id": sent["id"],
        "createdAt": sent["createdAt"],
        "goalId": goal.id,
        "studentId": classroom.student.id,
        "classroomId": classroom.row.id,
        "imageUrl": None,
        "imageRemovedAt": None,
        "submissionText": "I read every night",
        "status": "pending",
        "comment": None,
        "allowResubmission": False,
        "reviewedAt": None,
        "reviewedBy": None,
    }
    assert classroom.teacher_client.get(f"/api/submissions/student/{classroom.student.id}").json() == [sent]


@pytest.mark.spec("1.4", "7.1", "13.5")
def test_image_alone_is_a_submission(classroom: PreparedClassroom, goal: Goal) -> None:
    response = classroom.student_client.upload(goal, image=PHOTO)
    assert response.status_code == 201
    sent = response.json()
    assert set(sent) == SUBMISSION
    assert sent["submissionText"] is None
    assert sent["imageUrl"] == f"/api/submissions/{sent['id']}/image"
    assert classroom.student_client.get(sent["imageUrl"]).status_code == 200


@pytest.mark.spec("7.1")
@pytest.mark.parametrize("written", ["😀" * 5000, "two\nlines\tand <b>more</b>"])
def test_text_may_have_5000_characters_of_any_kind(classroom: PreparedClassroom, goal: Goal, written: str) -> None:
    assert classroom.student_client.upload(goal, text=written).json()["submissionText"] == written


@pytest.mark.parametrize(("typed", "stored"), [("  \n", None), (" See the picture\n", "See the picture")])
def test_text_beside_an_image_is_trimmed(
    classroom: PreparedClassroom, goal: Goal, typed: str, stored: str | None
) -> None:
    assert classroom.student_client.upload(goal, image=PHOTO, text=typed).json()["submissionText"] == stored


@pytest.mark.spec("7.1")
def test_empty_file_field_counts_as_no_image(classroom: PreparedClassroom, goal: Goal) -> None:
    """This is what browsers send for an empty file field."""
    form = {"goalId": goal.id, "studentId": goal.student_id, "classroomId": goal.classroom_id, "submissionText": "Done"}
    empty = {"image": ("", b"", "application/octet-stream")}
    response = classroom.student_client.http.post(CALL, data=form, files=empty)
    assert (response.status_code, response.json()["imageUrl"]) == (201, None)
    assert list_image_files(classroom.test_app) == []


@pytest.mark.spec("7.2")
def test_second_submission_is_409(classroom: PreparedClassroom, goal: Goal) -> None:
    classroom.student_client.upload(goal, text="Done")
    with assert_unchanged(classroom.test_app):
        response = classroom.student_client.upload(goal, image=PHOTO, text="Again")
    assert error(response) == (409, "already_submitted")
    assert response.json()["error"] == "You have already sent proof for this goal."


@pytest.mark.spec("7.2")
def test_submission_for_a_completed_goal_is_409(classroom: PreparedClassroom, goal: Goal) -> None:
    classroom.teacher_client.post(f"/api/goals/{goal.id}/complete")
    with assert_unchanged(classroom.test_app):
        assert error(classroom.student_client.upload(goal, image=PHOTO)) == (409, "goal_completed")


@pytest.mark.postgresql
def test_concurrent_uploads_keep_one_submission_and_one_image(classroom: PreparedClassroom, goal: Goal) -> None:
    student_clients = [classroom.test_app.client_for(classroom.student) for _ in range(4)]
    responses = run_concurrently(
        *(partial(student_client.upload, goal, image=PHOTO) for student_client in student_clients)
    )
    assert sorted(response.status_code for response in responses) == [201, 409, 409, 409]
    assert {error(response) for response in responses if response.status_code == 409} == {(409, "already_submitted")}
    assert count_rows(classroom.test_app, "submissions") == 1
    assert len(list_image_files(classroom.test_app)) == 2


def test_image_of_a_rejected_row_is_removed(
    classroom: PreparedClassroom, goal: Goal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AlreadySubmittedError  # a concurrent request of another tab

    monkeypatch.setattr(service, "submit", refuse)
    with assert_unchanged(classroom.test_app):
        assert error(classroom.student_client.upload(goal, image=PHOTO)) == (409, "already_submitted")
    assert list_image_files(classroom.test_app) == []


def test_image_is_kept_when_the_commit_result_is_unknown(
    classroom: PreparedClassroom, goal: Goal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection to the database server was lost during the commit."""

    def lose(*_: object) -> None:
        raise DatabaseUnavailableError

    monkeypatch.setattr(service, "submit", lose)
    assert error(classroom.student_client.upload(goal, image=PHOTO)) == (503, "store_unavailable")
    assert len(list_image_files(classroom.test_app)) == 2


@pytest.mark.sqlite_file
def test_image_of_a_row_the_disk_refused_is_left_for_the_next_deletion(
    classroom: PreparedClassroom, goal: Goal
) -> None:
    """After a crash the row may exist nevertheless and needs its image."""
    with classroom.test_app.transactions.writing() as db:
        db.execute(
            text(
                "CREATE TRIGGER refuse BEFORE INSERT ON submissions BEGIN SELECT RAISE(ABORT, 'a full disk, say'); END"
            )
        )
    assert classroom.student_client.upload(goal, image=PHOTO).status_code >= 500
    assert count_rows(classroom.test_app, "submissions") == 0
    assert len(list_image_files(classroom.test_app)) == 2
    media: MediaStore = classroom.test_app.services.media
    assert media.delete_unreferenced(frozenset(), older_than=timedelta(seconds=-1)) == 1
    assert list_image_files(classroom.test_app) == []


class TestInconsistentIds:
    def test_image_is_not_decoded_when_the_ids_are_wrong(self, classroom: PreparedClassroom, goal: Goal) -> None:
        assert error(classroom.student_client.upload(goal, image=b"no picture", goalId="unknown")) == (404, "not_found")
