"""`goalbucks status`: what it reports, and its exit code, with the program running and without."""

import json
import os
import signal
import sqlite3
import stat
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from pwd import getpwnam
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from launcher.__main__ import main
from launcher.cli.status import collect_status
from server.database.damage_flag import SUSPECT_FILE, mark_suspect
from server.school.importing.relocation_marker import RelocationMarker, write_marker
from server.settings import Settings, program_version
from tests.factories.folders import everything_in
from tests.factories.listener import EventListener
from tests.factories.process import ServerProcess
from tests.factories.seated import seat
from tests.launcher.conftest import Start, wait_until
from tests.launcher.startup.test_failures import running

pytestmark = pytest.mark.processes

WELL, WARNING, NOT_RUNNING, CANNOT_TELL = range(4)


class Command:
    """Runs `goalbucks status` in this process: starting one takes far longer than the command itself."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def said(self, folder: Path, *more: str, code: int) -> str:
        """What it printed."""
        self._capsys.readouterr()
        ended = main(["status", "--data-dir", str(folder), *more])
        out, err = self._capsys.readouterr()
        assert ended == code, out + err
        return out + err

    def report(self, folder: Path, *, code: int) -> dict[str, Any]:
        """The same with --json."""
        found: dict[str, Any] = json.loads(self.said(folder, "--json", code=code))
        return found


@pytest.fixture
def status(capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(capsys)


def codes(found: dict[str, Any]) -> set[str]:
    return {each["code"] for each in found["warnings"]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The data folder of a class that nobody runs."""
    seat(tmp_path / "data", months=0, students=2)
    return tmp_path / "data"


def test_a_folder_that_nobody_uses_is_reported_and_left_as_it_is(folder: Path, status: Command) -> None:
    before = everything_in(folder)
    found = status.report(folder, code=NOT_RUNNING)
    assert (found["state"], found["schemaCurrent"], found["students"]) == ("stopped", True, None)
    assert found["freeBytes"] > 0
    assert "not running" in status.said(folder, code=NOT_RUNNING)
    assert everything_in(folder) == before


def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path, status: Command) -> None:
    assert status.report(tmp_path / "none", code=NOT_RUNNING)["schema"] is None
    assert not (tmp_path / "none").exists()


def test_a_running_server_tells_who_is_connected_and_since_when(tmp_path: Path, status: Command) -> None:
    room = seat(tmp_path / "data", months=0, students=2)
    server = ServerProcess(tmp_path / "data")
    try:
        with EventListener(server.port, room.students[0].token), EventListener(server.port, room.students[1].token):
            found = status.report(server.data_dir, code=WELL)
            said = status.said(server.data_dir, code=WELL)
    finally:
        server.stop()
    assert (found["state"], found["students"], found["devices"], found["warnings"]) == ("running", 2, 2, [])
    assert (found["version"], found["runningVersion"]) == (program_version(), program_version())
    assert (found["address"], found["startedAt"] is None) == (server.here, False)
    assert "running since" in said
    assert "students: 2, devices: 2" in said


def test_the_counts_need_the_key_in_the_folder_and_go_over_no_port(
    folder: Path, status: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = ServerProcess(folder)
    try:
        channel = folder / "instance.channel"
        wait_until(channel.exists)
        assert stat.S_IMODE(channel.stat().st_mode) == 0o600
        key = json.loads(channel.read_text())["key"]
        with closing(HTTPConnection("127.0.0.1", server.port)) as connection:
            for path in ("/api/status", "/api/instance", "/status"):
                connection.request("GET", path, headers={"Authorization": f"Bearer {key}"})
                assert b"devices" not in connection.getresponse().read()
        channel.write_text(channel.read_text().replace(key, "00" * 32))
        assert status.report(folder, code=WELL)["students"] is None
        server.process.send_signal(signal.SIGSTOP)
        monkeypatch.setattr("launcher.startup.control_channel.TIMEOUT_SECONDS", 0.5)
        monkeypatch.setattr("launcher.startup.health.TIMEOUT_SECONDS", 0.5)
        assert codes(status.report(folder, code=WARNING)) == {"not_responding"}
    finally:
        server.kill()
    assert channel.exists()  # what a crash leaves isn't taken for a running program
    assert status.report(folder, code=NOT_RUNNING)["address"] is None


def test_an_older_version_that_runs_is_named(tmp_path: Path, status: Command) -> None:
    with running("0.0.1", tmp_path / "data"):
        found = status.report(tmp_path / "data", code=WARNING)
    assert (found["state"], found["runningVersion"]) == ("running", "0.0.1")
    assert "other_version" in codes(found)


def test_classes_that_moved_to_the_school_are_told_with_the_address(folder: Path, status: Command) -> None:
    write_marker(folder, RelocationMarker("https://school.test", None))
    assert "https://school.test" in status.said(folder, code=NOT_RUNNING)


def test_a_database_in_recovery_is_a_warning_of_a_running_program(
    serve: Start, tmp_path: Path, status: Command
) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    (folder / "goalbucks.db").write_bytes(b"not a database at all, just some text\n" * 200)
    assert "damaged" in status.said(folder, code=NOT_RUNNING)
    serve()
    wait_until(lambda: "needs_rescue" in collect_status(Settings(data_dir=folder)).warnings)
    assert status.report(folder, code=WARNING)["state"] == "running"


def test_a_suspect_database_and_a_newer_one_are_warnings(folder: Path, status: Command) -> None:
    mark_suspect(Settings(data_dir=folder))
    assert "database" in codes(status.report(folder, code=NOT_RUNNING))
    (folder / SUSPECT_FILE).unlink()
    with closing(sqlite3.connect(folder / "goalbucks.db")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "newer GoalBucks" in status.said(folder, code=NOT_RUNNING)


def test_a_foreign_file_in_the_databases_place_is_a_warning(folder: Path, status: Command) -> None:
    (folder / "goalbucks.db").unlink()
    with closing(sqlite3.connect(folder / "goalbucks.db")) as connection:
        connection.execute("CREATE TABLE recipes (id INTEGER)")
    assert "is no database of GoalBucks" in status.said(folder, code=NOT_RUNNING)


def test_a_database_found_damaged_while_it_runs_is_one_warning(folder: Path, status: Command) -> None:
    server = ServerProcess(folder)
    try:
        mark_suspect(Settings(data_dir=folder))
        found = status.report(folder, code=WARNING)
    finally:
        server.stop()
    assert codes(found) == {"database_damaged"}


def test_options_that_cannot_be_used_are_told_from_a_warning(
    folder: Path, status: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["status", "--no-such-option"])
    assert ended.value.code == CANNOT_TELL
    monkeypatch.setenv("GOALBUCKS_PORT", "many")
    status.said(folder, code=CANNOT_TELL)


def test_old_backups_are_a_warning(folder: Path, status: Command) -> None:
    (folder / "backups").mkdir(exist_ok=True)
    old = folder / "backups" / "goalbucks-2020-01-02-030405-daily.backup"
    old.touch()
    found = status.report(folder, code=NOT_RUNNING)
    assert found["newestBackup"]["file"] == str(old)
    assert "backup_old" in codes(found)
    (folder / "goalbucks.db").unlink()
    assert "The database is missing" in status.said(folder, code=NOT_RUNNING)


@pytest.mark.skipif(os.geteuid() != 0, reason="only an administrator can become another account")
@pytest.mark.parametrize("private", ["settings.env", "instance.lock"])
def test_another_accounts_folder_is_refused_with_that_accounts_name(status: Command, private: str) -> None:
    with TemporaryDirectory() as name:  # no folder of pytest's: the other account may not go through root's
        Path(name).chmod(0o755)
        (Path(name) / private).touch(mode=0o600)
        os.seteuid(getpwnam("nobody").pw_uid)
        try:
            said = status.said(Path(name), code=CANNOT_TELL)
        finally:
            os.seteuid(0)
    assert f"The data folder {name} can't be read by this account. It belongs to root" in said
