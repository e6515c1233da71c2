"""The check after an unclean stop: a damaged database is quarantined, never opened or deleted."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from server.app import create_app
from server.data_protection.backups import atomic_restore
from server.data_protection.backups.errors import DatabaseMissingError, DatabaseQuarantinedError
from server.data_protection.backups.service import BackupRequest, BackupService
from server.data_protection.backups.snapshot import has_data, quick_check
from server.data_protection.backups.startup_check import require_intact_database
from server.database.damage_flag import RUNNING_FILE, SUSPECT_FILE, is_suspect, mark_suspect
from server.recovery.newest_backup import newest_verified_backup, recovery_hint
from server.settings import Settings
from tests.factories.data_folders import add_images, corrupt_index, execute, image_digests, read_tables
from tests.factories.unreferenced_images import start_and_delete_unreferenced


def start_and_stop(folder: Path) -> None:
    """Start the application and stop it gracefully."""
    with TestClient(create_app(Settings(data_dir=folder, ui_dir=Path("no-ui")))) as client:
        assert (folder / RUNNING_FILE).exists()
        assert client.get("http://127.0.0.1/api/health").status_code == 200


def damage_pages(folder: Path) -> bytes:
    """Overwrite some pages of the database, but not the first one, and return its new content."""
    path = folder / "goalbucks.db"
    whole = path.read_bytes()
    middle = len(whole) // 2
    path.write_bytes(whole[:middle] + b"\x0d\xff" * 20_000 + whole[middle + 40_000 :])
    return path.read_bytes()


def damage_students(folder: Path) -> None:
    """Overwrite the page in which the table of students begins."""
    path = folder / "goalbucks.db"
    with closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'students'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    whole = path.read_bytes()
    path.write_bytes(whole[: (page - 1) * size] + b"\x0d\xff" * (size // 2) + whole[page * size :])


def test_start_writes_the_running_marker_and_a_graceful_stop_removes_it(folder: Path) -> None:
    start_and_stop(folder)
    assert not (folder / RUNNING_FILE).exists()


def test_after_a_crash_an_intact_database_is_used(folder: Path) -> None:
    (folder / RUNNING_FILE).touch()
    before = read_tables(folder / "goalbucks.db")
    start_and_stop(folder)
    assert read_tables(folder / "goalbucks.db") == before
    assert not (folder / RUNNING_FILE).exists()


def test_after_a_crash_a_damaged_database_is_quarantined_and_the_newest_valid_backup_is_named(
    backups: BackupService, folder: Path
) -> None:
    good = backups.write(BackupRequest("daily"))
    bad = backups.write(BackupRequest("daily"))
    bad.write_bytes(bad.read_bytes()[:-100])
    (folder / RUNNING_FILE).touch()
    broken = damage_pages(folder)
    with pytest.raises(DatabaseQuarantinedError) as refused:
        start_and_stop(folder)
    (aside,) = folder.glob("damaged-*")
    assert (aside / "goalbucks.db").read_bytes() == broken
    assert refused.value.folder == aside
    found = newest_verified_backup(backups)
    assert found is not None
    assert found.path == good
    hint = recovery_hint(backups.settings, refused.value, found)
    assert f'goalbucks restore "{good}" --data-dir "{folder}"' in hint
    assert str(aside) in hint
    assert "\n" not in hint


def test_starts_are_refused_until_a_quarantined_database_is_restored(backups: BackupService, folder: Path) -> None:
    before = read_tables(folder / "goalbucks.db")
    good = backups.write(BackupRequest("daily"))
    (folder / "goalbucks.db").write_bytes(b"no database any more" * 1000)
    for _ in range(3):
        with pytest.raises(DatabaseQuarantinedError):
            start_and_stop(folder)
        assert not (folder / "goalbucks.db").exists()
    with atomic_restore.stage_backup(backups, good, atomic_restore.RestoreOptions()) as staged:
        atomic_restore.install_backup(backups, staged)
    start_and_stop(folder)
    assert read_tables(folder / "goalbucks.db") == before


def test_crash_during_quarantine_leaves_no_stale_wal_file(backups: BackupService, folder: Path) -> None:
    aside = folder / "damaged-2026-11-21-101500"
    aside.mkdir()
    (folder / "goalbucks.db").rename(aside / "goalbucks.db")
    (folder / "goalbucks.db-wal").write_bytes(b"its log")
    with pytest.raises(DatabaseQuarantinedError):
        require_intact_database(backups)
    assert (aside / "goalbucks.db-wal").read_bytes() == b"its log"
    assert list(folder.glob("goalbucks.db*")) == []


def test_error_says_when_there_is_no_valid_backup(backups: BackupService, folder: Path) -> None:
    (folder / "goalbucks.db").write_bytes(b"no database any more" * 1000)
    with pytest.raises(DatabaseQuarantinedError) as refused:
        require_intact_database(backups)
    assert newest_verified_backup(backups) is None
    assert "There is no backup" in recovery_hint(backups.settings, refused.value, None)


def remove_database(folder: Path) -> None:
    (folder / "goalbucks.db").unlink()


def truncate_database(folder: Path) -> None:
    (folder / "goalbucks.db").write_bytes(b"")


def leave_only_the_wal(folder: Path) -> None:
    remove_database(folder)
    (folder / "goalbucks.db-wal").write_bytes(b"its log")


def test_wal_with_committed_rows_beside_an_empty_file_is_not_a_first_start(tmp_path: Path) -> None:
    database, log = tmp_path / "goalbucks.db", tmp_path / "goalbucks.db-wal"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE students (name TEXT)")
        connection.commit()
        rows = log.read_bytes()
    database.write_bytes(b"")
    log.write_bytes(rows)
    with pytest.raises(DatabaseMissingError) as refused:
        start_and_stop(tmp_path)
    assert (refused.value.folder / log.name).read_bytes() == rows


@pytest.mark.parametrize("lose", [remove_database, truncate_database, leave_only_the_wal])
def test_missing_database_is_never_taken_for_a_first_start(
    lose: Callable[[Path], None], backups: BackupService, folder: Path
) -> None:
    images = image_digests(folder)
    lose(folder)
    kept = {path.name: path.read_bytes() for path in folder.glob("goalbucks.db*") if path.stat().st_size}
    with pytest.raises(DatabaseMissingError):
        start_and_stop(folder)
    with pytest.raises(DatabaseMissingError) as refused:
        start_and_stop(folder)
    assert list(folder.glob("goalbucks.db*")) == []
    assert {path.name: path.read_bytes() for path in refused.value.folder.iterdir()} == kept
    assert image_digests(folder) == images
    hint = recovery_hint(backups.settings, refused.value, None)
    assert hint.startswith("The class's database is missing, though other data of the class is there.")
    assert ("It was set aside" in hint) == any(kept.values())


def test_empty_schema_beside_images_is_damage(folder: Path) -> None:
    remove_database(folder)
    with closing(sqlite3.connect(folder / "goalbucks.db")) as connection:
        connection.execute("VACUUM")
    with pytest.raises(DatabaseQuarantinedError):
        start_and_stop(folder)


def test_a_schema_with_a_name_that_is_no_text_is_damage(folder: Path) -> None:
    """SQLite's message names the table, so the module can't decode it (Python's UnicodeDecodeError)."""
    with closing(sqlite3.connect(folder / "goalbucks.db")) as connection, connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET name = CAST(x'efff' AS TEXT), sql = '(' WHERE name = 'purchases'")
    with pytest.raises(DatabaseQuarantinedError):
        start_and_stop(folder)


@pytest.mark.parametrize("trace", [RUNNING_FILE, SUSPECT_FILE, "backups/goalbucks-2026-11-21-101500-daily.backup"])
def test_remains_of_a_class_distinguish_a_lost_database_from_a_first_start(trace: str, tmp_path: Path) -> None:
    (tmp_path / "backups").mkdir()
    (tmp_path / trace).touch()
    with pytest.raises(DatabaseMissingError):
        start_and_stop(tmp_path)


def test_folder_without_a_class_is_a_first_start(tmp_path: Path) -> None:
    for empty in ("logs", "backups", "images/0a"):
        (tmp_path / empty).mkdir(parents=True)
    (tmp_path / "settings.env").touch()
    (tmp_path / "goalbucks.db").touch()
    start_and_stop(tmp_path)
    assert list(tmp_path.glob("damaged-*")) == []


def test_next_start_repeats_the_finding_of_a_full_check(backups: BackupService, folder: Path) -> None:
    corrupt_index(folder)
    assert quick_check(folder / "goalbucks.db") == ()
    mark_suspect(backups.settings)
    with pytest.raises(DatabaseQuarantinedError):
        require_intact_database(backups)


def test_damage_found_while_running_makes_the_next_start_check_fully(backups: BackupService, folder: Path) -> None:
    damage_students(folder)
    require_intact_database(backups)  # the schema is intact
    mark_suspect(backups.settings)
    with pytest.raises(DatabaseQuarantinedError):
        require_intact_database(backups)
    assert not is_suspect(backups.settings)


def test_start_clears_the_suspect_flag_of_an_intact_database(backups: BackupService, folder: Path) -> None:
    mark_suspect(backups.settings)
    start_and_stop(folder)
    assert not is_suspect(backups.settings)


def test_images_are_kept_while_a_damaged_database_may_reference_them(folder: Path) -> None:
    (image,) = add_images(folder, 1)
    execute(folder, f"UPDATE submissions SET image_key = NULL WHERE image_key = '{image}'")
    for path in (folder / "images").rglob(f"{image}*"):
        os.utime(path, (0, 0))
    aside = folder / "damaged-2026-11-21-101500"
    aside.mkdir()
    (aside / "goalbucks.db").write_bytes(b"no database any more")
    start_and_delete_unreferenced(folder)
    assert any((folder / "images").rglob(f"{image}*"))
    (aside / "goalbucks.db").write_bytes(b"")
    start_and_delete_unreferenced(folder)
    assert not aside.exists()
    assert not any((folder / "images").rglob(f"{image}*"))


def test_balance_mismatches_after_a_crash_are_logged_without_refusing_the_start(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    execute(folder, "UPDATE balances SET earned = earned + 1")
    start_and_stop(folder)
    assert "differ from their ledger" not in caplog.text
    (folder / RUNNING_FILE).touch()
    start_and_stop(folder)
    assert "the balances of 3 students" in caplog.text


def test_a_quarantine_folder_that_a_restore_has_removed_holds_no_data(tmp_path: Path) -> None:
    assert not has_data(tmp_path / "damaged-2026-11-23")
