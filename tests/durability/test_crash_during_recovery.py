"""A recovery that is killed: the next start offers it again, or the class is restored."""

from pathlib import Path

import pytest

from server.data_protection.backups.errors import DatabaseQuarantinedError
from server.data_protection.backups.service import BackupRequest, BackupService
from server.data_protection.backups.startup_check import require_intact_database
from server.settings import Settings
from tests.durability.crash_injection import run_crashes
from tests.factories.data_folders import add_images
from tests.factories.seeded import seed


@pytest.mark.parametrize(
    ("stride", "least"),
    [pytest.param(90, 4, id="some lines"), pytest.param(1, 400, id="each line", marks=pytest.mark.long)],
)
def test_a_killed_recovery_is_complete_or_offered_again(tmp_path: Path, stride: int, least: int) -> None:
    folder = tmp_path / "class"
    seed(folder, months=1, submissions=2, students=2)
    add_images(folder, 2)
    backups = BackupService(Settings(data_dir=folder))
    backup = backups.write(BackupRequest("by-hand", target=tmp_path / "class.backup"))
    (folder / "goalbucks.db").write_bytes(b"no database any more" * 1000)
    with pytest.raises(DatabaseQuarantinedError):
        require_intact_database(backups)
    killed, offered, done = run_crashes("crash_recovery", folder, backup, tmp_path / "scratch", 7, stride)
    assert killed == offered + done
    assert killed >= least
    assert offered
