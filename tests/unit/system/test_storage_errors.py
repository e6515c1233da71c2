"""Classification of errors of the operating system."""

import errno
from pathlib import Path

import pytest

from server.system.storage_errors import classify_storage_error


@pytest.mark.parametrize("windows_error", [32, 33])
def test_file_that_another_program_has_open_on_windows_is_busy(tmp_path: Path, windows_error: int) -> None:
    error = PermissionError(errno.EACCES, "The process cannot access the file")
    error.winerror = windows_error  # type: ignore[attr-defined, unused-ignore]
    assert classify_storage_error(error, tmp_path) == "busy"


@pytest.mark.parametrize(
    ("number", "problem"),
    [
        (errno.EACCES, "read_only"),
        (errno.EROFS, "read_only"),
        (errno.ENOSPC, "full"),
        (errno.EDQUOT, "full"),
        (errno.EIO, "failing"),
    ],
)
def test_error_of_the_operating_system_is_classified_by_its_number(tmp_path: Path, number: int, problem: str) -> None:
    assert classify_storage_error(OSError(number, "error"), tmp_path) == problem


def test_an_error_of_another_kind_is_not_classified(tmp_path: Path) -> None:
    assert classify_storage_error(ValueError("no error of a disk"), tmp_path) is None
