"""Writing a backup: one verified file with the whole content, or an error and no file."""

import json
import sqlite3
import stat
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Literal

import pytest

from server.data_protection.backups import backup_writer
from server.data_protection.backups.archive_writer import ArchiveWriter
from server.data_protection.backups.errors import (
    BackupCancelledError,
    BackupDiskFullError,
    BackupFailedError,
    BackupFileExistsError,
    DatabaseDamagedError,
)
from server.data_protection.backups.service import BackupRequest, BackupService
from server.media import DeferredDeletes, FolderStore
from server.settings import Settings
from tests.factories.data_folders import execute, find_temporary_files, image_digests, read_tables
from tests.factories.fake_clock import FakeClock

pytestmark = pytest.mark.sqlite_file


def test_backup_is_one_private_file_with_database_images_and_manifest(
    backups: BackupService, folder: Path, tmp_path: Path
) -> None:
    written = backups.write(BackupRequest("by-hand"))
    assert written.parent == folder / "backups"
    assert (stat.S_IMODE(written.stat().st_mode), stat.S_IMODE(written.parent.stat().st_mode)) == (0o600, 0o700)
    with zipfile.ZipFile(written) as file:
        assert file.namelist()[0] == "goalbucks.db"
        assert file.namelist()[-1] == "manifest.json"
        assert {info.compress_type for info in file.infolist() if "images" in info.filename} == {zipfile.ZIP_STORED}
        manifest = json.loads(file.read("manifest.json"))
        file.extractall(tmp_path / "unpacked")
    assert read_tables(tmp_path / "unpacked" / "goalbucks.db") == read_tables(folder / "goalbucks.db")
    assert image_digests(tmp_path / "unpacked") == image_digests(folder)
    assert (manifest["format"], manifest["kind"], manifest["images"]) == (1, "by-hand", "all")
    assert manifest["counts"]["submissions"] == len(read_tables(folder / "goalbucks.db")["submissions"])
    assert find_temporary_files(folder) == []


def test_backup_includes_committed_rows_of_the_wal(backups: BackupService, folder: Path) -> None:
    with closing(sqlite3.connect(folder / "goalbucks.db")) as server:
        server.execute("PRAGMA journal_mode=WAL")
        server.execute("UPDATE classrooms SET name = 'Renamed a moment ago'")
        server.commit()
        server.execute("UPDATE classrooms SET name = 'Not committed'")
        written = backups.write(BackupRequest("by-hand"))
    with zipfile.ZipFile(written) as file:
        file.extract("goalbucks.db", folder / "unpacked")
    assert read_tables(folder / "unpacked" / "goalbucks.db")["classrooms"][0]["name"] == "Renamed a moment ago"


@pytest.mark.spec("15.8")
def test_backup_that_fails_verification_is_deleted_and_recorded_as_failed(
    backups: BackupService, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finish = ArchiveWriter.finish

    def finish_badly(self: ArchiveWriter, *args: object) -> None:
        finish(self, *args)  # type: ignore[arg-type]
        self.file.seek(60)
        self.file.write(b"rotten")

    monkeypatch.setattr(ArchiveWriter, "finish", finish_badly)
    with pytest.raises(BackupFailedError, match="not the same"):
        backups.write(BackupRequest("daily"))
    assert [path for path in backups.folder.iterdir() if path.is_file()] == []
    assert find_temporary_files(folder) == []
    assert backups.failure is not None
    assert "not the same" in backups.failure.sentence.format()


def test_successful_backup_clears_the_recorded_failure(backups: BackupService, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(backup_writer, "snapshot", lambda *_: (_ for _ in ()).throw(OSError(5, "I/O error")))
        with pytest.raises(BackupFailedError):
            backups.write(BackupRequest("daily"))
    assert backups.failure is not None
    backups.write(BackupRequest("daily"))
    assert backups.failure is None


def test_missing_image_does_not_prevent_a_backup(backups: BackupService, folder: Path) -> None:
    lost = next((folder / "images").rglob("*.full.jpg"))
    lost.unlink()
    written = backups.write(BackupRequest("by-hand"))
    with zipfile.ZipFile(written) as file:
        manifest = json.loads(file.read("manifest.json"))
    assert [name.rsplit("/", 1)[1] for name in manifest["missing_images"]] == [lost.name]
    assert sum("images/" in each[0] for each in manifest["entries"]) == 9


def test_damaged_database_is_not_backed_up(backups: BackupService, folder: Path) -> None:
    path = folder / "goalbucks.db"
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(DatabaseDamagedError):
        backups.write(BackupRequest("daily"))
    assert list(backups.folder.iterdir()) == []


def test_dangling_references_do_not_prevent_a_backup(backups: BackupService, folder: Path) -> None:
    execute(folder, "DELETE FROM teachers")
    assert backups.write(BackupRequest("daily")).exists()


def test_too_little_free_space_is_reported_before_writing(
    backups: BackupService, folder: Path, set_free_space: Callable[[int], None]
) -> None:
    set_free_space(100_000)
    with pytest.raises(BackupDiskFullError, match=r"are needed, and 100 KB are free"):
        backups.write(BackupRequest("by-hand"))
    assert list(backups.folder.iterdir()) == []
    assert find_temporary_files(folder) == []


@pytest.mark.parametrize("sync", [0, 1])
def test_disk_full_during_a_backup_leaves_no_partial_file(
    backups: BackupService, folder: Path, fail_fsync_after: Callable[[int], None], sync: int
) -> None:
    fail_fsync_after(sync)
    with pytest.raises(BackupDiskFullError):
        backups.write(BackupRequest("by-hand"))
    assert list(backups.folder.iterdir()) == []
    assert find_temporary_files(folder) == []


def test_existing_file_is_never_overwritten(backups: BackupService, tmp_path: Path) -> None:
    there = tmp_path / "stick.backup"
    there.write_text("last year's")
    with pytest.raises(BackupFileExistsError):
        backups.write(BackupRequest("by-hand", target=there))
    assert there.read_text() == "last year's"


def test_shutdown_cancels_a_running_backup(backups: BackupService, folder: Path) -> None:
    backups.cancel()
    with pytest.raises(BackupCancelledError):
        backups.write(BackupRequest("daily"))
    assert list(backups.folder.iterdir()) == []
    assert find_temporary_files(folder) == []
    assert backups.failure is None


def test_images_deleted_during_a_backup_are_in_it_and_removed_afterwards(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(data_dir=folder)
    store = FolderStore(settings.image_dir)
    deferred_deletes = DeferredDeletes(store)
    before = image_digests(folder)
    add = ArchiveWriter.add_file

    def delete_meanwhile(self: ArchiveWriter, name: str, path: Path) -> None:
        add(self, name, path)
        deferred_deletes.delete({image.key for image in store.keys()})  # noqa: SIM118 - no dictionary
        assert image_digests(folder) == before

    monkeypatch.setattr(ArchiveWriter, "add_file", delete_meanwhile)
    written = BackupService(settings, pause_deletes=deferred_deletes.pause).write(BackupRequest("by-hand"))
    with zipfile.ZipFile(written) as file:
        assert {name.rsplit("/", 1)[1] for name in file.namelist() if "images/" in name} == set(before)
    assert image_digests(folder) == {}


def test_start_removes_partial_files_of_a_crash_but_not_of_a_running_command(
    backups: BackupService, folder: Path, clock_from_now: FakeClock
) -> None:
    for owner in ("server", "command"):
        (folder / f"temporary-{owner}-1").mkdir()
        (folder / "backups").mkdir(exist_ok=True)
        (folder / "backups" / f".{owner}-1.part").touch()
    backups.remove_leftovers()
    assert set(find_temporary_files(folder)) == {"temporary-command-1", "backups/.command-1.part"}
    clock_from_now.advance(days=2)
    backups.remove_leftovers()
    assert find_temporary_files(folder) == []


@pytest.mark.parametrize("owner", ["server", "command"])
def test_backup_to_a_shared_folder_leaves_partial_files_of_other_computers(
    folder: Path, tmp_path: Path, clock_from_now: FakeClock, owner: Literal["server", "command"]
) -> None:
    share = tmp_path / "share"
    (share / f"temporary-{owner}-1").mkdir(parents=True)
    (share / f".{owner}-1.part").touch()
    backups = BackupService(Settings(data_dir=folder), owner=owner)
    backups.write(BackupRequest("by-hand", target=share / "first.backup"))
    assert sorted(path.name for path in share.iterdir()) == [
        f".{owner}-1.part",
        "first.backup",
        f"temporary-{owner}-1",
    ]
    clock_from_now.advance(days=2)
    backups.write(BackupRequest("by-hand", target=share / "second.backup"))
    assert sorted(path.name for path in share.iterdir()) == ["first.backup", "second.backup"]


def test_backup_started_while_another_ends_keeps_its_temporary_folder(backups: BackupService, folder: Path) -> None:
    def work(_: int) -> None:
        with backups.work_folder() as own:
            (own / "rows.csv").touch()

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(work, range(800)))
    assert find_temporary_files(folder) == []
