"""The daily backup."""

from collections.abc import Callable
from pathlib import Path

import pytest

from server.data_protection.backups.backup_writer import BackupWriter
from server.data_protection.backups.daily_backup import back_up_if_due
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
    set_free_space(int(1.3 * size) + 4_500_000)
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
