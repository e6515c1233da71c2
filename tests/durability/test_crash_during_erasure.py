"""Redacting a student from a backup is atomic."""

from pathlib import Path

import pytest

from server.data_protection.backups.service import BackupRequest, BackupService
from server.settings import Settings
from tests.durability.crash_injection import run_crashes
from tests.factories.data_folders import add_images
from tests.factories.seeded import seed


def crash_erasures(folder: Path, first: int, stride: int) -> tuple[int, int, int]:
    """Kill redactions of a backup; return the number of kills, and after how many the old and the new file existed."""
    seeded = seed(folder, submissions=1, students=2)
    add_images(folder, 2)
    backup = BackupService(Settings(data_dir=folder)).write(BackupRequest("by-hand"))
    return run_crashes("crash_erasure", folder, backup, seeded.students[0].id, first, stride)


def test_a_killed_erasure_leaves_each_backup_unchanged_or_without_the_student(tmp_path: Path) -> None:
    killed, old, new = crash_erasures(tmp_path / "class", 5, 110)
    assert killed == old + new
    assert killed >= 3
    assert old


@pytest.mark.long
@pytest.mark.timeout(3600)  # some 2,900 kills
def test_an_erasure_killed_at_any_line_leaves_each_backup_unchanged_or_without_the_student(tmp_path: Path) -> None:
    killed, old, new = crash_erasures(tmp_path / "class", 1, 1)
    assert killed >= 1000
    assert old
    assert new
