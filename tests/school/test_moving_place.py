"""Pictures go where the school's server looks for them, or nothing moves."""

import hashlib
from pathlib import Path

import pytest
from sqlalchemy import text

from server.database.postgresql import open_unpooled_engine
from server.media import IMAGE_SIZES, FolderStore, open_media_store
from server.school.importing.media_location import MediaLocation
from tests.factories.folders import images_of
from tests.factories.object_store import BUCKET, named_in_environment
from tests.factories.process import ServerProcess
from tests.factories.school import pictures_in, rows_of
from tests.factories.swift import Swift
from tests.launcher.conftest import wait_until
from tests.school.moves import MOVED, MoveTo, bucket, change, folder, lived_in, move_to

__all__ = ["bucket", "folder", "lived_in", "move_to"]
WRONG = "The school's server keeps its pictures in another place"


def test_another_bucket_or_folder_than_the_schools_is_refused(folder: Path, move_to: MoveTo, tmp_path: Path) -> None:
    right = move_to.media
    copy = FolderStore(tmp_path / "other-school")
    copy.write_location_id("0" * 32)
    elsewhere = ((tmp_path / name).as_uri() for name in ("typo", "other-school"))
    for wrong in (f"{right}-other", right.rpartition("/")[0], *elsewhere):
        move_to.media = wrong
        assert WRONG in move_to(folder, code=1)
        assert WRONG in move_to(folder, more=("--dry-run",), code=1)
    assert not any(rows_of(move_to.url, MOVED).values())
    assert not pictures_in(right)
    assert not (tmp_path / "typo").exists()
    assert not (folder / "moved.json").exists()
    move_to.media = f"{right}/"  # the same, spelled otherwise
    move_to(folder)


def test_a_school_that_never_started_has_to_say_where_first(folder: Path, move_to: MoveTo) -> None:
    change(move_to.url, "DELETE FROM image_places")
    assert "start the school's server once" in move_to(folder, code=1)
    assert not any(rows_of(move_to.url, MOVED).values())


def test_classes_without_pictures_need_no_place(folder: Path, move_to: MoveTo) -> None:
    change(move_to.url, "DELETE FROM image_places")
    change(f"sqlite+pysqlite:///{folder / 'goalbucks.db'}", "UPDATE submissions SET image_key = NULL")
    assert "Pictures: none." in move_to(folder)


def test_a_link_to_the_schools_folder_is_as_good(folder: Path, move_to: MoveTo, tmp_path: Path) -> None:
    change(move_to.url, "DELETE FROM image_places")
    settings = {"GOALBUCKS_DATABASE_URL": move_to.url, "GOALBUCKS_SCHOOL": "1"}
    server = ServerProcess(tmp_path / "machine", environment=settings)
    try:
        wait_until(lambda: _remembered(move_to.url) is not None)
    finally:
        server.stop()
    assert WRONG in move_to(folder, code=1)
    (tmp_path / "link").symlink_to(tmp_path / "machine" / "images")
    move_to.media = (tmp_path / "link").as_uri()
    move_to(folder)
    assert images_of(folder).items() <= images_of(tmp_path / "machine").items()


def test_a_place_that_has_a_name_keeps_it(move_to: MoveTo, tmp_path: Path) -> None:
    """A restored database, or one after the other: whoever looks there calls it the same."""
    name = _remembered(move_to.url)
    change(move_to.url, "DELETE FROM image_places")
    MediaLocation(move_to.url, open_media_store(move_to.media, tmp_path)).verify()
    assert _remembered(move_to.url) == name


def test_a_place_that_cant_be_reached_is_told(folder: Path, move_to: MoveTo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:1")
    assert "The place of the school's pictures can't be read or written." in move_to(folder, code=1)
    assert not any(rows_of(move_to.url, MOVED).values())


@pytest.mark.long
def test_classes_move_into_a_real_object_store_with_all_their_pictures(
    folder: Path,
    empty_url: str,
    swift: Swift,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    media = f"s3://{BUCKET}/{folder.parent.name}"
    with named_in_environment(swift.environment):
        store = open_media_store(media, folder)
        MediaLocation(empty_url, store).verify()
        move_to = MoveTo(empty_url, media, capsys, monkeypatch)
        move_to(folder)
        there = {f"{each.key}.{size}.jpg": store.read(each.key, size) for each in store.keys() for size in IMAGE_SIZES}  # noqa: SIM118 - no dictionary
    assert {name: hashlib.sha256(data).hexdigest() for name, data in there.items()} == images_of(folder)


def _remembered(url: str) -> str | None:
    with open_unpooled_engine(url).connect() as connection:
        found: str | None = connection.scalar(text("SELECT name FROM image_places"))
        return found
