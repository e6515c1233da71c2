"""The daily backup, made in the background."""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from server.data_protection.backups import daily_backup
from server.data_protection.backups.backup_writer import BackupWriter
from server.data_protection.backups.daily_backup import back_up_if_due, run_daily_backups
from server.data_protection.backups.errors import BackupFailedError
from server.data_protection.backups.service import BackupRequest, BackupService
from tests.factories.fake_clock import FakeClock

pytestmark = pytest.mark.sqlite_file


def test_one_daily_backup_is_made_however_often_the_job_runs(backups: BackupService, fake_clock: FakeClock) -> None:
    fake_clock.now = fake_clock.now.replace(microsecond=0)
    written = []
    for _ in range(48):
        written.append(back_up_if_due(backups))
        fake_clock.advance(hours=1)
    assert sum(each is not None for each in written) == 3
    assert written[0] is not None
    assert written[1:21] == [None] * 20


def test_daily_backup_without_enough_free_space_is_skipped_with_a_reason(
    backups: BackupService, set_free_space: Callable[[int], None], caplog: pytest.LogCaptureFixture
) -> None:
    size = (backups.folder.parent / "goalbucks.db").stat().st_size
    set_free_space(int(3.3 * size) + 4_500_000)
    assert back_up_if_due(backups) is None
    assert "the daily backup was skipped: The disk with GoalBucks' data is too full" in caplog.text
    assert backups.failure is not None
    assert backups.write(BackupRequest("by-hand")).exists()  # manual backups may use this space


def test_failed_daily_backup_is_retried_at_the_next_run(
    backups: BackupService, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> Path:
        raise BackupFailedError

    with monkeypatch.context() as broken:
        broken.setattr(BackupWriter, "write", fail)
        assert back_up_if_due(backups) is None
    assert back_up_if_due(backups) is not None


def test_backup_job_goes_on_after_an_unexpected_error(
    backups: BackupService, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(daily_backup, "FIRST_DELAY_SECONDS", 0)
    monkeypatch.setattr(daily_backup, "INTERVAL_SECONDS", 0)

    async def fail_once_then_run() -> int:
        loop, is_repeated, attempts = asyncio.get_running_loop(), asyncio.Event(), 0

        def fail(_folder: Path, _now: datetime) -> bool:
            nonlocal attempts
            attempts += 1
            if attempts == 1:
                raise ValueError("unexpected")
            loop.call_soon_threadsafe(is_repeated.set)
            return False

        monkeypatch.setattr(daily_backup, "is_due", fail)
        async with run_daily_backups(backups):
            await asyncio.wait_for(is_repeated.wait(), 20)
        return attempts

    assert asyncio.run(fail_once_then_run()) >= 2
    assert "the daily backup failed; the next attempt is in an hour" in caplog.text


def test_backup_job_starts_and_stops_with_the_server(
    backups: BackupService, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    monkeypatch.setattr(daily_backup, "FIRST_DELAY_SECONDS", 0)
    is_run = asyncio.Event()

    async def story() -> None:
        loop = asyncio.get_running_loop()

        def back_up(service: BackupService) -> None:
            back_up_if_due(service)
            loop.call_soon_threadsafe(is_run.set)

        monkeypatch.setattr(daily_backup, "back_up_if_due", back_up)
        async with run_daily_backups(backups):
            await asyncio.wait_for(is_run.wait(), 20)

    asyncio.run(story())
    assert len(list(backups.folder.glob("*-daily.backup"))) == 1
