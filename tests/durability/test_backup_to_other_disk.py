"""`goalbucks backup` to another disk: from a read-only folder, and to a disk that refuses the write."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.factories.data_folders import add_images, find_temporary_files, read_data_folder
from tests.factories.forked_program import ForkedProgram, run_forked
from tests.factories.paths import ROOT
from tests.factories.seeded import seed
from tests.factories.server_process import PROGRAM

READ_ONLY = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'
SMALL_TMPFS = 'mount -t tmpfs -o size=64k goalbucks-test "$0" && exec "$@"'

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="only an administrator of Linux can mount a disk"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The data folder of a class with images."""
    folder = tmp_path / "data"
    seed(folder, submissions=1, students=2)
    add_images(folder, 2)
    return folder


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    stick = tmp_path / "stick"
    stick.mkdir()
    return stick


def goalbucks(*arguments: object, mounting: str, place: Path, code: int = 0) -> str:
    """Run the command with something mounted at `place` in a mount namespace of its own; returns its output."""
    command = ["unshare", "--mount", "sh", "-c", mounting, str(place), *PROGRAM, *(str(each) for each in arguments)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    if "unshare" in ended.stderr or "mount:" in ended.stderr:
        pytest.skip("this administrator may not mount anything (a container's)")
    assert ended.returncode == code, ended.stderr
    return ended.stdout + ended.stderr


def leave_in_log(folder: Path, *, with_index: bool) -> None:
    """Leave a change in the write-ahead log only, as a crash does."""
    database = folder / "goalbucks.db"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("UPDATE classrooms SET name = 'Only in the log'")
        connection.commit()
        names = ["goalbucks.db-wal", *(["goalbucks.db-shm"] if with_index else [])]
        for name in names:
            shutil.copy(folder / name, folder / f"{name}.kept")
    for name in names:
        (folder / f"{name}.kept").rename(folder / name)


@pytest.mark.parametrize("log", ["none", pytest.param("with its index", marks=pytest.mark.long), "without its index"])
def test_a_read_only_data_folder_can_be_backed_up_to_another_disk(
    folder: Path, stick: Path, tmp_path: Path, log: str
) -> None:
    if log != "none":
        leave_in_log(folder, with_index=log == "with its index")
    names = sorted(path.name for path in folder.iterdir())
    goalbucks("backup", stick / "class.backup", "--data-dir", folder, mounting=READ_ONLY, place=folder)
    assert [path.name for path in stick.iterdir()] == ["class.backup"]
    assert sorted(path.name for path in folder.iterdir()) == names
    elsewhere = tmp_path / "elsewhere"
    run_forked("restore", stick / "class.backup", "--data-dir", elsewhere)
    assert read_data_folder(elsewhere) == read_data_folder(folder)
    (classroom,) = read_data_folder(elsewhere)[0]["classrooms"]
    assert (classroom["name"] == "Only in the log") == (log != "none")


@pytest.mark.parametrize(
    ("mounting", "sentence"),
    [
        (READ_ONLY, "The backup could not be written to {}: its disk is read-only. Nothing was changed."),
        (SMALL_TMPFS, "The disk of {} is too full: "),
    ],
)
def test_a_failed_backup_names_the_disk_that_refused_the_write(
    folder: Path, stick: Path, mounting: str, sentence: str
) -> None:
    output = goalbucks("backup", stick, "--data-dir", folder, mounting=mounting, place=stick, code=1)
    assert output.startswith(sentence.format(stick))
    assert output.count("\n") == 1
    assert find_temporary_files(folder) == []


def test_an_unreadable_backup_file_is_reported_as_a_read_error_not_as_another_programs_file(folder: Path) -> None:
    refusing = "/proc/self/mem"  # reading its beginning is an I/O error
    program = ForkedProgram(["restore", refusing, "--data-dir", str(folder)], os.environ)
    _, error = program.communicate(timeout=60)
    assert program.returncode == 1
    assert error == "The file mem can't be read: the disk reports an error. Nothing was changed.\n"
