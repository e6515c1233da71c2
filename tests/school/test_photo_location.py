"""A school's photos are stored in their own location only: not in an unmounted folder, not in another school's."""

import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import text

from server.database.postgresql import open_unpooled_engine
from server.media import CleanImage, FolderStore, ImageStorageError, VerifiedStore
from server.school import media_location
from server.school.media_location import MediaLocation
from tests.school.school_server import IMAGE, recorded_location, reference_photo


@pytest.fixture
def folder(tmp_path: Path) -> FolderStore:
    return FolderStore(tmp_path / "photos")


class TestFirstUse:
    """Which location the database records."""

    def test_an_empty_folder_gets_a_location_id_once(self, empty_url: str, folder: FolderStore) -> None:
        MediaLocation(empty_url, folder).verify()
        location_id = folder.read_location_id()
        MediaLocation(empty_url, folder).verify()
        assert (recorded_location(empty_url), folder.read_location_id()) == (location_id, location_id)
        assert len(location_id) == 32

    def test_processes_that_start_simultaneously_agree_on_one_location_id(
        self, empty_url: str, folder: FolderStore
    ) -> None:
        locations = [MediaLocation(empty_url, folder) for _ in range(8)]
        with ThreadPoolExecutor(8) as threads:
            list(threads.map(MediaLocation.verify, locations))
        assert recorded_location(empty_url) == folder.read_location_id()

    def test_a_location_id_left_by_a_crash_before_it_was_recorded_is_adopted(
        self, empty_url: str, folder: FolderStore
    ) -> None:
        folder.write_location_id("a" * 32)
        MediaLocation(empty_url, folder).verify()
        assert recorded_location(empty_url) == "a" * 32

    def test_an_upgraded_database_accepts_the_folder_that_holds_its_photos_and_no_empty_one(
        self, empty_url: str, folder: FolderStore, tmp_path: Path
    ) -> None:
        reference_photo(empty_url, folder.put(IMAGE))
        with pytest.raises(ImageStorageError):
            MediaLocation(empty_url, FolderStore(tmp_path / "not-mounted")).verify()
        assert recorded_location(empty_url) is None
        assert not (tmp_path / "not-mounted").exists()
        MediaLocation(empty_url, folder).verify()
        assert recorded_location(empty_url) == folder.read_location_id() != ""

    def test_an_upgraded_database_does_not_accept_another_schools_folder(
        self, empty_url: str, folder: FolderStore
    ) -> None:
        reference_photo(empty_url, "0" * 32)
        folder.put(IMAGE)
        folder.write_location_id("b" * 32)
        with pytest.raises(ImageStorageError):
            MediaLocation(empty_url, folder).verify()
        assert (recorded_location(empty_url), folder.read_location_id()) == (None, "b" * 32)


def test_a_restored_database_decides_which_location_is_accepted(
    empty_url: str, folder: FolderStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(media_location, "RETRY_SECONDS", 0)
    location = MediaLocation(empty_url, folder)
    location.verify()
    before = folder.read_location_id()
    with open_unpooled_engine(empty_url).begin() as connection:
        connection.execute(text("UPDATE image_places SET name = 'another'"))
    folder.write_location_id("another")
    location.verify()
    folder.write_location_id(before)
    with pytest.raises(ImageStorageError):
        location.verify()


def test_nothing_is_deleted_in_a_wrong_location(empty_url: str, folder: FolderStore, tmp_path: Path) -> None:
    MediaLocation(empty_url, FolderStore(tmp_path / "right")).verify()
    key = folder.put(IMAGE)
    store = VerifiedStore(folder, MediaLocation(empty_url, folder).verify)
    changes = (
        lambda: store.delete_unreferenced((), timedelta(hours=-1)),
        lambda: store.delete(key),
        lambda: store.put(IMAGE),
        lambda: store.put_file(key, "full", b"changed"),
        lambda: list(store.keys()),
    )
    for change in changes:
        with pytest.raises(ImageStorageError):
            change()
    assert [image.key for image in folder.keys()] == [key]  # noqa: SIM118 - likewise
    assert (folder.read(key, "full"), folder.read_location_id()) == (IMAGE.full, "")


def test_an_upload_fails_if_the_disk_is_unmounted_while_it_is_written(
    empty_url: str, folder: FolderStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = VerifiedStore(folder, MediaLocation(empty_url, folder).verify)
    store.put(IMAGE)
    put = FolderStore.put

    def unmounted(self: FolderStore, image: CleanImage) -> str:
        (tmp_path / "photos").rename(tmp_path / "away")
        return put(self, image)

    monkeypatch.setattr(FolderStore, "put", unmounted)
    with pytest.raises(ImageStorageError):
        store.put(IMAGE)
    assert not [path for path in (tmp_path / "photos").rglob("*") if path.is_file()]


def test_a_missing_location_and_its_return_are_each_logged_once(
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
        with pytest.raises(ImageStorageError):
            location.verify()
    (tmp_path / "away").rename(tmp_path / "photos")
    location.verify()
    logged = [(each.levelname, each.message) for each in caplog.records if each.name == "goalbucks.photos"]
    assert [level for level, _ in logged] == ["ERROR", "INFO"]
    assert "no place.txt" in logged[0][1]
    assert folder.read_location_id() in logged[0][1]  # for an administrator who starts with an empty folder on purpose


def test_while_one_thread_checks_a_hanging_location_the_others_are_refused_at_once(
    empty_url: str, folder: FolderStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(media_location, "RETRY_SECONDS", 0)
    location = MediaLocation(empty_url, folder)
    location.verify()
    (tmp_path / "photos").rename(tmp_path / "away")
    with pytest.raises(ImageStorageError):
        location.verify()
    hangs, may_respond = Event(), Event()

    def hang(_: FolderStore) -> str:
        hangs.set()
        assert may_respond.wait(20)
        raise ImageStorageError

    monkeypatch.setattr(FolderStore, "read_location_id", hang)
    with ThreadPoolExecutor(1) as apart:
        looking = apart.submit(location.verify)
        assert hangs.wait(20)
        with pytest.raises(ImageStorageError):
            location.verify()
        assert not looking.done()
        may_respond.set()
