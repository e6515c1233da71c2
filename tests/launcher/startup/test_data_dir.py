"""The data folder."""

from pathlib import Path

from launcher.errors import BadDataFolderError, StartupDiskFullError
from launcher.startup import data_dir
from launcher.startup.data_dir import not_writable_error
from server import settings


def test_a_full_disk_and_a_read_only_folder_have_different_errors(tmp_path: Path) -> None:
    assert isinstance(not_writable_error(tmp_path, OSError(28, "No space left on device")), StartupDiskFullError)
    assert isinstance(not_writable_error(tmp_path, OSError(30, "Read-only file system")), BadDataFolderError)


def test_the_launcher_and_the_server_have_one_name_for_the_database() -> None:
    assert data_dir.DATABASE_FILE == settings.DATABASE_FILE
