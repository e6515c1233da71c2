"""`status`, `backup` and `check` on a missing or unreadable database, or in a read-only folder."""

import os
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from importlib import import_module
from pathlib import Path
from pwd import getpwnam
from tempfile import TemporaryDirectory

import pytest

from launcher.__main__ import main
from server.data_protection.backups.service import BackupRequest, BackupService
from server.settings import Settings
from tests.factories.data_folders import add_images, read_data_folder
from tests.factories.seeded import seed

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only an administrator can become another account")
RunCommand = Callable[..., tuple[int, str]]


@pytest.fixture
def folder() -> Iterator[Path]:
    """Data folder of a class whose server is stopped; its owner is the account `nobody`."""
    with TemporaryDirectory() as name:  # pytest's folder is below one of root's, which the other account can't enter
        Path(name).chmod(0o755)
        folder = Path(name) / "data"
        seed(folder, months=1, submissions=1, students=2)
        add_images(folder, 1)
        for path in (folder, *folder.rglob("*")):
            shutil.chown(path, "nobody")
        yield folder


@pytest.fixture
def goalbucks(folder: Path, capsys: pytest.CaptureFixture[str]) -> RunCommand:
    """Return a function that runs a command as the account `nobody`; it returns the exit code and the output."""

    import_module("launcher.desktop")  # the other account may not be able to read this Python's files
    import_module("launcher.cli.dispatch")

    def run(*arguments: object) -> tuple[int, str]:
        capsys.readouterr()
        with _as_nobody():
            code = main([*map(str, arguments), "--data-dir", str(folder)])
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    return run


@contextmanager
def _as_nobody() -> Iterator[None]:
    user = getpwnam("nobody").pw_uid
    os.setresuid(user, user, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)


def test_check_works_on_a_read_only_folder_and_changes_nothing(folder: Path, goalbucks: RunCommand) -> None:
    before = read_data_folder(folder)
    folder.chmod(0o555)
    code, output = goalbucks("check")
    assert (code, "No problems were found" in output) == (0, True), output
    assert "Images: 1 referenced by submissions" in output
    assert read_data_folder(folder) == before


def test_check_of_a_read_only_folder_reads_the_write_ahead_log(folder: Path, goalbucks: RunCommand) -> None:
    write_to_wal(folder, "UPDATE balances SET earned = earned + 1")
    folder.chmod(0o555)
    code, output = goalbucks("check")
    assert (code, output.count("PROBLEM: The balance of student")) == (1, 2), output


def write_to_wal(folder: Path, statement: str) -> None:
    """Change the database as a program does that is killed after its commit: in the write-ahead log only."""
    database, log = folder / "goalbucks.db", folder / "goalbucks.db-wal"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        with connection:
            connection.execute(statement)
        contents = database.read_bytes(), log.read_bytes()
    for path, content in zip((database, log), contents, strict=True):
        path.write_bytes(content)
        shutil.chown(path, "nobody")


def test_every_command_reports_an_unreadable_database_as_unreadable(folder: Path, goalbucks: RunCommand) -> None:
    database = folder / "goalbucks.db"
    database.chmod(0)
    expected = f"{database} can't be read by this account."
    elsewhere = folder.parent / "elsewhere"
    elsewhere.mkdir()
    shutil.chown(elsewhere, "nobody")
    assert goalbucks("check") == (1, f"{expected}\n")
    assert goalbucks("backup", elsewhere / "class.backup") == (1, f"{expected}\n")
    _, output = goalbucks("status")
    assert f"WARNING: {expected}\n" in output
    assert "damaged" not in output
    assert stat.S_IMODE(database.stat().st_mode) == 0


def test_backup_of_a_read_only_folder_asks_for_another_folder(folder: Path, goalbucks: RunCommand) -> None:
    folder.chmod(0o555)
    code, output = goalbucks("backup")
    assert (code, f"The folder {folder} is not writable." in output) == (1, True), output


def test_every_command_reports_a_missing_database_as_missing(folder: Path, goalbucks: RunCommand) -> None:
    BackupService(Settings(data_dir=folder)).write(BackupRequest("daily"))
    for path in (folder / "backups").rglob("*"):
        shutil.chown(path, "nobody")
    shutil.chown(folder / "backups", "nobody")
    (folder / "goalbucks.db").unlink()
    missing = "The database is missing, although there are photos or backups. Start GoalBucks:"
    for command in ("status", "check", "backup"):
        code, output = goalbucks(command)
        assert code
        assert missing in output
        assert "There is no GoalBucks" not in output
