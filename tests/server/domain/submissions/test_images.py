"""Proof images: processing, storage, access and removal (specification 7.6, 7.7)."""

import io
from pathlib import Path

import pytest
from PIL import Image

from server.domain.goals.models import Goal
from tests.factories.api_client import error
from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.factories.images import METADATA_MARKER, encode_image, image_with_corners, is_upright, photo_jpeg
from tests.factories.snapshots import list_image_files, remove_image_files

PHOTO = photo_jpeg(1200, 1600, orientation=6, grain=False)


@pytest.fixture
def image_url(classroom: PreparedClassroom, goal: Goal) -> str:
    """URL of an uploaded proof image."""
    sent = classroom.student_client.upload(goal, image=PHOTO, text="See the picture")
    assert sent.status_code == 201
    address: str = sent.json()["imageUrl"]
    return address


def image_folder(test_app: RunningApp) -> Path:
    path: Path = test_app.services.settings.image_dir
    return path


@pytest.mark.spec("7.7")
def test_image_is_visible_to_its_student_and_teacher(classroom: PreparedClassroom, image_url: str) -> None:
    shown = classroom.student_client.get(image_url)
    assert shown.status_code == 200
    assert shown.headers["content-type"] == "image/jpeg"
    assert int(shown.headers["content-length"]) == len(shown.content)
    assert classroom.teacher_client.get(image_url).content == shown.content


def test_image_is_cacheable_only_privately(classroom: PreparedClassroom, image_url: str) -> None:
    for query in ("", "?size=thumb"):
        caching = classroom.student_client.get(image_url + query).headers["cache-control"]
        assert "private" in caching
        assert "public" not in caching


def test_cached_image_is_revalidated_on_each_use(classroom: PreparedClassroom, image_url: str) -> None:
    shown = classroom.student_client.get(image_url)
    assert "no-cache" in shown.headers["cache-control"]
    etag = shown.headers["etag"]
    for known in (etag, f"W/{etag}", f'"other", {etag}'):
        assert classroom.student_client.get(image_url, headers={"If-None-Match": known}).status_code == 304
    same = {"If-None-Match": etag}
    assert classroom.student_client.get(f"{image_url}?size=thumb", headers=same).status_code == 200
    assert classroom.other_teachers_classroom().student_client.get(image_url, headers=same).status_code == 404


@pytest.mark.spec("7.7")
def test_image_is_404_for_everybody_else(classroom: PreparedClassroom, image_url: str) -> None:
    classmate = classroom.test_app.client_for(classroom.test_app.student(classroom.row))
    elsewhere = classroom.other_teachers_classroom()
    for query in ("", "?size=thumb"):
        for browser in (
            classmate,
            elsewhere.student_client,
            elsewhere.teacher_client,
            classroom.other_classroom().student_client,
        ):
            assert error(browser.get(image_url + query)) == (404, "not_found")
        assert error(classroom.test_app.anonymous_client().get(image_url + query)) == (401, "not_signed_in")


@pytest.mark.spec("7.6")
def test_image_is_upright_size_limited_and_without_metadata(classroom: PreparedClassroom, image_url: str) -> None:
    for query, size in (("", (1200, 1600)), ("?size=full", (1200, 1600)), ("?size=thumb", (480, 640))):
        data = classroom.teacher_client.get(image_url + query).content
        image = Image.open(io.BytesIO(data))
        image.load()
        assert image.format == "JPEG"
        assert is_upright(image)
        assert image.size == size
        assert not image.getexif()
        assert METADATA_MARKER not in data


@pytest.mark.spec("7.4")
def test_image_format_is_detected_from_the_content(classroom: PreparedClassroom, goal: Goal) -> None:
    form = {"goalId": goal.id, "studentId": goal.student_id, "classroomId": goal.classroom_id}
    odd = {"image": ("../../proof.txt\\..", encode_image(image_with_corners(300, 400), "PNG"), "text/plain")}
    image_url = classroom.student_client.http.post("/api/submissions/upload", data=form, files=odd).json()["imageUrl"]
    assert classroom.teacher_client.get(image_url).headers["content-type"] == "image/jpeg"
    assert not any("proof" in name for name in list_image_files(classroom.test_app))


def test_image_file_name_is_generated(classroom: PreparedClassroom, goal: Goal) -> None:
    form = {"goalId": goal.id, "studentId": goal.student_id, "classroomId": goal.classroom_id}
    named = {"image": ("grandma-at-home.jpg", PHOTO, "image/jpeg")}
    image_url = classroom.student_client.http.post("/api/submissions/upload", data=form, files=named).json()["imageUrl"]
    assert classroom.teacher_client.get(image_url).headers["content-disposition"] == 'inline; filename="proof.jpg"'


@pytest.mark.parametrize("size", ["huge", ""])
def test_unknown_image_size_is_422(classroom: PreparedClassroom, image_url: str, size: str) -> None:
    response = classroom.teacher_client.get(image_url, params={"size": size})
    assert error(response) == (422, "invalid")
    assert set(response.json()["fields"]) == {"size"}


def test_image_whose_file_is_missing_is_404(classroom: PreparedClassroom, image_url: str) -> None:
    remove_image_files(classroom.test_app)
    assert error(classroom.teacher_client.get(image_url)) == (404, "not_found")


@pytest.mark.sqlite_file
def test_image_is_stored_as_two_files_readable_by_this_user_only(classroom: PreparedClassroom, image_url: str) -> None:
    assert image_url
    assert len(list_image_files(classroom.test_app)) == 2
    for path in image_folder(classroom.test_app).rglob("*.jpg"):
        assert path.stat().st_mode & 0o077 == 0


@pytest.mark.sqlite_file
def test_delete_succeeds_when_the_image_file_cannot_be_removed(classroom: PreparedClassroom, image_url: str) -> None:
    """The unreferenced file is removed by the deletion at the next start."""
    (full,) = image_folder(classroom.test_app).rglob("*.full.jpg")
    full.unlink()
    full.mkdir()
    assert classroom.student_client.delete(image_url.removesuffix("/image")).status_code == 204
    assert classroom.student_client.get(f"/api/submissions/student/{classroom.student.id}").json() == []
