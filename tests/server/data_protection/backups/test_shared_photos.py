"""Automatic backups store each photo once, in `backups/photos`."""

import errno
import hashlib
import os
import shutil
import sqlite3
import stat
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from server import clock
from server.data_protection.backups import incremental_images, retention
from server.data_protection.backups.archive import Archive
from server.data_protection.backups.atomic_restore import RestoreOptions, install_backup, stage_backup
from server.data_protection.backups.backup_check import BackupCheck
from server.data_protection.backups.errors import (
    BackupDiskFullError,
    BackupFailedError,
    DamagedBackupError,
    SharedImagesMissingError,
)
from server.data_protection.backups.manifest import ManifestEntry
from server.data_protection.backups.self_contained import stream_self_contained
from server.data_protection.backups.service import BackupRequest, BackupService
from server.data_protection.backups.zip_reader import shares_images
from server.settings import Settings
from tests.factories.data_folders import add_images, find_temporary_files, image_digests, read_data_folder, read_tables
from tests.factories.fake_clock import FakeClock

pytestmark = pytest.mark.sqlite_file


def shared_photo_inodes(backups: BackupService) -> dict[str, int]:
    """Return the inode of each shared photo by name; it changes when a photo is rewritten."""
    return {path.name: path.stat().st_ino for path in backups.folder.glob("photos/*/*")}


def shared_photo_path(backups: BackupService, entry: ManifestEntry) -> Path:
    return backups.folder / "photos" / entry.sha256[:2] / f"{entry.sha256}.jpg"


def shared_entries(backup: Path) -> list[ManifestEntry]:
    with Archive(backup) as archive:
        return archive.manifest.shared


def restore(folder: Path, backup: Path, *, without_images: bool = False) -> int:
    folder.mkdir(exist_ok=True)
    backups = BackupService(Settings(data_dir=folder))
    with stage_backup(backups, backup, RestoreOptions(without_images=without_images)) as staged:
        install_backup(backups, staged)
        return staged.missing_images


def count_fsyncs(work: Callable[[], object]) -> int:
    """Return the number of `fsync` calls of this function."""
    real, count = os.fsync, 0

    def fsync(descriptor: int) -> None:
        nonlocal count
        count += 1
        real(descriptor)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", fsync)
        work()
    return count


def remove_images(folder: Path, *keys: str) -> None:
    """Remove images from rows and files, as photo retention does."""
    with closing(sqlite3.connect(folder / "goalbucks.db")) as connection, connection:
        for key in keys:
            connection.execute("UPDATE submissions SET image_key = NULL WHERE image_key = ?", (key,))
    BackupService(Settings(data_dir=folder)).images.delete(*keys)


def test_daily_backup_copies_only_photos_not_yet_shared(backups: BackupService, folder: Path) -> None:
    first = backups.write(BackupRequest("daily"))
    copied = shared_photo_inodes(backups)
    assert copied.keys() == {f"{digest}.jpg" for digest in image_digests(folder).values()}
    with zipfile.ZipFile(first) as file:
        assert file.namelist() == ["goalbucks.db", "manifest.json"]
    add_images(folder, 1)
    backups.write(BackupRequest("daily"))
    after = shared_photo_inodes(backups)
    assert len(after) == len(copied) + 2
    assert copied.items() <= after.items()
    assert find_temporary_files(folder) == []


def test_shared_photos_are_readable_by_this_user_only(backups: BackupService) -> None:
    backups.write(BackupRequest("daily"))
    for path in [backups.folder / "photos", *backups.folder.glob("photos/**/*")]:
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600)


@pytest.mark.parametrize("kind", ["daily", "before-restore"])
def test_copied_backups_folder_restores_everything_on_another_computer(
    backups: BackupService, folder: Path, tmp_path: Path, kind: retention.BackupKind
) -> None:
    if kind != "daily":
        backups.write(BackupRequest("daily"))
    written = backups.write(BackupRequest(kind))
    assert len(shared_entries(written)) == 10
    stick = shutil.copytree(backups.folder, tmp_path / "stick")
    assert restore(tmp_path / "elsewhere", stick / written.name) == 0
    assert read_data_folder(tmp_path / "elsewhere") == read_data_folder(folder)


@pytest.mark.parametrize("kind", ["before-deleting-class", "before-restore"])
def test_pre_delete_backup_contains_its_photos_until_a_daily_backup_has_shared_them(
    backups: BackupService, folder: Path, tmp_path: Path, kind: retention.BackupKind
) -> None:
    (classroom,) = read_tables(folder / "goalbucks.db")["classrooms"]
    order = BackupRequest(kind, images="class", classroom_id=str(classroom["id"]))
    syncs = count_fsyncs(lambda: backups.write(order))
    assert syncs < 10
    assert shared_photo_inodes(backups) == {}
    (written,) = backups.folder.glob("*.backup")
    assert restore(tmp_path / "elsewhere", written) == 0
    assert read_data_folder(tmp_path / "elsewhere") == read_data_folder(folder)
    backups.write(BackupRequest("daily"))
    assert len(shared_entries(backups.write(order))) == 10


def test_daily_backup_without_its_photos_is_refused_before_any_change(
    backups: BackupService, folder: Path, tmp_path: Path
) -> None:
    alone = tmp_path / "alone.backup"
    shutil.copy(backups.write(BackupRequest("daily")), alone)
    elsewhere = tmp_path / "elsewhere"
    with pytest.raises(SharedImagesMissingError, match="photos of this backup are not with it"):
        restore(elsewhere, alone)
    assert list(elsewhere.iterdir()) == []
    assert restore(elsewhere, alone, without_images=True) == 10
    assert read_tables(elsewhere / "goalbucks.db") == read_tables(folder / "goalbucks.db")
    assert image_digests(elsewhere) == {}
    assert restore(folder, alone) == 0  # exclude the shared photos of this computer


def test_missing_or_damaged_photo_does_not_prevent_restoring_the_rest(
    backups: BackupService, folder: Path, tmp_path: Path
) -> None:
    written = backups.write(BackupRequest("daily"))
    missing, damaged, *_ = shared_entries(written)
    shared_photo_path(backups, missing).unlink()
    shared_photo_path(backups, damaged).write_bytes(bytes(damaged.size))
    assert restore(tmp_path / "elsewhere", written) == 2
    lost = {each.name.rsplit("/", 1)[1] for each in (missing, damaged)}
    whole = {name: digest for name, digest in image_digests(folder).items() if name not in lost}
    assert read_data_folder(tmp_path / "elsewhere") == (read_tables(folder / "goalbucks.db"), whole)
    found = BackupCheck(backups.folder)
    assert found.summary == "Backups: 1, and 10 photo files that they share."
    assert found.problems == [f"Of the 10 photo files of the backup {written.name}, 2 are missing or damaged."]


def test_missing_or_truncated_shared_photo_is_copied_again(backups: BackupService) -> None:
    gone, cut_off, *_ = shared_entries(backups.write(BackupRequest("daily")))
    shared_photo_path(backups, gone).unlink()
    shared_photo_path(backups, cut_off).write_bytes(b"")
    backups.write(BackupRequest("daily"))
    for entry in (gone, cut_off):
        assert hashlib.sha256(shared_photo_path(backups, entry).read_bytes()).hexdigest() == entry.sha256


def test_corrupted_shared_photo_is_replaced_within_32_daily_backups(
    backups: BackupService, clock_from_now: FakeClock
) -> None:
    *_, rotten = sorted(shared_entries(backups.write(BackupRequest("daily"))), key=lambda entry: entry.sha256)
    shared_photo_path(backups, rotten).write_bytes(bytes(rotten.size))
    for _ in range(32):
        clock_from_now.advance(days=1)
        backups.write(BackupRequest("daily"))
    assert hashlib.sha256(shared_photo_path(backups, rotten).read_bytes()).hexdigest() == rotten.sha256


def test_shared_photos_are_removed_with_the_last_backup_that_references_them(
    backups: BackupService, folder: Path, clock_from_now: FakeClock
) -> None:
    (key,) = add_images(folder, 1)
    removed = {f"{digest}.jpg" for name, digest in image_digests(folder).items() if name.startswith(key)}
    named = backups.write(BackupRequest("daily"))
    others = shared_photo_inodes(backups).keys() - removed
    remove_images(folder, key)
    while named.exists() or named.with_name(named.name.replace("daily", "weekly")).exists():
        assert shared_photo_inodes(backups).keys() == others | removed
        clock_from_now.advance(days=2)
        backups.write(BackupRequest("daily"))
    assert shared_photo_inodes(backups).keys() == others


def test_renamed_and_pre_delete_backups_keep_their_photos(
    backups: BackupService, folder: Path, clock_from_now: FakeClock, tmp_path: Path
) -> None:
    (classroom,) = read_tables(folder / "goalbucks.db")["classrooms"]
    everything = image_digests(folder)
    daily = backups.write(BackupRequest("daily"))
    before = backups.write(BackupRequest("before-deleting-class", images="class", classroom_id=str(classroom["id"])))
    renamed = daily.rename(backups.folder / "before the holidays.backup")
    remove_images(folder, *{name.split(".")[0] for name in everything})
    for _ in range(9):
        clock_from_now.advance(days=2)
        backups.write(BackupRequest("daily"))
    for each in (before, renamed):
        assert restore(tmp_path / each.stem, each) == 0
        assert image_digests(tmp_path / each.stem) == everything
    for each in (before, renamed):
        each.unlink()
    for _ in range(40):
        clock_from_now.advance(days=8)
        backups.write(BackupRequest("daily"))
    assert shared_photo_inodes(backups) == {}


def test_shared_photos_less_than_a_day_old_are_kept_without_a_backup(
    backups: BackupService, clock_from_now: FakeClock
) -> None:
    backups.write(BackupRequest("daily"))
    coming = backups.folder / "photos" / "ab" / f"{'ab' * 32}.jpg"
    coming.parent.mkdir(exist_ok=True)
    coming.write_bytes(b"copied in")
    os.utime(coming, (0, 0))  # copying programs may preserve the modification time
    backups.write(BackupRequest("daily"))
    assert coming.exists()
    clock_from_now.advance(days=2)
    os.utime(coming, (clock.now().timestamp(),) * 2)  # on Windows `st_ctime` is the creation time
    backups.write(BackupRequest("daily"))
    assert coming.exists()
    clock_from_now.advance(days=2)
    backups.write(BackupRequest("daily"))
    assert not coming.exists()


def test_shared_photos_are_not_removed_during_a_backup(backups: BackupService) -> None:
    digest = "ab" * 32
    unreferenced = backups.folder / "photos" / "ab" / f"{digest}.jpg"
    unreferenced.parent.mkdir(parents=True)
    unreferenced.touch()
    with ThreadPoolExecutor(1) as apart:
        with backups.shared_images.removal_blocked():
            removed = apart.submit(backups.remove_unreferenced_images, keep_recent=False)
            with pytest.raises(TimeoutError):
                removed.result(0.1)
            assert unreferenced.exists()
        assert removed.result(20)
    assert not unreferenced.exists()


def test_shared_photos_are_not_removed_while_a_daily_backup_becomes_weekly(
    backups: BackupService, monkeypatch: pytest.MonkeyPatch
) -> None:
    prune = retention.prune

    with ThreadPoolExecutor(1) as apart:

        def prune_while_removing(folder: Path, written: Path, protected: set[Path]) -> None:
            removed = apart.submit(backups.remove_unreferenced_images, keep_recent=False)
            with pytest.raises(TimeoutError):
                removed.result(0.1)
            prune(folder, written, protected)

        monkeypatch.setattr(retention, "prune", prune_while_removing)
        backups.write(BackupRequest("by-hand"))


def test_shared_photos_are_not_removed_when_a_backup_is_renamed_concurrently(
    backups: BackupService, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = backups.write(BackupRequest("daily"))
    kept = shared_photo_inodes(backups)

    def shares_photos_once_renamed(path: Path) -> bool:
        written.rename(written.with_name("a-renamed.backup"))
        return shares_images(path)

    monkeypatch.setattr(incremental_images, "shares_images", shares_photos_once_renamed)
    assert not backups.remove_unreferenced_images(keep_recent=False)
    assert shared_photo_inodes(backups) == kept


def test_shared_photos_are_not_removed_beside_an_unreadable_backup(
    backups: BackupService, folder: Path, clock_from_now: FakeClock
) -> None:
    written = backups.write(BackupRequest("daily"))
    newer = written.with_name("of-a-newer-program.backup")
    with zipfile.ZipFile(written) as old, zipfile.ZipFile(newer, "w") as new:
        new.writestr("goalbucks.db", old.read("goalbucks.db"))
        new.writestr("manifest.json", b'{"format": 3}')
        new.comment = old.comment
    written.unlink()
    remove_images(folder, *{name.split(".")[0] for name in image_digests(folder)})
    kept = shared_photo_inodes(backups)
    clock_from_now.advance(days=2)
    backups.write(BackupRequest("daily"))
    assert shared_photo_inodes(backups) == kept
    newer.unlink()
    backups.write(BackupRequest("daily"))
    assert shared_photo_inodes(backups) == {}


def test_daily_backups_of_earlier_releases_stay_restorable_with_their_photos(
    backups: BackupService, folder: Path, clock_from_now: FakeClock, tmp_path: Path
) -> None:
    earlier = retention.new_backup_path(backups.folder, "daily")
    backups.write(BackupRequest("by-hand")).rename(earlier)
    clock_from_now.advance(days=1)
    backups.write(BackupRequest("daily"))
    shutil.rmtree(backups.folder / "photos")
    assert restore(tmp_path / "elsewhere", earlier) == 0
    assert read_data_folder(tmp_path / "elsewhere") == read_data_folder(folder)


def test_failed_backup_leaves_shared_photos_of_other_backups(folder: Path, tmp_path: Path) -> None:
    (classroom,) = read_tables(folder / "goalbucks.db")["classrooms"]
    BackupService(Settings(data_dir=folder)).write(BackupRequest("daily"))
    add_images(folder, 1)
    finished: list[Path] = []

    @contextmanager
    def failing() -> Iterator[None]:
        yield
        order = BackupRequest("before-deleting-class", images="class", classroom_id=str(classroom["id"]))
        finished.append(shared_with.write(order))
        raise OSError(errno.EIO, "the disk fails")

    failing_daily = BackupService(Settings(data_dir=folder), pause_deletes=failing)
    shared_with = BackupService(Settings(data_dir=folder))
    shared_with.shared_images = failing_daily.shared_images  # both use the same lock, as within one server
    with pytest.raises(BackupFailedError):
        failing_daily.write(BackupRequest("daily"))
    assert restore(tmp_path / "elsewhere", finished[0]) == 0
    assert len(image_digests(tmp_path / "elsewhere")) == 12
    assert find_temporary_files(folder) == []


@pytest.mark.parametrize("sync", [0, 7, 11])
def test_disk_full_leaves_shared_photos_of_earlier_backups(
    backups: BackupService, folder: Path, fail_fsync_after: Callable[[int], None], sync: int
) -> None:
    backups.write(BackupRequest("daily"))
    before = shared_photo_inodes(backups)
    add_images(folder, 5)
    with pytest.MonkeyPatch.context():
        fail_fsync_after(sync)
        with pytest.raises(BackupDiskFullError):
            backups.write(BackupRequest("daily"))
    assert before.items() <= shared_photo_inodes(backups).items()
    assert find_temporary_files(folder) == []


def test_full_copy_of_a_daily_backup_equals_a_manual_backup(
    backups: BackupService, folder: Path, tmp_path: Path
) -> None:
    written = backups.write(BackupRequest("daily"))
    copy = tmp_path / "copy.backup"
    copy.write_bytes(b"".join(stream_self_contained(Archive(written))))
    by_hand = backups.write(BackupRequest("by-hand", target=tmp_path / "by-hand.backup"))
    with zipfile.ZipFile(copy) as one, zipfile.ZipFile(by_hand) as other:
        assert set(one.namelist()) == set(other.namelist())
    assert restore(tmp_path / "elsewhere", copy) == 0
    assert read_data_folder(tmp_path / "elsewhere") == read_data_folder(folder)


def test_manifest_cannot_reference_a_file_outside_the_shared_photos_folder(
    backups: BackupService, tmp_path: Path
) -> None:
    written = backups.write(BackupRequest("daily"))
    (first, *_) = shared_entries(written)
    other = written.with_name("other.backup")
    with zipfile.ZipFile(written) as old, zipfile.ZipFile(other, "w") as new:
        new.writestr("goalbucks.db", old.read("goalbucks.db"))
        new.writestr("manifest.json", old.read("manifest.json").replace(first.sha256.encode(), b"../../goalbucks"))
    with pytest.raises(DamagedBackupError):
        restore(tmp_path / "elsewhere", other)
