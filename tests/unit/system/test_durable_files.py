"""Atomic writes of small files."""

import stat
import sys
from pathlib import Path

import pytest

from server.system.durable_files import TEMPORARY_SUFFIX, atomic_write


def test_write_succeeds_though_a_crash_left_the_temporary_file(tmp_path: Path) -> None:
    path = tmp_path / "key.bin"
    path.with_suffix(TEMPORARY_SUFFIX).write_bytes(b"longer than the content: left by a crash")
    atomic_write(path, b"content")
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("key.bin", b"content")]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no file modes")
def test_written_file_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    atomic_write(tmp_path / "key.bin", b"content")
    assert stat.S_IMODE((tmp_path / "key.bin").stat().st_mode) == 0o600


def test_failed_write_keeps_the_earlier_file_and_leaves_no_temporary_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_descriptor: int) -> None:
        raise OSError(5, "Input/output error")

    path = tmp_path / "key.bin"
    atomic_write(path, b"earlier")
    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="Input/output"):
        atomic_write(path, b"later")
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("key.bin", b"earlier")]
