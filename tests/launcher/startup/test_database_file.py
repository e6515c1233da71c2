"""A database that is missing, of another account, or in a read-only folder: what status, backup and check say of it."""

import os
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from pwd import getpwnam
from tempfile import TemporaryDirectory

import pytest

from launcher.__main__ import main
from server.data_protection.backups.service import BackupRequest, BackupService
from server.settings import Settings
from tests.factories.folders import add_images, everything_in
from tests.factories.seated import seat

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only an administrator can become another account")
Goalbucks = Callable[..., tuple[int, str]]


@pytest.fixture
def folder() -> Iterator[Path]:
    """The data folder of a class, which was stopped; it belongs to nobody."""
    with TemporaryDirectory() as name:  # no folder of pytest's: the other account may not go through root's
        Path(name).chmod(0o755)
        folder = Path(name) / "data"
        seat(folder, months=1, submissions=1, students=2)
        add_images(folder, 1)
        for path in (folder, *folder.rglob("*")):
            shutil.chown(path, "nobody")
        yield folder


@pytest.fixture
def goalbucks(folder: Path, capsys: pytest.CaptureFixture[str]) -> Goalbucks:
    """Give a command as nobody, in this process: its exit code, and what it says."""

    def run(*arguments: object) -> tuple[int, str]:
        capsys.readouterr()
        with _as_nobody():
            code = main([*map(str, arguments), "--data-dir", str(folder)])
        said = capsys.readouterr()
        return code, said.out + said.err

    return run


@contextmanager
def _as_nobody() -> Iterator[None]:
    user = getpwnam("nobody").pw_uid
    os.setresuid(user, user, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)


def test_check_reads_all_of_a_read_only_folder_and_changes_nothing(folder: Path, goalbucks: Goalbucks) -> None:
    before = everything_in(folder)
    folder.chmod(0o555)
    code, said = goalbucks("check")
    assert (code, "Nothing is wrong" in said) == (0, True), said
    assert "Images: 1 that submissions name" in said
    assert everything_in(folder) == before


def test_check_of_a_read_only_folder_counts_what_only_the_log_holds(folder: Path, goalbucks: Goalbucks) -> None:
    leave_in_the_log(folder, "UPDATE balances SET earned = earned + 1")
    folder.chmod(0o555)
    code, said = goalbucks("check")
    assert (code, said.count("WRONG: The balance of student")) == (1, 2), said


def leave_in_the_log(folder: Path, statement: str) -> None:
    """Change the database as a program that was killed after its commit."""
    database, log = folder / "goalbucks.db", folder / "goalbucks.db-wal"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        with connection:
            connection.execute(statement)
        kept = database.read_bytes(), log.read_bytes()
    for path, content in zip((database, log), kept, strict=True):
        path.write_bytes(content)
        shutil.chown(path, "nobody")


def test_a_database_that_this_account_may_not_read_is_called_so_by_every_command(
    folder: Path, goalbucks: Goalbucks
) -> None:
    database = folder / "goalbucks.db"
    database.chmod(0)
    expected = f"{database} can't be read by this account."
    elsewhere = folder.parent / "elsewhere"
    elsewhere.mkdir()
    shutil.chown(elsewhere, "nobody")
    assert goalbucks("check") == (1, f"{expected}\n")
    assert goalbucks("backup", elsewhere / "class.backup") == (1, f"{expected}\n")
    _, said = goalbucks("status")
    assert f"WARNING: {expected}\n" in said
    assert "damaged" not in said
    assert stat.S_IMODE(database.stat().st_mode) == 0


def test_a_backup_beside_a_read_only_database_asks_for_another_folder(folder: Path, goalbucks: Goalbucks) -> None:
    folder.chmod(0o555)
    code, said = goalbucks("backup")
    assert (code, f"The folder {folder} can't be written." in said) == (1, True), said


def test_a_missing_database_is_called_missing_by_every_command(folder: Path, goalbucks: Goalbucks) -> None:
    BackupService(Settings(data_dir=folder)).write(BackupRequest("daily"))
    for path in (folder / "backups").rglob("*"):
        shutil.chown(path, "nobody")
    shutil.chown(folder / "backups", "nobody")
    (folder / "goalbucks.db").unlink()
    missing = "The database is missing, though photos or backups are there. Start GoalBucks:"
    for command in ("status", "check", "backup"):
        code, said = goalbucks(command)
        assert code
        assert missing in said
        assert "There is no GoalBucks" not in said
