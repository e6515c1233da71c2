"""`GET /api/goals/{id}/submissions`, and the portfolio with its previews."""

import io
from base64 import b64decode
from typing import Any

import pytest
from PIL import Image

from server.domain.goals.models import Goal
from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.images import METADATA_MARKER, is_upright, photo_jpeg
from tests.factories.response_fields import ATTEMPT, PORTFOLIO_ITEM
from tests.factories.snapshots import list_image_files, remove_image_files

PHOTO = photo_jpeg(1200, 1600, orientation=6, grain=False)


def approve(classroom: PreparedClassroom, submission_id: str, comment: str | None = "Well drawn!") -> None:
    body = {"status": "approved", "comment": comment}
    assert classroom.teacher_client.patch(f"/api/submissions/{submission_id}/review", body).status_code == 200


def send_approved(classroom: PreparedClassroom, image: bytes | None = PHOTO) -> str:
    goal = classroom.test_app.goal(classroom.student, "Draw a map")
    sent = classroom.student_client.upload(goal, image=image, text="From above")
    assert sent.status_code == 201
    approve(classroom, sent.json()["id"])
    submission_id: str = sent.json()["id"]
    return submission_id


def portfolio(classroom: PreparedClassroom, query: str = "") -> list[dict[str, Any]]:
    return classroom.list_own_rows(f"/api/submissions/student/{classroom.student.id}/portfolio{query}", PORTFOLIO_ITEM)


@pytest.mark.postgresql
@pytest.mark.spec("7.18")
def test_record_has_the_tries_of_a_goal_for_its_student_and_teacher(classroom: PreparedClassroom, goal: Goal) -> None:
    sent = classroom.test_app.submission(goal)
    approve(classroom, sent.id)
    path = f"/api/goals/{goal.id}/submissions"
    record = classroom.teacher_client.get(path)
    assert record.status_code == 200
    assert record.json() == classroom.student_client.get(path).json()
    (attempt,) = record.json()
    assert set(attempt) == ATTEMPT
    assert (attempt["id"], attempt["reviewerName"]) == (sent.id, classroom.teacher.name)


@pytest.mark.spec("7.18", "11.5")
def test_record_is_404_for_everybody_else(classroom: PreparedClassroom, goal: Goal) -> None:
    classmate = classroom.test_app.student(classroom.row, "Diego", "Ramirez")
    other = classroom.other_teachers_classroom()
    clients = (classroom.test_app.client_for(classmate), other.teacher_client, other.student_client)
    for path in (f"/api/goals/{goal.id}/submissions", f"/api/submissions/student/{classroom.student.id}/portfolio"):
        for client in clients:
            assert error(client.get(path)) == (404, "not_found")


@pytest.mark.postgresql
@pytest.mark.spec("7.19")
def test_portfolio_has_small_upright_previews_without_metadata(classroom: PreparedClassroom) -> None:
    submission_id = send_approved(classroom)
    stored = list_image_files(classroom.test_app)
    (item,) = portfolio(classroom)
    assert (item["id"], item["goalName"], item["comment"]) == (submission_id, "Draw a map", "Well drawn!")
    preview = b64decode(item["preview"])
    image = Image.open(io.BytesIO(preview))
    assert image.size == (240, 320)
    assert is_upright(image)
    assert METADATA_MARKER not in preview
    assert list_image_files(classroom.test_app) == stored


def test_work_without_a_photo_has_no_preview(classroom: PreparedClassroom) -> None:
    send_approved(classroom, image=None)
    (item,) = portfolio(classroom)
    assert (item["imageUrl"], item["preview"], item["submissionText"]) == (None, None, "From above")


def test_work_is_listed_without_previews_when_the_files_are_missing(classroom: PreparedClassroom) -> None:
    submission_id = send_approved(classroom)
    remove_image_files(classroom.test_app)
    (item,) = portfolio(classroom)
    assert (item["imageUrl"], item["preview"]) == (f"/api/submissions/{submission_id}/image", None)


def test_work_is_listed_without_a_preview_when_the_file_is_damaged(classroom: PreparedClassroom) -> None:
    send_approved(classroom)
    media = classroom.test_app.services.media
    for image in list(media.keys()):
        media.put_file(image.key, "thumb", media.read(image.key, "thumb")[:400])
    (item,) = portfolio(classroom)
    assert item["imageUrl"] is not None
    assert item["preview"] is None


@pytest.mark.parametrize(("query", "status"), [("?limit=50", 200), ("?limit=51", 422), ("?limit=0", 422)])
def test_portfolio_page_has_at_most_fifty_items(classroom: PreparedClassroom, query: str, status: int) -> None:
    path = f"/api/submissions/student/{classroom.student.id}/portfolio{query}"
    assert classroom.student_client.get(path).status_code == status


@pytest.mark.spec("7.19")
@pytest.mark.long
def test_thirty_detailed_photos_are_below_400_kilobytes(classroom: PreparedClassroom) -> None:
    detailed = photo_jpeg(1200, 1600)
    for _ in range(30):
        send_approved(classroom, detailed)
    path = f"/api/submissions/student/{classroom.student.id}/portfolio"
    response = classroom.student_client.get(path)
    assert all(item["preview"] for item in response.json())
    assert len(response.content) < 400_000
