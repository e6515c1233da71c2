"""Proof images: processing, storage, access and removal (specification 7.6, 7.7)."""

import io
from pathlib import Path

import pytest
from PIL import Image

from server.domain.goals.models import Goal
from tests.factories.images import SECRET, cornered, encoded, heic_bytes, is_upright, photo_jpeg
from tests.factories.room import Room
from tests.factories.stored import image_files, remove_image_files
from tests.factories.world import World, error

PHOTO = photo_jpeg(1200, 1600, orientation=6, grain=False)


@pytest.fixture
def goal(room: Room) -> Goal:
    return room.world.goal(room.student)


@pytest.fixture
def image_url(room: Room, goal: Goal) -> str:
    """URL of an uploaded proof image."""
    sent = room.tablet.upload(goal, image=PHOTO, text="See the picture")
    assert sent.status_code == 201
    address: str = sent.json()["imageUrl"]
    return address


def image_folder(world: World) -> Path:
    path: Path = world.services.settings.image_dir
    return path


@pytest.mark.spec("7.7")
def test_image_is_visible_to_its_student_and_teacher(room: Room, image_url: str) -> None:
    shown = room.tablet.get(image_url)
    assert shown.status_code == 200
    assert shown.headers["content-type"] == "image/jpeg"
    assert int(shown.headers["content-length"]) == len(shown.content)
    assert room.desk.get(image_url).content == shown.content


def test_image_is_cacheable_only_privately(room: Room, image_url: str) -> None:
    for query in ("", "?size=thumb"):
        caching = room.tablet.get(image_url + query).headers["cache-control"]
        assert "private" in caching
        assert "public" not in caching


def test_cached_image_is_revalidated_on_each_use(room: Room, image_url: str) -> None:
    shown = room.tablet.get(image_url)
    assert "no-cache" in shown.headers["cache-control"]
    same = {"If-None-Match": shown.headers["etag"]}
    assert room.tablet.get(image_url, headers=same).status_code == 304
    assert room.tablet.get(f"{image_url}?size=thumb", headers=same).status_code == 200
    assert room.elsewhere().tablet.get(image_url, headers=same).status_code == 404


@pytest.mark.spec("7.7")
def test_image_is_404_for_everybody_else(room: Room, image_url: str) -> None:
    classmate = room.world.signed_in(room.world.student(room.classroom))
    elsewhere = room.elsewhere()
    for query in ("", "?size=thumb"):
        for browser in (classmate, elsewhere.tablet, elsewhere.desk, room.another().tablet):
            assert error(browser.get(image_url + query)) == (404, "not_found")
        assert error(room.world.visitor().get(image_url + query)) == (401, "not_signed_in")


@pytest.mark.spec("7.6")
@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(PHOTO, id="JPEG"),
        pytest.param(heic_bytes(), id="HEIC"),
        pytest.param(encoded(cornered(300, 400), "PNG"), id="PNG"),
        pytest.param(encoded(cornered(300, 400), "WEBP"), id="WebP"),
    ],
)
def test_image_is_upright_size_limited_and_without_metadata(room: Room, goal: Goal, sent: bytes) -> None:
    image_url = room.tablet.upload(goal, image=sent).json()["imageUrl"]
    for query, side in (("", 2048), ("?size=thumb", 640)):
        data = room.desk.get(image_url + query).content
        image = Image.open(io.BytesIO(data))
        image.load()
        assert image.format == "JPEG"
        assert is_upright(image)
        assert max(image.size) <= side
        assert not image.getexif()
        assert SECRET not in data


@pytest.mark.spec("7.6")
def test_thumbnail_is_smaller_than_the_image(room: Room, image_url: str) -> None:
    full, thumb = room.desk.get(image_url).content, room.desk.get(f"{image_url}?size=thumb").content
    assert Image.open(io.BytesIO(full)).size == (1200, 1600)
    assert Image.open(io.BytesIO(thumb)).size == (480, 640)
    assert room.desk.get(f"{image_url}?size=full").content == full


@pytest.mark.spec("7.4")
def test_image_format_is_detected_from_the_content(room: Room, goal: Goal) -> None:
    form = {"goalId": goal.id, "studentId": goal.student_id, "classroomId": goal.classroom_id}
    odd = {"image": ("../../proof.txt\\..", encoded(cornered(300, 400), "PNG"), "text/plain")}
    image_url = room.tablet.http.post("/api/submissions/upload", data=form, files=odd).json()["imageUrl"]
    assert room.desk.get(image_url).headers["content-type"] == "image/jpeg"
    assert not any("proof" in name for name in image_files(room.world))


def test_image_file_name_is_generated(room: Room, goal: Goal) -> None:
    form = {"goalId": goal.id, "studentId": goal.student_id, "classroomId": goal.classroom_id}
    named = {"image": ("grandma-at-home.jpg", PHOTO, "image/jpeg")}
    image_url = room.tablet.http.post("/api/submissions/upload", data=form, files=named).json()["imageUrl"]
    assert room.desk.get(image_url).headers["content-disposition"] == 'inline; filename="proof.jpg"'


@pytest.mark.parametrize("size", ["huge", "", "THUMB", "../full", "1"])
def test_unknown_image_size_is_422(room: Room, image_url: str, size: str) -> None:
    answer = room.desk.get(image_url, params={"size": size})
    assert error(answer) == (422, "invalid")
    assert set(answer.json()["fields"]) == {"size"}


@pytest.mark.spec("13.5")
def test_submission_without_an_image_has_an_image_404(room: Room, goal: Goal) -> None:
    submission = room.world.submission(goal)
    for query in ("", "?size=thumb"):
        assert error(room.desk.get(f"/api/submissions/{submission.id}/image{query}")) == (404, "not_found")


def test_image_whose_file_is_missing_is_404(room: Room, image_url: str) -> None:
    remove_image_files(room.world)
    assert error(room.desk.get(image_url)) == (404, "not_found")


@pytest.mark.sqlite_file
def test_image_is_stored_as_two_files_readable_by_this_user_only(room: Room, image_url: str) -> None:
    assert image_url
    assert len(image_files(room.world)) == 2
    for path in image_folder(room.world).rglob("*.jpg"):
        assert path.stat().st_mode & 0o077 == 0


def test_review_keeps_the_image(room: Room, image_url: str) -> None:
    before = room.desk.get(image_url).content
    room.desk.patch(image_url.replace("/image", "/review"), {"status": "approved"})
    assert room.tablet.get(image_url).content == before


def test_withdrawing_removes_the_image_files(room: Room, image_url: str) -> None:
    assert room.tablet.delete(image_url.removesuffix("/image")).status_code == 204
    assert image_files(room.world) == []
    assert error(room.tablet.get(image_url)) == (404, "not_found")


@pytest.mark.sqlite_file
def test_delete_succeeds_when_the_image_file_cannot_be_removed(room: Room, image_url: str) -> None:
    """The orphaned file is removed by the sweep at the next start."""
    (full,) = image_folder(room.world).rglob("*.full.jpg")
    full.unlink()
    full.mkdir()
    assert room.tablet.delete(image_url.removesuffix("/image")).status_code == 204
    assert room.tablet.get(f"/api/submissions/student/{room.student.id}").json() == []
