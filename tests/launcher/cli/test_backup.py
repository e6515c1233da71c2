"""`goalbucks backup`, `restore` and `check`: sentences and exit codes, with the server running and without."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from server.data_protection.backups.service import BackupRequest, BackupService
from server.settings import Settings
from tests.factories.folders import add_images, everything_in, litter
from tests.factories.process import PROGRAM, ROOT, ServerProcess
from tests.factories.seated import seat

pytestmark = pytest.mark.processes


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The data folder of a class with images."""
    folder = tmp_path / "data"
    seat(folder, months=1, submissions=1, students=2)
    add_images(folder, 2)
    return folder


def goalbucks(*arguments: object, code: int = 0) -> str:
    """Run the program; what it said."""
    command = [*PROGRAM, *(str(each) for each in arguments)]
    ended = subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False, timeout=60)
    assert ended.returncode == code, ended.stderr
    assert "Traceback" not in ended.stderr
    assert (ended.stderr == "") == (code == 0) or not ended.stderr
    return ended.stdout + ended.stderr


def what_a_start_tells(folder: Path) -> str:
    """Of the damaged database that it finds; it is ended then."""
    command = [*PROGRAM, "serve", "--host", "127.0.0.1", "--port", "0", "--no-announce", "--data-dir", str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as program:
        assert program.stderr is not None
        told = next(line for line in program.stderr if "It was set aside in" in line)
        program.terminate()
    assert program.returncode == 0
    return told


def test_what_was_backed_up_is_restored_on_another_computer(folder: Path, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    said = goalbucks("backup", stick, "--data-dir", folder)
    (backup,) = stick.iterdir()
    assert said.startswith(f"Everything is backed up in {backup} (")
    elsewhere = tmp_path / "elsewhere"
    assert f"is restored in {elsewhere}." in goalbucks("restore", backup, "--data-dir", elsewhere)
    assert everything_in(elsewhere) == everything_in(folder)
    assert "Nothing is wrong" in goalbucks("check", "--data-dir", elsewhere)


def test_without_a_name_the_backup_lies_with_the_others(folder: Path) -> None:
    goalbucks("backup", "--data-dir", folder)
    (backup,) = (folder / "backups").iterdir()
    assert backup.name.endswith("-by-hand.backup")
    assert f"The state before it is kept in {folder / 'backups'}" in goalbucks("restore", backup, "--data-dir", folder)


def test_beside_a_running_server_backup_and_check_work_and_restore_says_what_to_do(
    folder: Path, tmp_path: Path
) -> None:
    server = ServerProcess(folder)
    try:
        goalbucks("backup", tmp_path / "class.backup", "--data-dir", folder)
        assert "Nothing is wrong" in goalbucks("check", "--data-dir", folder)
        before = everything_in(folder)
        said = goalbucks("restore", tmp_path / "class.backup", "--data-dir", folder, code=1)
        assert said.startswith("GoalBucks is running with this data folder. Close it")
        assert everything_in(folder) == before
    finally:
        assert server.stop() == 0
    goalbucks("restore", tmp_path / "class.backup", "--data-dir", folder)
    assert litter(folder) == []


@pytest.mark.long
def test_a_passphrase_comes_from_a_file(folder: Path, tmp_path: Path) -> None:
    secret, locked = tmp_path / "secret.txt", tmp_path / "locked.backup"
    secret.write_text("\ufeffcorrect horse\nanything else\n", encoding="utf-8")
    said = goalbucks("backup", locked, "--passphrase-file", secret, "--data-dir", folder)
    assert "nobody can open it without" in said
    elsewhere = tmp_path / "elsewhere"
    assert "--passphrase-file" in goalbucks("restore", locked, "--data-dir", elsewhere, code=1)
    (tmp_path / "wrong.txt").write_text("wrong horse")
    said = goalbucks("restore", locked, "--passphrase-file", tmp_path / "wrong.txt", "--data-dir", elsewhere, code=1)
    assert "does not open the backup" in said
    goalbucks("restore", locked, "--passphrase-file", secret, "--data-dir", elsewhere)
    assert everything_in(elsewhere) == everything_in(folder)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows limits no file's size")
def test_a_stick_that_takes_no_large_file_is_told_as_such(folder: Path, tmp_path: Path) -> None:
    add_images(folder, 2, 2_000_000)
    limit = (folder / "goalbucks.db").stat().st_size + 1_000_000
    script = (
        f"import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}));"
        "from launcher.__main__ import main; sys.exit(main())"
    )
    command = [sys.executable, "-c", script, "backup", str(tmp_path / "class.backup"), "--data-dir", str(folder)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert ended.returncode == 1
    assert ended.stderr.startswith("This disk can't hold a file as large as the backup.")
    assert ended.stderr.count("\n") == 1
    assert not (tmp_path / "class.backup").exists()
    assert litter(folder) == []
    assert litter(tmp_path) == []


def test_the_help_says_that_a_lost_passphrase_is_lost() -> None:
    assert "nobody can ever open it" in " ".join(goalbucks("backup", "--help").split())
    assert "is lost is lost" in " ".join(goalbucks("restore", "--help").split())


@pytest.mark.parametrize("command", ["backup", "check"])
def test_a_folder_without_goalbucks_is_told_and_not_made(tmp_path: Path, command: str) -> None:
    said = goalbucks(command, "--data-dir", tmp_path / "none", code=1)
    assert said == f"There is no GoalBucks in the folder {tmp_path / 'none'}. Name another one with --data-dir.\n"
    assert not (tmp_path / "none").exists()


def test_another_file_is_refused_with_a_sentence(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("a shopping list")
    said = goalbucks("restore", tmp_path / "list.txt", "--data-dir", folder, code=1)
    assert "is not a backup of GoalBucks" in said


def test_a_refused_restore_leaves_no_folder(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("a shopping list")
    goalbucks("restore", tmp_path / "list.txt", "--data-dir", tmp_path / "new" / "data", code=1)
    assert [each.name for each in tmp_path.iterdir()] == ["list.txt"]


@pytest.mark.parametrize("content", ["", "\nsecond line", None])
def test_a_passphrase_file_that_holds_none_is_refused(folder: Path, tmp_path: Path, content: str | None) -> None:
    secret = tmp_path / "secret.txt"
    if content is not None:
        secret.write_text(content)
    said = goalbucks("backup", tmp_path / "b", "--passphrase-file", secret, "--data-dir", folder, code=1)
    assert str(secret) in said
    assert not (tmp_path / "b").exists()


def test_a_check_that_finds_something_ends_with_1_and_names_the_newest_backup(folder: Path) -> None:
    goalbucks("backup", "--data-dir", folder)
    with closing(sqlite3.connect(folder / "goalbucks.db")) as connection, connection:
        connection.execute("UPDATE balances SET earned = earned + 1")
    said = goalbucks("check", "--data-dir", folder, code=1)
    assert said.count("WRONG: The balance of student") == 2
    assert f"The newest backup is {folder / 'backups'}" in said


def test_a_check_reads_the_backups_and_the_photos_that_they_share(folder: Path) -> None:
    written = BackupService(Settings(data_dir=folder)).write(BackupRequest("daily"))
    assert "Backups: 1, and 4 photo files that they share.\n" in goalbucks("check", "--data-dir", folder)
    next(written.parent.glob("photos/*/*")).write_bytes(b"rotten")
    said = goalbucks("check", "--data-dir", folder, code=1)
    assert f"WRONG: Of the 4 photo files of the backup {written.name}, 1 are missing or damaged." in said


def test_a_daily_backup_without_its_photos_is_restored_only_by_an_option_of_its_own(
    folder: Path, tmp_path: Path
) -> None:
    alone, elsewhere = tmp_path / "alone.backup", tmp_path / "elsewhere"
    BackupService(Settings(data_dir=folder)).write(BackupRequest("daily")).rename(alone)
    said = goalbucks("restore", alone, "--data-dir", elsewhere, code=1)
    assert said.startswith("The photos of this backup are not with it")
    assert not (elsewhere / "goalbucks.db").exists()
    said = goalbucks("restore", alone, "--without-photos", "--data-dir", elsewhere)
    assert "4 image files are missing or damaged, and are left out." in said


def test_a_damaged_database_is_mended_by_the_command_that_the_start_tells(folder: Path) -> None:
    goalbucks("backup", "--data-dir", folder)
    before = everything_in(folder)
    (folder / "goalbucks.db").write_bytes(b"no database any more" * 1000)
    (backup,) = (folder / "backups").iterdir()
    command = f'goalbucks restore "{backup}" --data-dir "{folder}"'
    for _ in range(2):
        assert command in what_a_start_tells(folder)
    goalbucks("restore", backup, "--data-dir", folder)
    assert everything_in(folder) == before
    server = ServerProcess(folder)
    assert server.stop() == 0


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only an administrator can give files away")
def test_an_administrator_is_told_to_work_as_the_account_that_the_folder_belongs_to(folder: Path) -> None:
    os.chown(folder, 65534, 65534)
    said = goalbucks("backup", "--data-dir", folder, code=1)
    assert "sudo -u nobody goalbucks" in said
    assert not (folder / "backups").exists()
