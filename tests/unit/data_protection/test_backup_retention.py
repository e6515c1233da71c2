"""Backup retention by count, robust against wrong clocks; the newest valid backup is never deleted."""

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from server import clock
from server.data_protection.backups import retention
from server.data_protection.backups.daily_backup import is_due
from server.data_protection.backups.retention import RETENTION, BackupKind
from tests.factories.fake_clock import FakeClock


def write_backup(folder: Path, kind: BackupKind) -> Path:
    """Create an empty backup file as the service would name it now, and prune."""
    path = retention.new_backup_path(folder, kind)
    path.touch()
    retention.prune(folder, path)
    assert path.exists()
    return path


def kept_kinds(folder: Path) -> list[str]:
    return [each.kind for each in retention.find_backups(folder)]


@pytest.mark.spec("15.8")
def test_after_months_seven_daily_and_four_weekly_backups_are_kept(tmp_path: Path, fake_clock: FakeClock) -> None:
    for _ in range(100):
        write_backup(tmp_path, "daily")
        fake_clock.advance(days=1)
    kept = retention.find_backups(tmp_path)
    assert [each.kind for each in kept] == ["daily"] * 7 + ["weekly"] * 4
    weeks = [each.made_at.isocalendar()[:2] for each in kept if each.kind == "weekly"]
    assert len(set(weeks)) == 4
    assert kept[0].made_at - kept[-1].made_at < timedelta(days=42)


@pytest.mark.spec("15.8")
@pytest.mark.parametrize(
    "kind", ["before-upgrade", "before-deleting-class", "before-deleting-student", "before-restore"]
)
def test_other_backup_kinds_keep_a_fixed_number_of_the_newest(
    tmp_path: Path, fake_clock: FakeClock, kind: BackupKind
) -> None:
    written = []
    for _ in range(15):
        written.append(write_backup(tmp_path, kind))
        fake_clock.advance(hours=1)
    assert [each.path for each in retention.find_backups(tmp_path)] == written[::-1][: RETENTION[kind]]


@pytest.mark.spec("15.8")
def test_manual_backups_are_never_deleted(tmp_path: Path, fake_clock: FakeClock) -> None:
    for kind in ("by-hand", "daily") * 30:
        write_backup(tmp_path, kind)
        fake_clock.advance(days=1)
    assert kept_kinds(tmp_path).count("by-hand") == 30


@pytest.mark.spec("15.8")
@pytest.mark.parametrize("kind", RETENTION)
def test_a_protected_backup_is_neither_deleted_nor_renamed(
    tmp_path: Path, fake_clock: FakeClock, kind: BackupKind
) -> None:
    protected = write_backup(tmp_path, kind)
    for _ in range(60):
        fake_clock.advance(days=1)
        written = retention.new_backup_path(tmp_path, kind)
        written.touch()
        retention.prune(tmp_path, written, {protected})
    assert protected.exists()
    assert kept_kinds(tmp_path).count(kind) == RETENTION[kind] + 1


def test_two_backups_in_one_second_have_different_names(tmp_path: Path, fake_clock: FakeClock) -> None:
    first = write_backup(tmp_path, "daily")
    assert fake_clock.now.astimezone().strftime("%H%M%S") in first.name
    assert first != write_backup(tmp_path, "daily")
    assert len(retention.find_backups(tmp_path)) == 2


@pytest.mark.parametrize("years", [-30, 70])
def test_clock_jump_deletes_no_more_backups_than_it_adds(tmp_path: Path, fake_clock: FakeClock, years: int) -> None:
    for _ in range(7):
        write_backup(tmp_path, "daily")
        fake_clock.advance(days=1)
    before = {each.path for each in retention.find_backups(tmp_path)}
    fake_clock.advance(days=365 * years)
    wrong = write_backup(tmp_path, "daily")
    survivors = {each.path for each in retention.find_backups(tmp_path)}
    assert len(survivors) == 8  # one of them is the weekly backup
    assert wrong in survivors
    assert len(before & survivors) == 6


def test_after_a_clock_correction_backups_from_the_future_are_deleted_first(
    tmp_path: Path, fake_clock: FakeClock
) -> None:
    fake_clock.advance(days=365 * 70)
    for _ in range(9):
        write_backup(tmp_path, "daily")
        fake_clock.advance(days=1)
    fake_clock.advance(days=-365 * 70)
    right = []
    for _ in range(7):
        right.append(write_backup(tmp_path, "daily"))
        fake_clock.advance(days=1)
    daily = [each.path for each in retention.find_backups(tmp_path) if each.kind == "daily"]
    assert daily == right[::-1]


def test_other_files_in_the_folder_are_ignored(tmp_path: Path) -> None:
    for name in ("holiday.jpg", "goalbucks-2026-13-40-999999-daily.backup", "goalbucks-2026-01-01-100000-mine.backup"):
        (tmp_path / name).touch()
    assert retention.find_backups(tmp_path) == []


@pytest.mark.parametrize(("hours", "due"), [(19, False), (21, True), (-1, True)])
def test_daily_backup_is_due_when_the_newest_is_over_20_hours_old_or_from_the_future(
    tmp_path: Path, fake_clock: FakeClock, hours: int, *, due: bool
) -> None:
    fake_clock.now = datetime(2026, 11, 21, 12, tzinfo=UTC)
    write_backup(tmp_path, "daily")
    fake_clock.advance(hours=hours)
    assert is_due(tmp_path, fake_clock.now) is due


def test_backups_of_other_kinds_do_not_delay_the_daily_backup(tmp_path: Path, fake_clock: FakeClock) -> None:
    for kind in ("by-hand", "before-deleting-class"):
        write_backup(tmp_path, kind)
    assert is_due(tmp_path, fake_clock.now)


@pytest.mark.parametrize("stamp", ["0001-01-01-000000", "9999-12-31-235959"])
@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "America/Los_Angeles"])
def test_file_dated_out_of_range_is_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stamp: str, zone: str
) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        (tmp_path / f"goalbucks-{stamp}-daily.backup").touch()
        write_backup(tmp_path, "daily")
        assert not is_due(tmp_path, clock.now())
    finally:
        monkeypatch.undo()
        time.tzset()
