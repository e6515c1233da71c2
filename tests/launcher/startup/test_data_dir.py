"""Errors of the data folder."""

from pathlib import Path

from launcher.errors import BadDataFolderError, DiskFullError
from launcher.startup.data_dir import not_writable_error


def test_a_full_disk_and_a_read_only_folder_have_different_errors(tmp_path: Path) -> None:
    assert isinstance(not_writable_error(tmp_path, OSError(28, "No space left on device")), DiskFullError)
    assert isinstance(not_writable_error(tmp_path, OSError(30, "Read-only file system")), BadDataFolderError)
