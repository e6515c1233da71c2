"""A student is erased from a backup wholly, or the backup is what it was."""

from pathlib import Path

import pytest

from server.data_protection.backups.service import BackupRequest, BackupService
from server.settings import Settings
from tests.durability.killing import run_killer
from tests.factories.folders import add_images
from tests.factories.seated import seat


def kill_erasures(folder: Path, first: int, stride: int) -> tuple[int, int, int]:
    """How many were killed, left the old file, left the new one."""
    seated = seat(folder, submissions=1, students=2)
    add_images(folder, 2)
    backup = BackupService(Settings(data_dir=folder)).write(BackupRequest("by-hand"))
    return run_killer("killed_erasures", folder, backup, seated.students[0].id, first, stride)


def test_an_erasure_that_is_killed_leaves_each_backup_as_it_was_or_without_the_student(tmp_path: Path) -> None:
    killed, old, new = kill_erasures(tmp_path / "class", 5, 60)
    assert killed == old + new
    assert killed >= 5
    assert old


@pytest.mark.long
def test_an_erasure_that_is_killed_at_any_line_does_so_too(tmp_path: Path) -> None:
    killed, old, new = kill_erasures(tmp_path / "class", 1, 1)
    assert killed >= 300
    assert old
    assert new
