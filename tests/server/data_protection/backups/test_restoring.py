"""A restore replaces the present state completely, on any computer, or fails without changes."""

import random
import shutil
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from server.data_protection.backups import atomic_restore
from server.data_protection.backups.errors import (
    AlteredBackupError,
    BackupDiskFullError,
    DamagedBackupError,
    DatabaseInUseError,
    NewerBackupError,
    NotABackupError,
    PassphraseNeededError,
    WrongPassphraseError,
)
from server.data_protection.backups.service import BackupRequest, BackupService
from server.database.migrations import HEAD
from server.errors import DomainError
from server.settings import Settings
from tests.factories.data_folders import (
    add_images,
    find_temporary_files,
    image_digests,
    read_data_folder,
    read_tables,
    write_old_schema_database,
)

pytestmark = pytest.mark.sqlite_file

PASSPHRASE = "correct horse battery staple"
EARLIER_SCHEMAS = ("0001", "0002", "0003")


def restore(folder: Path, backup: Path, passphrase: str | None = None) -> Path | None:
    """Restore as the command line does."""
    folder.mkdir(exist_ok=True)
    backups = BackupService(Settings(data_dir=folder))
    with atomic_restore.stage_backup(backups, backup, atomic_restore.RestoreOptions(passphrase)) as staged:
        return atomic_restore.install_backup(backups, staged)


def rename_classes(folder: Path, name: str) -> None:
    with closing(sqlite3.connect(folder / "goalbucks.db")) as connection, connection:
        connection.execute("UPDATE classrooms SET name = ?", (name,))


def rewrite_backup(backup: Path, name: str, change: bytes | None, *, append: bool = False) -> Path:
    """Copy the backup with one file replaced, extended or removed."""
    other = backup.with_name("other.backup")
    with zipfile.ZipFile(backup) as old, zipfile.ZipFile(other, "w") as new:
        for each in old.namelist():
            if each != name:
                new.writestr(each, old.read(each))
            elif change is not None:
                new.writestr(each, change)
        if append:
            new.writestr(name, change or b"")
    return other


@pytest.fixture
def backup(backups: BackupService, tmp_path: Path) -> Path:
    """A backup of the class outside its data folder."""
    return backups.write(BackupRequest("by-hand", target=tmp_path / "class.backup"))


def test_restore_on_another_computer_reproduces_every_row_and_image(backup: Path, folder: Path, tmp_path: Path) -> None:
    assert restore(tmp_path / "elsewhere", backup) is None
    assert read_data_folder(tmp_path / "elsewhere") == read_data_folder(folder)
    assert find_temporary_files(tmp_path / "elsewhere") == []


def test_replaced_state_is_backed_up_and_can_be_restored(backup: Path, folder: Path) -> None:
    now = read_data_folder(folder)
    rename_classes(folder, "Renamed since")
    add_images(folder, 1)
    since = read_data_folder(folder)
    before = restore(folder, backup)
    assert before is not None
    assert before.name.endswith("-before-restore.backup")
    assert read_tables(folder / "goalbucks.db") == now[0]
    restore(folder, before)
    assert read_data_folder(folder) == since


def test_restore_adds_images_and_keeps_existing_ones(backup: Path, folder: Path) -> None:
    all_of_them = image_digests(folder)
    gone, cut_off, *_ = sorted((folder / "images").rglob("*.jpg"))
    gone.unlink()
    cut_off.write_bytes(cut_off.read_bytes()[:7])
    add_images(folder, 1)
    later = {name: digest for name, digest in image_digests(folder).items() if name not in all_of_them}
    restore(folder, backup)
    assert image_digests(folder) == all_of_them | later


@pytest.mark.parametrize("revision", EARLIER_SCHEMAS)
def test_backup_of_an_earlier_schema_is_migrated(folder: Path, tmp_path: Path, revision: str) -> None:
    old = tmp_path / "old"
    old.mkdir()
    shutil.copytree(folder / "images", old / "images")
    write_old_schema_database(old / "goalbucks.db", revision, read_tables(folder / "goalbucks.db"))
    of_old = BackupService(Settings(data_dir=old)).write(BackupRequest("by-hand", target=tmp_path / "old.backup"))
    known = {table: rows for table, rows in read_tables(old / "goalbucks.db").items() if rows}
    restore(folder, of_old)
    tables, images = read_data_folder(folder)
    assert known.keys() >= {"goals", "submissions", "goalbuck_entries", "balances"}
    for table, rows in known.items():
        assert [{name: row[name] for name in old_row} for row, old_row in zip(tables[table], rows, strict=True)] == rows
    assert images == image_digests(old)
    with closing(sqlite3.connect(folder / "goalbucks.db")) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == (HEAD,)


@pytest.mark.long
def test_encrypted_backup_opens_only_with_its_passphrase(backups: BackupService, folder: Path, tmp_path: Path) -> None:
    locked = backups.write(BackupRequest("by-hand", passphrase=PASSPHRASE, target=tmp_path / "locked.backup"))
    assert b"SQLite format" not in locked.read_bytes()
    assert b"Elena" not in locked.read_bytes()
    elsewhere = tmp_path / "elsewhere"
    with pytest.raises(PassphraseNeededError):
        restore(elsewhere, locked)
    with pytest.raises(WrongPassphraseError):
        restore(elsewhere, locked, "Correct horse battery staple")
    assert find_temporary_files(elsewhere) == []
    assert not (elsewhere / "goalbucks.db").exists()
    restore(elsewhere, locked, PASSPHRASE)
    assert read_data_folder(elsewhere) == read_data_folder(folder)


@pytest.mark.long
def test_truncated_or_modified_encrypted_backup_is_damaged(backups: BackupService, tmp_path: Path) -> None:
    locked = backups.write(BackupRequest("by-hand", passphrase=PASSPHRASE, target=tmp_path / "locked.backup"))
    with zipfile.ZipFile(locked) as file:
        inside = bytearray(file.read("backup.zip.age"))
    inside[len(inside) // 2] ^= 1
    for changed in (bytes(inside), bytes(inside[:-40])):
        with pytest.raises(DamagedBackupError):
            restore(tmp_path / "elsewhere", rewrite_backup(locked, "backup.zip.age", changed), PASSPHRASE)


@pytest.mark.parametrize("seed", range(40))
def test_backup_with_a_flipped_byte_is_refused_or_restored_correctly(
    backup: Path, folder: Path, tmp_path: Path, seed: int
) -> None:
    whole = backup.read_bytes()
    position = random.Random(seed).randrange(len(whole))
    damaged = tmp_path / "damaged.backup"
    damaged.write_bytes(whole[:position] + bytes([whole[position] ^ 0x55]) + whole[position + 1 :])
    elsewhere = tmp_path / "elsewhere"
    try:
        restore(elsewhere, damaged)
    except (DamagedBackupError, NotABackupError, NewerBackupError):
        assert not (elsewhere / "goalbucks.db").exists()
        assert image_digests(elsewhere) == {}
    else:  # for example an unused timestamp
        assert read_data_folder(elsewhere) == read_data_folder(folder)


@pytest.mark.parametrize("part", [0.0, 0.01, 0.5, 0.99])
def test_truncated_backup_is_refused(backup: Path, tmp_path: Path, part: float) -> None:
    whole = backup.read_bytes()
    backup.write_bytes(whole[: int(len(whole) * part)])
    with pytest.raises(NotABackupError):
        restore(tmp_path / "elsewhere", backup)


@pytest.mark.parametrize("content", [b"", b"a shopping list", b"SQLite format 3\0" + bytes(5000)])
def test_file_of_another_format_is_not_a_backup(folder: Path, tmp_path: Path, content: bytes) -> None:
    before = read_data_folder(folder)
    other = tmp_path / "other.backup"
    other.write_bytes(content)
    for path in (other, tmp_path):
        with pytest.raises(NotABackupError, match="not a backup"):
            restore(folder, path)
    assert read_data_folder(folder) == before


def test_zip_without_a_manifest_is_not_a_backup(tmp_path: Path) -> None:
    other = tmp_path / "homework.zip"
    with zipfile.ZipFile(other, "w") as file:
        file.writestr("essay.txt", "Once upon a time")
    with pytest.raises(NotABackupError, match="not a backup"):
        restore(tmp_path / "elsewhere", other)


def test_backup_with_an_extra_or_missing_file_is_damaged(backup: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(backup) as file:
        image = next(name for name in file.namelist() if name.endswith(".full.jpg"))
    outside = rewrite_backup(backup, "../../outside", b"", append=True)
    with pytest.raises(DamagedBackupError):
        restore(tmp_path / "elsewhere", outside)
    with pytest.raises(DamagedBackupError):
        restore(tmp_path / "elsewhere", rewrite_backup(backup, image, None))
    assert not (tmp_path / "outside").exists()


def test_backup_whose_manifest_omits_an_image_is_damaged(backup: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(backup) as file:
        manifest = file.read("manifest.json").decode()
        image = next(name for name in file.namelist() if name.endswith(".full.jpg"))
    start = manifest.index('["' + image)
    entry = manifest[start : manifest.index("]", start) + 1]
    without = manifest.replace(f",{entry}", "")
    assert without != manifest
    other = rewrite_backup(
        rewrite_backup(backup, image, None).rename(tmp_path / "1"), "manifest.json", without.encode()
    )
    with pytest.raises(DamagedBackupError):
        restore(tmp_path / "elsewhere", other)


@pytest.mark.spec("15.9")
@pytest.mark.parametrize("change", ['"revision":"9999"', '"format":3'])
def test_backup_of_a_newer_version_is_refused_with_a_message(backup: Path, folder: Path, change: str) -> None:
    before = read_data_folder(folder)
    with zipfile.ZipFile(backup) as file:
        manifest = file.read("manifest.json").decode()
    name = change.split(":", maxsplit=1)[0]
    old = {'"revision"': f'"revision":"{HEAD}"', '"format"': '"format":1'}[name]
    other = rewrite_backup(backup, "manifest.json", manifest.replace(old, change).encode())
    with pytest.raises(NewerBackupError, match="newest version"):
        restore(folder, other)
    assert read_data_folder(folder) == before


def test_database_open_in_another_process_is_not_replaced(
    backup: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(atomic_restore, "BUSY_SECONDS", 0.1)
    rename_classes(folder, "Renamed since")
    before = read_tables(folder / "goalbucks.db")
    with closing(sqlite3.connect(folder / "goalbucks.db")) as other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("SELECT count(*) FROM goals").fetchall()
        with pytest.raises(DatabaseInUseError):
            restore(folder, backup)
    assert read_tables(folder / "goalbucks.db") == before


def test_wal_of_the_old_database_is_not_applied_to_the_new_one(backup: Path, folder: Path) -> None:
    now = read_tables(folder / "goalbucks.db")
    connection = sqlite3.connect(folder / "goalbucks.db")
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("UPDATE classrooms SET name = 'Only in the log'")
    connection.commit()
    log = (folder / "goalbucks.db-wal").read_bytes()
    connection.close()
    (folder / "goalbucks.db-wal").write_bytes(log)  # as after a crash
    restore(folder, backup)
    assert sorted(path.name for path in folder.glob("goalbucks.db*")) == ["goalbucks.db"]
    assert read_tables(folder / "goalbucks.db") == now


def test_restore_is_refused_when_the_present_state_cannot_be_backed_up(
    backup: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rename_classes(folder, "Renamed since")
    before = read_data_folder(folder)

    def refuse(*_: object) -> None:
        raise BackupDiskFullError

    monkeypatch.setattr(BackupService, "write", refuse)
    with pytest.raises(BackupDiskFullError):
        restore(folder, backup)
    assert read_data_folder(folder) == before
    assert find_temporary_files(folder) == []


def test_damaged_present_database_is_quarantined_by_a_restore(backup: Path, folder: Path) -> None:
    path = folder / "goalbucks.db"
    now = read_tables(path)
    broken = path.read_bytes()[:20_000]
    path.write_bytes(broken)
    assert restore(folder, backup) is None
    assert read_tables(path) == now
    (aside,) = folder.glob("damaged-*")
    assert (aside / "goalbucks.db").read_bytes() == broken


def test_every_restore_error_is_a_sentence_for_teachers() -> None:
    for error in (DamagedBackupError, NotABackupError, NewerBackupError, PassphraseNeededError, WrongPassphraseError):
        assert issubclass(error, DomainError)
        assert error.sentence.endswith(".")


def test_disk_full_during_a_restore_leaves_the_old_state(
    backup: Path, folder: Path, fail_fsync_after: Callable[[int], None]
) -> None:
    rename_classes(folder, "Renamed since")
    for image in (folder / "images").rglob("*.jpg"):
        image.unlink()
    before = read_tables(folder / "goalbucks.db")
    for sync in range(12):
        with pytest.MonkeyPatch.context():
            fail_fsync_after(sync)
            with pytest.raises(BackupDiskFullError):
                restore(folder, backup)
        assert read_tables(folder / "goalbucks.db") == before
        assert find_temporary_files(folder) == []


def test_replaced_image_is_damage_even_in_a_valid_zip(backup: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(backup) as file:
        one, other, *_ = (name for name in file.namelist() if name.endswith(".full.jpg"))
        exchanged = rewrite_backup(backup, one, file.read(other))
    with pytest.raises(DamagedBackupError):
        restore(tmp_path / "elsewhere", exchanged)


TRIGGER = "CREATE TRIGGER rich AFTER INSERT ON sessions BEGIN UPDATE goals SET goalbucks = 1000000; END"


def add_trigger(folder: Path) -> None:
    """Add a trigger that would run at the next sign-in; a backup of it has valid digests."""
    with closing(sqlite3.connect(folder / "goalbucks.db")) as connection, connection:
        connection.execute(TRIGGER)


@pytest.mark.parametrize(
    "passphrase", [None, pytest.param(PASSPHRASE, marks=pytest.mark.long)], ids=["plain", "locked"]
)
def test_backup_with_triggers_is_refused_and_changes_nothing(
    backups: BackupService, folder: Path, tmp_path: Path, passphrase: str | None
) -> None:
    add_trigger(folder)
    altered = backups.write(BackupRequest("by-hand", passphrase=passphrase, target=tmp_path / "altered.backup"))
    elsewhere = tmp_path / "elsewhere"
    with pytest.raises(AlteredBackupError, match="didn't put there"):
        restore(elsewhere, altered, passphrase)
    assert list(elsewhere.iterdir()) == []


def test_backup_of_an_earlier_schema_with_triggers_is_refused(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.mkdir()
    write_old_schema_database(old / "goalbucks.db", "0004", {})
    add_trigger(old)
    altered = BackupService(Settings(data_dir=old)).write(BackupRequest("by-hand", target=tmp_path / "altered.backup"))
    with pytest.raises(AlteredBackupError):
        restore(tmp_path / "elsewhere", altered)


def test_backup_that_declares_an_older_schema_than_its_database_is_refused(backup: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(backup) as file:
        manifest = file.read("manifest.json").decode()
    older = rewrite_backup(
        backup, "manifest.json", manifest.replace(f'"revision":"{HEAD}"', '"revision":"0001"').encode()
    )
    with pytest.raises(DamagedBackupError):
        restore(tmp_path / "elsewhere", older)


def test_altered_present_state_is_kept_by_a_restore(backup: Path, folder: Path) -> None:
    now = read_tables(folder / "goalbucks.db")
    add_trigger(folder)
    assert restore(folder, backup) is not None
    assert read_tables(folder / "goalbucks.db") == now
    with closing(sqlite3.connect(folder / "goalbucks.db")) as connection:
        assert connection.execute("SELECT count(*) FROM sqlite_master WHERE type = 'trigger'").fetchone() == (0,)
