"""Warnings shown to teachers: disk space, backups, database problems, synced folders and the clock."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest

from server import clock
from server.class_computer.warnings import clock_check, monitor
from server.class_computer.warnings.monitor import HealthMonitor
from server.class_computer.warnings.queries import newest_creation_time
from server.data_protection.backups.errors import BackupDiskFullError
from server.data_protection.backups.periodic_check import DatabaseCheck
from server.data_protection.backups.service import BackupFailure, BackupService
from server.database.damage_flag import mark_suspect
from tests.factories import disk_space
from tests.factories.api_client import ApiClient
from tests.factories.app import RunningApp
from tests.factories.fake_clock import FakeClock
from tests.server.conftest import MakeTestApp

pytestmark = pytest.mark.sqlite_file
SetFreeSpace = Callable[[int], None]


@pytest.fixture
def set_free_space(monkeypatch: pytest.MonkeyPatch) -> SetFreeSpace:
    """Set the free disk space that the server sees."""
    disk_space.set_free_space(monkeypatch, 10**11)
    return partial(disk_space.set_free_space, monkeypatch)


def read_warnings(test_app: RunningApp, browser: ApiClient) -> list[tuple[str, str]]:
    """Run the health check and return code and sentence of each warning."""
    test_app.portal.call(test_app.services.monitor.check)
    return [(each["code"], each["sentence"]) for each in browser.get("/api/warnings").json()]


def warning_codes(test_app: RunningApp) -> list[str]:
    return [code for code, _ in read_warnings(test_app, test_app.client_for(test_app.teacher()))]


def test_healthy_computer_has_no_warnings(test_app: RunningApp, set_free_space: SetFreeSpace) -> None:
    del set_free_space
    assert warning_codes(test_app) == []


@pytest.mark.spec("16.1")
def test_school_teachers_get_no_warnings_meant_for_the_administrator(
    make_test_app: MakeTestApp, set_free_space: SetFreeSpace
) -> None:
    test_app = make_test_app(school=True)
    set_free_space(1000)
    assert warning_codes(test_app) == []
    assert test_app.services.monitor.warnings != ()


def test_low_disk_space_warning_shows_a_rounded_figure(test_app: RunningApp, set_free_space: SetFreeSpace) -> None:
    teacher = test_app.client_for(test_app.teacher())
    shown = []
    for free in (501_000_000, 349_999_999, 320_000_000, 40_000_000, 0):
        set_free_space(free)
        shown.append(read_warnings(test_app, teacher))
    assert shown[0] == []
    assert "has less than 350 MB left" in shown[1][0][1]
    assert shown[1] == shown[2]
    assert "has less than 50 MB left" in shown[3][0][1]
    assert "is full" in shown[4][0][1]


@pytest.mark.spec("15.7")
def test_failed_backup_warning_stays_until_a_backup_succeeds(
    test_app: RunningApp, set_free_space: SetFreeSpace
) -> None:
    del set_free_space
    backups: BackupService = test_app.services.backups
    backups.failure = BackupFailure(clock.now(), BackupDiskFullError().translatable)
    teacher = test_app.client_for(test_app.teacher())
    assert read_warnings(test_app, teacher) == [
        ("backup_failed", f"The last backup failed. {BackupDiskFullError.sentence}")
    ]
    backups.failure = None
    assert read_warnings(test_app, teacher) == []


def test_missing_backup_warning_appears_only_after_there_was_time_to_make_one(
    test_app: RunningApp, set_free_space: SetFreeSpace, monkeypatch: pytest.MonkeyPatch, fake_clock: FakeClock
) -> None:
    del set_free_space
    later = clock_check.seconds_since_boot() + 2 * monitor.BACKUP_GRACE_SECONDS
    monkeypatch.setattr(monitor, "seconds_since_boot", lambda: later)
    monkeypatch.setattr(clock_check, "TOLERANCE", timedelta(days=400))
    folder = test_app.data_folder / "backups"
    folder.mkdir()
    teacher = test_app.client_for(test_app.teacher())
    assert read_warnings(test_app, teacher)[0][1].startswith("There is no backup yet.")
    (folder / f"goalbucks-{fake_clock.now.astimezone():%Y-%m-%d-%H%M%S}-daily.backup").touch()
    assert read_warnings(test_app, teacher) == []
    fake_clock.advance(days=9)
    assert read_warnings(test_app, test_app.client_for(test_app.teacher()))[0][1].startswith(
        "The newest backup is 9 days old."
    )


@pytest.mark.spec("15.7")
def test_database_corruption_is_a_warning(test_app: RunningApp, set_free_space: SetFreeSpace) -> None:
    del set_free_space
    mark_suspect(test_app.services.settings)
    assert warning_codes(test_app) == ["database_damaged"]


def test_inconsistent_rows_are_a_warning_but_not_corruption(
    test_app: RunningApp, set_free_space: SetFreeSpace, monkeypatch: pytest.MonkeyPatch
) -> None:
    del set_free_space
    check: DatabaseCheck = test_app.services.database_check
    monkeypatch.setattr(check, "inconsistencies", 2)
    assert warning_codes(test_app) == ["database_inconsistent"]


def test_teachers_are_notified_when_the_warnings_change(test_app: RunningApp, set_free_space: SetFreeSpace) -> None:
    del set_free_space
    monitor: HealthMonitor = test_app.services.monitor
    portal = test_app.portal
    portal.call(monitor.check)
    assert not portal.call(monitor.check)
    mark_suspect(test_app.services.settings)
    assert portal.call(monitor.check)


def test_data_folder_path_is_shown_locally_only(
    make_test_app: MakeTestApp, set_free_space: SetFreeSpace, monkeypatch: pytest.MonkeyPatch
) -> None:
    del set_free_space
    monkeypatch.setattr(monitor, "find_sync_program", lambda _folder: "Dropbox")
    test_app = make_test_app()
    teacher = test_app.teacher()
    folder = str(test_app.data_folder)
    here = read_warnings(test_app, test_app.client_for(teacher))
    assert here[0][0] == "cloud_folder"
    assert folder in here[0][1]
    test_app.client_for(teacher).put("/api/settings", {"teacherFromNetwork": True})
    elsewhere = read_warnings(test_app, test_app.client_for(teacher, test_app.lan_client()))
    assert elsewhere[0][0] == "cloud_folder"
    assert folder not in elsewhere[0][1]


def test_clock_is_compared_with_the_last_saved_row_not_the_latest_timestamp(
    test_app: RunningApp, fake_clock: FakeClock
) -> None:
    """Otherwise a clock that was once a year ahead would cause a warning for a year."""
    classroom = test_app.classroom()
    fake_clock.advance(days=365)
    test_app.student(classroom)
    with test_app.transactions.reading() as db:
        assert newest_creation_time(db) == fake_clock.now
    fake_clock.advance(days=-365)
    test_app.goal(test_app.student(classroom))
    with test_app.transactions.reading() as db:
        assert newest_creation_time(db) == fake_clock.now
