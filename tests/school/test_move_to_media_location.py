"""`goalbucks move-to` copies images only to the image storage that the school's server uses."""

import hashlib
from pathlib import Path

import pytest
from sqlalchemy import text

from server.database.postgresql import open_unpooled_engine
from server.media import IMAGE_SIZES, FolderStore, open_media_store
from server.school.media_location import MediaLocation
from tests.factories.data_folders import image_digests
from tests.factories.object_store import BUCKET, override_environment
from tests.factories.openstack_swift import SwiftServer
from tests.factories.school_data import object_digests, sqlite_url
from tests.factories.server_process import ServerProcess
from tests.factories.waiting import wait_until
from tests.school.move_to import MoveTo, bucket, execute, folder, folder_template, move_to

__all__ = ["bucket", "folder", "folder_template", "move_to"]
WRONG = "The school's server stores its photos at another location"


def test_another_bucket_or_folder_than_the_schools_is_refused(folder: Path, move_to: MoveTo, tmp_path: Path) -> None:
    right = move_to.media
    copy = FolderStore(tmp_path / "other-school")
    copy.write_location_id("0" * 32)
    elsewhere = ((tmp_path / name).as_uri() for name in ("typo", "other-school"))
    for wrong in (f"{right}-other", right.rpartition("/")[0], *elsewhere):
        move_to.media = wrong
        assert WRONG in move_to(folder, code=1)
        assert WRONG in move_to(folder, more=("--dry-run",), code=1)
    assert not any(move_to.school_rows().values())
    assert not object_digests(right)
    assert not (tmp_path / "typo").exists()
    assert not (folder / "moved.json").exists()
    move_to.media = f"{right}/"  # the same location
    move_to(folder)


def test_images_need_a_registered_location_and_a_folder_without_images_does_not(folder: Path, move_to: MoveTo) -> None:
    execute(move_to.url, "DELETE FROM image_places")
    assert "start the school's server once" in move_to(folder, code=1)
    assert not any(move_to.school_rows().values())
    execute(sqlite_url(folder), "UPDATE submissions SET image_key = NULL")
    assert "Photos: none." in move_to(folder)


def test_a_link_to_the_schools_image_folder_is_accepted(folder: Path, move_to: MoveTo, tmp_path: Path) -> None:
    execute(move_to.url, "DELETE FROM image_places")
    settings = {"GOALBUCKS_DATABASE_URL": move_to.url, "GOALBUCKS_SCHOOL": "1"}
    server = ServerProcess(tmp_path / "machine", environment=settings, forked=True)
    try:
        wait_until(lambda: _registered_location_id(move_to.url) is not None)
    finally:
        server.stop()
    assert WRONG in move_to(folder, code=1)
    (tmp_path / "link").symlink_to(tmp_path / "machine" / "images")
    move_to.media = (tmp_path / "link").as_uri()
    move_to(folder)
    assert image_digests(folder).items() <= image_digests(tmp_path / "machine").items()


def test_a_registered_location_keeps_its_id_when_the_database_lost_it(move_to: MoveTo, tmp_path: Path) -> None:
    location_id = _registered_location_id(move_to.url)
    execute(move_to.url, "DELETE FROM image_places")
    MediaLocation(move_to.url, open_media_store(move_to.media, tmp_path)).verify()
    assert _registered_location_id(move_to.url) == location_id


def test_an_unreachable_image_storage_is_reported(
    folder: Path, move_to: MoveTo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:1")
    assert "The school's photo storage can't be read or written." in move_to(folder, code=1)
    assert not any(move_to.school_rows().values())


@pytest.mark.long
def test_all_images_are_copied_to_a_real_object_store(
    folder: Path,
    empty_url: str,
    swift: SwiftServer,
    capsys: pytest.CaptureFixture[str],
) -> None:
    media = f"s3://{BUCKET}/{folder.parent.name}"
    with override_environment(swift.environment):
        store = open_media_store(media, folder)
        MediaLocation(empty_url, store).verify()
        move_to = MoveTo(empty_url, media, capsys)
        move_to(folder)
        there = {f"{each.key}.{size}.jpg": store.read(each.key, size) for each in store.keys() for size in IMAGE_SIZES}  # noqa: SIM118 - no dictionary
    assert {name: hashlib.sha256(data).hexdigest() for name, data in there.items()} == image_digests(folder)


def _registered_location_id(url: str) -> str | None:
    with open_unpooled_engine(url).connect() as connection:
        found: str | None = connection.scalar(text("SELECT name FROM image_places"))
        return found
