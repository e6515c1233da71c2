"""A school's photos are kept in their own location only: not where a disk isn't mounted, not in another school's."""

import logging
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from sqlalchemy import text

from server.database.postgresql import open_single
from server.media import CleanImage, FolderStore, ImageStoreError, VerifiedStore
from server.moving import media_location
from server.moving.media_location import MediaLocation
from tests.factories.caller import Caller, upload_form
from tests.factories.images import photo_jpeg
from tests.factories.object_store import BUCKET, named_in_environment
from tests.factories.process import PROGRAM, ServerProcess
from tests.factories.seated import SeatedClass, seat_at
from tests.factories.swift import Swift
from tests.launcher.conftest import wait_until

IMAGE = CleanImage(full=b"a picture", thumbnail=b"its thumbnail", media_type="image/jpeg", width=4, height=3)
REFUSED = (503, "image_store_unavailable")


class School:
    """A class at a school's server whose photos are on a disk of their own."""

    def __init__(self, server: ServerProcess, seated: SeatedClass) -> None:
        self.server = server
        self.seated = seated

    def upload(self, number: int) -> tuple[int, Any]:
        """Student `number` sends a photo for its goal."""
        student = self.seated.students[number]
        fields = {"goalId": student.goal_id, "studentId": student.id, "classroomId": self.seated.id}
        body, headers = upload_form(fields, photo_jpeg(64, 48))
        with Caller(self.server.port, student.token) as caller:
            return caller.send("POST", "/api/submissions/upload", body, headers)

    def show(self, number: int) -> int:
        """The status of the photo that student `number` sent."""
        student = self.seated.students[number]
        with Caller(self.server.port, student.token) as caller:
            (sent,) = caller.get(f"/api/submissions/student/{student.id}")
            caller.connection.request("GET", f"/api/submissions/{sent['id']}/image", headers=caller.own)
            answer = caller.connection.getresponse()
            answer.read()
            return answer.status

    def health(self) -> tuple[str, str]:
        with Caller(self.server.port) as caller:
            found = caller.get("/api/health")
            return found["status"], found["images"]

    def log(self) -> str:
        """Everything logged so far."""
        return "".join(path.read_text() for path in (self.server.data_dir / "logs").glob("*.log"))


@pytest.fixture
def seated(empty_url: str) -> SeatedClass:
    return seat_at(empty_url, students=4)


def start(url: str, machine: Path, photos: Path | str, program: tuple[str, ...] = PROGRAM) -> ServerProcess:
    media = photos.as_uri() if isinstance(photos, Path) else photos
    settings = {"GOALBUCKS_DATABASE_URL": url, "GOALBUCKS_SCHOOL": "1", "GOALBUCKS_MEDIA_URL": media}
    settings["GOALBUCKS_UPLOAD_LIMIT"] = "1000"  # uploads are repeated until one is taken
    return ServerProcess(machine, environment=settings, program=program)


def code_of(answer: tuple[int, Any]) -> tuple[int, str]:
    status, body = answer
    return status, body.get("code", "")


def test_a_folder_that_goes_and_comes_back_refuses_photos_meanwhile_and_needs_no_restart(
    empty_url: str, seated: SeatedClass, tmp_path: Path
) -> None:
    photos, away = tmp_path / "photos", tmp_path / "away"
    school = School(start(empty_url, tmp_path / "machine", photos), seated)
    try:
        assert school.upload(0)[0] == 201
        photos.rename(away)
        assert code_of(school.upload(1)) == REFUSED
        assert school.show(0) == 503
        wait_until(lambda: school.health() == ("degraded", "unreachable"))
        assert not photos.exists()
        photos.mkdir()  # an empty mount point
        assert code_of(school.upload(1)) == REFUSED
        assert list(photos.iterdir()) == []
        assert school.log().count("has no place.txt") == 1
        photos.rmdir()
        away.rename(photos)
        wait_until(lambda: school.upload(1)[0] == 201)
        assert [school.show(0), school.show(1)] == [200, 200]
        wait_until(lambda: school.health() == ("ok", "ok"))
    finally:
        school.server.stop()


def test_a_server_that_starts_without_its_disk_or_with_another_schools_takes_no_photos(
    empty_url: str, seated: SeatedClass, tmp_path: Path
) -> None:
    right, other = tmp_path / "photos", tmp_path / "other-school"
    MediaLocation(empty_url, FolderStore(right)).verify()
    FolderStore(other).put_name("0" * 32)
    key = FolderStore(other).put(IMAGE)
    school = School(start(empty_url, tmp_path / "machine", other), seated)
    try:
        assert code_of(school.upload(0)) == REFUSED
        assert school.health() == ("degraded", "unreachable")
        assert f"is another one: place.txt there says {'0' * 32}" in school.log()
    finally:
        school.server.stop()
    assert remembered(empty_url) == FolderStore(right).name()
    assert [image.key for image in FolderStore(other).keys()] == [key]  # noqa: SIM118 - likewise


def remembered(url: str) -> str | None:
    with open_single(url).connect() as connection:
        name: str | None = connection.scalar(text("SELECT name FROM image_places"))
        return name


def name_in_a_row(url: str, seated: SeatedClass, key: str) -> None:
    """As if a student had sent this photo."""
    update = text("UPDATE submissions SET image_key = :key WHERE id = :id")
    with open_single(url).begin() as connection:
        connection.execute(update, {"key": key, "id": seated.pending[0]})


@pytest.fixture
def folder(tmp_path: Path) -> FolderStore:
    return FolderStore(tmp_path / "photos")


class TestFirstUse:
    """Which location the database comes to remember."""

    def test_an_empty_folder_gets_a_name_once(self, empty_url: str, folder: FolderStore) -> None:
        MediaLocation(empty_url, folder).verify()
        name = folder.name()
        MediaLocation(empty_url, folder).verify()
        assert (remembered(empty_url), folder.name()) == (name, name)
        assert len(name) == 32

    def test_processes_that_start_at_once_agree_on_one_name(self, empty_url: str, folder: FolderStore) -> None:
        locations = [MediaLocation(empty_url, folder) for _ in range(8)]
        with ThreadPoolExecutor(8) as threads:
            list(threads.map(MediaLocation.verify, locations))
        assert remembered(empty_url) == folder.name()

    def test_a_name_that_a_crash_left_before_the_database_knew_it_is_taken(
        self, empty_url: str, folder: FolderStore
    ) -> None:
        folder.put_name("a" * 32)
        MediaLocation(empty_url, folder).verify()
        assert remembered(empty_url) == "a" * 32

    def test_an_upgraded_database_accepts_the_folder_that_holds_its_photos_and_no_empty_one(
        self, empty_url: str, folder: FolderStore, tmp_path: Path
    ) -> None:
        name_in_a_row(empty_url, seat_at(empty_url, submissions=1, students=1), folder.put(IMAGE))
        with pytest.raises(ImageStoreError):
            MediaLocation(empty_url, FolderStore(tmp_path / "not-mounted")).verify()
        assert remembered(empty_url) is None
        assert not (tmp_path / "not-mounted").exists()
        MediaLocation(empty_url, folder).verify()
        assert remembered(empty_url) == folder.name() != ""

    def test_an_upgraded_database_does_not_accept_another_schools_folder(
        self, empty_url: str, folder: FolderStore
    ) -> None:
        name_in_a_row(empty_url, seat_at(empty_url, submissions=1, students=1), "0" * 32)
        folder.put(IMAGE)
        folder.put_name("b" * 32)
        with pytest.raises(ImageStoreError):
            MediaLocation(empty_url, folder).verify()
        assert (remembered(empty_url), folder.name()) == (None, "b" * 32)


def test_a_database_that_was_restored_meanwhile_counts_as_it_is_now(
    empty_url: str, folder: FolderStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(media_location, "RETRY_SECONDS", 0)
    location = MediaLocation(empty_url, folder)
    location.verify()
    before = folder.name()
    with open_single(empty_url).begin() as connection:
        connection.execute(text("UPDATE image_places SET name = 'another'"))
    folder.put_name("another")
    location.verify()
    folder.put_name(before)
    with pytest.raises(ImageStoreError):
        location.verify()


def test_nothing_is_swept_or_deleted_in_a_wrong_location(empty_url: str, folder: FolderStore, tmp_path: Path) -> None:
    MediaLocation(empty_url, FolderStore(tmp_path / "right")).verify()
    key = folder.put(IMAGE)
    store = VerifiedStore(folder, MediaLocation(empty_url, folder).verify)
    changes = (
        lambda: store.sweep((), timedelta(hours=-1)),
        lambda: store.delete(key),
        lambda: store.put(IMAGE),
        lambda: store.put_back(key, "full", b"changed"),
        lambda: list(store.keys()),
    )
    for change in changes:
        with pytest.raises(ImageStoreError):
            change()
    assert [image.key for image in folder.keys()] == [key]  # noqa: SIM118 - likewise
    assert (folder.read(key, "full"), folder.name()) == (IMAGE.full, "")


def test_a_disk_that_goes_while_a_photo_is_written_takes_the_upload_along(
    empty_url: str, folder: FolderStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = VerifiedStore(folder, MediaLocation(empty_url, folder).verify)
    store.put(IMAGE)
    put = FolderStore.put

    def unmounted(self: FolderStore, image: CleanImage) -> str:
        (tmp_path / "photos").rename(tmp_path / "away")
        return put(self, image)

    monkeypatch.setattr(FolderStore, "put", unmounted)
    with pytest.raises(ImageStoreError):
        store.put(IMAGE)
    assert not [path for path in (tmp_path / "photos").rglob("*") if path.is_file()]


def test_a_missing_location_is_logged_once_and_its_return_too(
    empty_url: str,
    folder: FolderStore,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(media_location, "RETRY_SECONDS", 0)
    caplog.set_level(logging.INFO, "goalbucks.photos")
    location = MediaLocation(empty_url, folder)
    location.verify()
    (tmp_path / "photos").rename(tmp_path / "away")
    for _ in range(3):
        with pytest.raises(ImageStoreError):
            location.verify()
    (tmp_path / "away").rename(tmp_path / "photos")
    location.verify()
    told = [(each.levelname, each.message) for each in caplog.records if each.name == "goalbucks.photos"]
    assert [level for level, _ in told] == ["ERROR", "INFO"]
    assert "no place.txt" in told[0][1]
    assert folder.name() in told[0][1]  # whoever starts with an empty folder on purpose writes it there


def test_while_one_thread_looks_at_a_location_that_hangs_the_others_are_refused_at_once(
    empty_url: str, folder: FolderStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(media_location, "RETRY_SECONDS", 0)
    location = MediaLocation(empty_url, folder)
    location.verify()
    (tmp_path / "photos").rename(tmp_path / "away")
    with pytest.raises(ImageStoreError):
        location.verify()
    hangs, answers = Event(), Event()

    def hang(_: FolderStore) -> str:
        hangs.set()
        assert answers.wait(20)
        raise ImageStoreError

    monkeypatch.setattr(FolderStore, "name", hang)
    with ThreadPoolExecutor(1) as apart:
        looking = apart.submit(location.verify)
        assert hangs.wait(20)
        with pytest.raises(ImageStoreError):
            location.verify()
        assert not looking.done()
        answers.set()


@pytest.fixture
def disk(tmp_path: Path) -> Path:
    """A mount point; `IN_NAMESPACE` mounts there."""
    (tmp_path / "disk").mkdir()
    (tmp_path / "photos").mkdir()
    return tmp_path


IN_NAMESPACE = 'mount -t tmpfs -o size=8m photos "$1/disk" && mount --bind "$1/disk" "$1/photos" && shift && exec "$@"'


@pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="only an administrator of Linux can mount a disk"
)
def test_a_disk_that_is_unmounted_takes_no_photos_until_it_is_mounted_again(
    empty_url: str, seated: SeatedClass, disk: Path
) -> None:
    if subprocess.run(["unshare", "--mount", "mount", "-t", "tmpfs", "t", disk / "disk"], check=False).returncode:
        pytest.skip("this administrator may not mount anything (a container's)")
    program = ("unshare", "--mount", "--propagation=private", "sh", "-c", IN_NAMESPACE, "sh", str(disk), *PROGRAM)
    photos = disk / "photos"
    school = School(start(empty_url, disk / "machine", photos, program), seated)

    def within(*command: str) -> None:
        subprocess.run(["nsenter", f"--target={school.server.process.pid}", "--mount", "--", *command], check=True)

    try:
        assert school.upload(0)[0] == 201
        within("umount", str(photos))
        assert code_of(school.upload(1)) == REFUSED
        assert school.show(0) == 503
        wait_until(lambda: school.health() == ("degraded", "unreachable"))
        assert list(photos.iterdir()) == []  # what the namespace sees, too, without the mount
        within("mount", "--bind", str(disk / "disk"), str(photos))
        wait_until(lambda: school.upload(1)[0] == 201)
        assert [school.show(0), school.show(1)] == [200, 200]
        wait_until(lambda: school.health() == ("ok", "ok"))
    finally:
        school.server.stop()


@pytest.mark.long
def test_an_object_store_that_hangs_refuses_or_stops_refuses_photos_and_recovers_without_a_restart(
    empty_url: str, seated: SeatedClass, swift: Swift, tmp_path: Path
) -> None:
    with named_in_environment(swift.environment):
        school = School(start(empty_url, tmp_path / "machine", f"s3://{BUCKET}/{tmp_path.name}"), seated)
    outages = (
        (swift.pause, swift.resume),
        (swift.stop, swift.start),
        (lambda: swift.stop("object"), lambda: swift.start("object")),
    )
    try:
        assert school.upload(0)[0] == 201
        for number, (goes, comes_back) in enumerate(outages, start=1):
            goes()
            try:
                assert code_of(school.upload(number)) == REFUSED
                assert school.show(0) == 503
                wait_until(lambda: school.health() == ("degraded", "unreachable"))
            finally:
                comes_back()
            wait_until(lambda sent=number: school.upload(sent)[0] == 201)  # type: ignore[misc]
            wait_until(lambda: school.health() == ("ok", "ok"))
        assert [school.show(number) for number in range(4)] == [200] * 4
    finally:
        school.server.stop()


@pytest.mark.long
def test_an_object_store_that_does_not_accept_the_key_refuses_photos_and_all_else_works(
    empty_url: str, seated: SeatedClass, swift: Swift, tmp_path: Path
) -> None:
    with named_in_environment(swift.environment | {"AWS_SECRET_ACCESS_KEY": "wrong"}):
        school = School(start(empty_url, tmp_path / "machine", f"s3://{BUCKET}/{tmp_path.name}"), seated)
    try:
        assert code_of(school.upload(0)) == REFUSED
        assert school.health() == ("degraded", "unreachable")
        assert remembered(empty_url) is None
        with Caller(school.server.port, seated.teacher_token) as teacher:
            assert len(teacher.get(seated.stats)) == len(seated.students)
    finally:
        school.server.stop()
