"""`goalbucks backup`, `restore` and `check`: messages and exit codes, with and without a running server."""

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from launcher.cli.dispatch import run_command
from launcher.cli.parser import parse
from server.data_protection.backups.service import BackupRequest, BackupService
from server.settings import Settings
from tests.factories.data_folders import add_images, find_temporary_files, read_data_folder
from tests.factories.forked_program import ForkedProgram
from tests.factories.paths import ROOT
from tests.factories.seeded import seed
from tests.factories.server_process import PROGRAM, ServerProcess

pytestmark = pytest.mark.processes


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Data folder of a class with images."""
    folder = tmp_path / "data"
    seed(folder, months=1, submissions=1, students=2)
    add_images(folder, 2)
    return folder


def goalbucks(*arguments: object, code: int = 0) -> str:
    """Run the command in this process, which saves the imports; return its output."""
    umask = os.umask(0o022)
    out, err = StringIO(), StringIO()
    try:
        with redirect_stdout(out), redirect_stderr(err):
            assert run_command(parse([str(each) for each in arguments])) == code
    finally:
        os.umask(umask)
    assert code or not err.getvalue()
    return out.getvalue() + err.getvalue()


def run_program(*arguments: object, code: int = 0) -> str:
    """Run the program; return its output."""
    command = [*PROGRAM, *(str(each) for each in arguments)]
    ended = subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False, timeout=60)
    assert ended.returncode == code, ended.stderr
    assert "Traceback" not in ended.stderr
    assert code or not ended.stderr
    return ended.stdout + ended.stderr


def damage_message_of_start(folder: Path) -> str:
    """Start the server on a damaged database; return its message about that, and stop it."""
    options = ["--host", "127.0.0.1", "--port", "0", "--no-announce", "--data-dir", str(folder)]
    program = ForkedProgram(["serve", *options], os.environ)
    assert program.stderr is not None
    message = next(line for line in program.stderr if "It was set aside in" in line)
    program.send_signal(signal.SIGTERM)
    program.communicate()
    assert program.returncode == 0
    return message


def test_a_backup_is_restored_in_another_folder(folder: Path, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    with closing(sqlite3.connect(folder / "goalbucks.db")) as database, database:
        columns, values = "id, created_at, student_id, code_hash, key_id", "id, '2026-01-01 00:00:00', id, id, 'key'"
        database.execute(f"INSERT INTO login_cards ({columns}) SELECT {values} FROM students LIMIT 1")
    output = run_program("backup", stick, "--data-dir", folder)
    (backup,) = stick.iterdir()
    assert output.startswith(f"Everything is backed up in {backup} (")
    elsewhere = tmp_path / "elsewhere"
    restored = run_program("restore", backup, "--data-dir", elsewhere)
    assert f"was restored to {elsewhere}." in restored
    assert "Login cards (1) are valid as on that day" in restored
    assert read_data_folder(elsewhere) == read_data_folder(folder)
    assert "No problems were found" in run_program("check", "--data-dir", elsewhere)


def test_without_a_file_name_the_backup_is_in_the_backups_folder(folder: Path) -> None:
    goalbucks("backup", "--data-dir", folder)
    (backup,) = (folder / "backups").iterdir()
    assert backup.name.endswith("-by-hand.backup")
    assert f"The previous data is kept in {folder / 'backups'}" in goalbucks("restore", backup, "--data-dir", folder)


def test_beside_a_running_server_backup_and_check_work_and_restore_is_refused(folder: Path, tmp_path: Path) -> None:
    server = ServerProcess(folder, forked=True)
    try:
        goalbucks("backup", tmp_path / "class.backup", "--data-dir", folder)
        assert "No problems were found" in goalbucks("check", "--data-dir", folder)
        before = read_data_folder(folder)
        output = goalbucks("restore", tmp_path / "class.backup", "--data-dir", folder, code=1)
        assert output.startswith("GoalBucks is running with this data folder. Close it")
        assert read_data_folder(folder) == before
    finally:
        assert server.stop() == 0
    goalbucks("restore", tmp_path / "class.backup", "--data-dir", folder)
    assert find_temporary_files(folder) == []


@pytest.mark.long
def test_the_passphrase_is_read_from_a_file(folder: Path, tmp_path: Path) -> None:
    secret, locked = tmp_path / "secret.txt", tmp_path / "locked.backup"
    secret.write_text("\ufeffcorrect horse\nanything else\n", encoding="utf-8")
    output = goalbucks("backup", locked, "--passphrase-file", secret, "--data-dir", folder)
    assert "which can't be recovered" in output
    elsewhere = tmp_path / "elsewhere"
    assert "--passphrase-file" in goalbucks("restore", locked, "--data-dir", elsewhere, code=1)
    (tmp_path / "wrong.txt").write_text("wrong horse")
    output = goalbucks("restore", locked, "--passphrase-file", tmp_path / "wrong.txt", "--data-dir", elsewhere, code=1)
    assert "does not open the backup" in output
    goalbucks("restore", locked, "--passphrase-file", secret, "--data-dir", elsewhere)
    assert read_data_folder(elsewhere) == read_data_folder(folder)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows limits no file's size")
def test_a_disk_with_a_file_size_limit_is_reported(folder: Path, tmp_path: Path) -> None:
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
    assert find_temporary_files(folder) == []
    assert find_temporary_files(tmp_path) == []


def test_the_help_warns_that_a_lost_passphrase_cannot_be_recovered() -> None:
    assert "a lost passphrase can't be recovered" in " ".join(run_program("backup", "--help").split())
    assert "a lost passphrase can't be recovered" in " ".join(run_program("restore", "--help").split())


@pytest.mark.parametrize("command", ["backup", "check"])
def test_a_folder_without_a_database_is_refused_and_not_created(tmp_path: Path, command: str) -> None:
    output = goalbucks(command, "--data-dir", tmp_path / "none", code=1)
    folder = tmp_path / "none"
    assert output == f"There is no GoalBucks database in the folder {folder}. Name another one with --data-dir.\n"
    assert not (tmp_path / "none").exists()


def test_restore_refuses_a_file_that_is_not_a_backup(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("a shopping list")
    output = goalbucks("restore", tmp_path / "list.txt", "--data-dir", folder, code=1)
    assert "is not a backup of GoalBucks" in output


def test_a_refused_restore_leaves_no_data_folder(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("a shopping list")
    goalbucks("restore", tmp_path / "list.txt", "--data-dir", tmp_path / "new" / "data", code=1)
    assert [each.name for each in tmp_path.iterdir()] == ["list.txt"]


@pytest.mark.parametrize("content", ["", "\nsecond line", None])
def test_a_passphrase_file_without_a_passphrase_is_refused(folder: Path, tmp_path: Path, content: str | None) -> None:
    secret = tmp_path / "secret.txt"
    if content is not None:
        secret.write_text(content)
    output = goalbucks("backup", tmp_path / "b", "--passphrase-file", secret, "--data-dir", folder, code=1)
    assert str(secret) in output
    assert not (tmp_path / "b").exists()


def test_a_failed_check_exits_with_1_and_names_the_newest_backup(folder: Path) -> None:
    goalbucks("backup", "--data-dir", folder)
    with closing(sqlite3.connect(folder / "goalbucks.db")) as connection, connection:
        connection.execute("UPDATE balances SET earned = earned + 1")
    output = goalbucks("check", "--data-dir", folder, code=1)
    assert output.count("PROBLEM: The balance of student") == 2
    assert f"The newest backup is {folder / 'backups'}" in output


def test_check_reads_the_backups_and_their_shared_photos(folder: Path) -> None:
    written = BackupService(Settings(data_dir=folder)).write(BackupRequest("daily"))
    assert "Backups: 1, and 4 photo files that they share.\n" in goalbucks("check", "--data-dir", folder)
    next(written.parent.glob("photos/*/*")).write_bytes(b"rotten")
    output = goalbucks("check", "--data-dir", folder, code=1)
    assert f"PROBLEM: Of the 4 photo files of the backup {written.name}, 1 are missing or damaged." in output


def test_restoring_a_daily_backup_without_its_photos_needs_an_option(folder: Path, tmp_path: Path) -> None:
    alone, elsewhere = tmp_path / "alone.backup", tmp_path / "elsewhere"
    BackupService(Settings(data_dir=folder)).write(BackupRequest("daily")).rename(alone)
    output = goalbucks("restore", alone, "--data-dir", elsewhere, code=1)
    assert output.startswith("The photos of this backup are not with it")
    assert not (elsewhere / "goalbucks.db").exists()
    output = goalbucks("restore", alone, "--without-photos", "--data-dir", elsewhere)
    assert "4 image files are missing or damaged, and were left out." in output


def test_a_damaged_database_is_restored_by_the_command_that_a_start_prints(folder: Path) -> None:
    goalbucks("backup", "--data-dir", folder)
    before = read_data_folder(folder)
    (folder / "goalbucks.db").write_bytes(b"no database any more" * 1000)
    (backup,) = (folder / "backups").iterdir()
    command = f'goalbucks restore "{backup}" --data-dir "{folder}"'
    for _ in range(2):
        assert command in damage_message_of_start(folder)
    goalbucks("restore", backup, "--data-dir", folder)
    assert read_data_folder(folder) == before
    server = ServerProcess(folder, forked=True)
    assert server.stop() == 0


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only an administrator can give files away")
def test_root_is_told_to_use_the_account_that_owns_the_folder(folder: Path) -> None:
    os.chown(folder, 65534, 65534)
    output = goalbucks("backup", "--data-dir", folder, code=1)
    assert "sudo -u nobody goalbucks" in output
    assert not (folder / "backups").exists()
