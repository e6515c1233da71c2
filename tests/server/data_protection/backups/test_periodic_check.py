"""The periodic database check in the background: findings, consequences, and that it blocks no requests."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from server.data_protection.backups import periodic_check
from server.data_protection.backups.errors import DatabaseDamagedError, DatabaseQuarantinedError, NotABackupError
from server.data_protection.backups.periodic_check import DatabaseCheck
from server.data_protection.backups.service import BackupRequest, BackupService
from server.data_protection.backups.startup_check import require_intact_database
from server.database.damage_flag import is_suspect
from server.settings import Settings
from tests.factories.classroom import PreparedClassroom
from tests.factories.data_folders import corrupt_index, execute, read_data_folder
from tests.factories.full_history import create_full_history

pytestmark = pytest.mark.sqlite_file


@pytest.fixture
def settings(folder: Path) -> Settings:
    return Settings(data_dir=folder)


def test_check_of_an_intact_database_changes_nothing(settings: Settings, folder: Path) -> None:
    before = read_data_folder(folder)
    check = DatabaseCheck(settings)
    assert check.run()
    assert check.inconsistencies == 0
    assert not is_suspect(settings)
    assert read_data_folder(folder) == before


def test_damage_sets_the_suspect_flag_and_the_next_start_quarantines_the_database(
    backups: BackupService, folder: Path
) -> None:
    corrupt_index(folder)
    require_intact_database(backups)
    assert DatabaseCheck(backups.settings).run()
    assert is_suspect(backups.settings)
    with pytest.raises(DatabaseQuarantinedError):
        require_intact_database(backups)


def test_invalid_utf8_text_sets_the_suspect_flag_and_the_next_start_quarantines_the_database(
    backups: BackupService, folder: Path
) -> None:
    execute(folder, "UPDATE classrooms SET name = CAST(x'526f6f6d20ff' AS TEXT)")
    assert DatabaseCheck(backups.settings).run()
    assert is_suspect(backups.settings)
    with pytest.raises(DatabaseQuarantinedError):
        require_intact_database(backups)


def test_file_that_is_no_longer_a_database_sets_the_suspect_flag(settings: Settings, folder: Path) -> None:
    (folder / "goalbucks.db").write_bytes(b"no database any more" * 1000)
    assert DatabaseCheck(settings).run()
    assert is_suspect(settings)


def test_backup_that_finds_damage_sets_the_suspect_flag(backups: BackupService, folder: Path) -> None:
    corrupt_index(folder)
    with pytest.raises(DatabaseDamagedError):
        backups.write(BackupRequest("daily"))
    assert is_suspect(backups.settings)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE balances SET earned = earned + 1 WHERE rowid = 1",
        "UPDATE goalbuck_entries SET balance_after = 9999 WHERE id = (SELECT max(id) FROM goalbuck_entries)",
        "DELETE FROM goals WHERE id = (SELECT goal_id FROM submissions)",
    ],
)
def test_inconsistent_rows_are_counted_without_the_suspect_flag(
    settings: Settings, folder: Path, statement: str
) -> None:
    execute(folder, statement)
    check = DatabaseCheck(settings)
    assert check.run()
    assert check.inconsistencies > 0
    assert not is_suspect(settings)


def test_check_and_a_running_write_do_not_block_each_other(settings: Settings, folder: Path) -> None:
    with closing(sqlite3.connect(folder / "goalbucks.db", timeout=0)) as writer:
        writer.execute("PRAGMA journal_mode=WAL")
        with writer:
            writer.execute("BEGIN IMMEDIATE")
            writer.execute("UPDATE classrooms SET name = 'Renamed'")
            assert DatabaseCheck(settings).run()


def test_cancelled_check_reports_nothing(settings: Settings, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corrupt_index(folder)
    monkeypatch.setattr(periodic_check, "OPERATIONS_BETWEEN_POLLS", 10)
    check = DatabaseCheck(settings)
    check.stop()
    assert not check.run()
    assert not is_suspect(settings)


def test_check_is_skipped_during_a_restore(settings: Settings, folder: Path) -> None:
    execute(folder, "UPDATE balances SET earned = earned + 1 WHERE rowid = 1")
    check = DatabaseCheck(settings)
    assert check.run()
    with check.suspended():
        assert not check.run()
    assert check.inconsistencies == 0
    assert check.run()


def test_after_a_refused_restore_the_same_database_is_checked_again(
    settings: Settings, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(periodic_check, "OPERATIONS_BETWEEN_POLLS", 10)
    execute(folder, "UPDATE balances SET earned = earned + 1 WHERE rowid = 1")
    check = DatabaseCheck(settings)
    assert check.run()
    found = check.inconsistencies
    with pytest.raises(NotABackupError), check.suspended():
        raise NotABackupError
    assert check.inconsistencies == found
    assert check.run()


def test_damage_is_shown_to_the_teacher_and_in_health_while_requests_succeed(classroom: PreparedClassroom) -> None:
    settings: Settings = classroom.test_app.services.settings
    create_full_history(classroom)
    corrupt_index(settings.data_dir)
    assert classroom.test_app.services.database_check.run()
    response = classroom.test_app.anonymous_client().get("/api/health")
    assert response.status_code == 200
    assert (response.json()["status"], response.json()["database"]) == ("degraded", "damaged")
    classroom.test_app.portal.call(classroom.test_app.services.monitor.check)
    assert "database_damaged" in [each["code"] for each in classroom.teacher_client.get("/api/warnings").json()]
    assert classroom.teacher_client.get("/api/classrooms").status_code == 200
