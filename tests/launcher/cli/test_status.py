"""`goalbucks status`: report and exit code, with and without a running program."""

import json
import os
import signal
import sqlite3
import stat
from contextlib import closing
from http.client import HTTPConnection
from importlib import import_module
from pathlib import Path
from pwd import getpwnam
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from launcher.__main__ import main
from launcher.cli.status import collect_status
from server.database.damage_flag import SUSPECT_FILE, mark_suspect
from server.school.importing.folder_state import RelocationMarker, write_marker
from server.settings import Settings, program_version
from tests.factories.data_folders import read_data_folder
from tests.factories.event_stream import EventStreamClient
from tests.factories.seeded import seed
from tests.factories.server_process import ServerProcess
from tests.factories.waiting import wait_until
from tests.launcher.conftest import Start
from tests.launcher.fake_version import run_fake_version

pytestmark = pytest.mark.processes

HEALTHY, WARNING, NOT_RUNNING, UNKNOWN = range(4)


class StatusCommand:
    """Runs `goalbucks status` in this process, since starting one takes far longer than the command."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def output(self, folder: Path, *more: str, code: int) -> str:
        """Run the command; return its output."""
        self._capsys.readouterr()
        ended = main(["status", "--data-dir", str(folder), *more])
        out, err = self._capsys.readouterr()
        assert ended == code, out + err
        return out + err

    def report(self, folder: Path, *, code: int) -> dict[str, Any]:
        """Run the command with --json; return the report."""
        found: dict[str, Any] = json.loads(self.output(folder, "--json", code=code))
        return found


@pytest.fixture
def status(capsys: pytest.CaptureFixture[str]) -> StatusCommand:
    return StatusCommand(capsys)


def warning_codes(found: dict[str, Any]) -> set[str]:
    return {each["code"] for each in found["warnings"]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Data folder of a class whose server isn't running."""
    seed(tmp_path / "data", months=0, students=2)
    return tmp_path / "data"


def test_status_of_a_stopped_program_changes_nothing(folder: Path, status: StatusCommand) -> None:
    before = read_data_folder(folder)
    found = status.report(folder, code=NOT_RUNNING)
    assert (found["state"], found["schemaCurrent"], found["students"]) == ("stopped", True, None)
    assert found["freeBytes"] > 0
    assert "not running" in status.output(folder, code=NOT_RUNNING)
    assert read_data_folder(folder) == before


def test_status_does_not_create_a_missing_folder(tmp_path: Path, status: StatusCommand) -> None:
    assert status.report(tmp_path / "none", code=NOT_RUNNING)["schema"] is None
    assert not (tmp_path / "none").exists()


def test_status_of_a_running_server_has_its_connections_and_start_time(tmp_path: Path, status: StatusCommand) -> None:
    room = seed(tmp_path / "data", months=0, students=2)
    server = ServerProcess(tmp_path / "data", forked=True)
    try:
        with (
            EventStreamClient(server.port, room.students[0].token),
            EventStreamClient(server.port, room.students[1].token),
        ):
            found = status.report(server.data_dir, code=HEALTHY)
            output = status.output(server.data_dir, code=HEALTHY)
    finally:
        server.stop()
    assert (found["state"], found["students"], found["devices"], found["warnings"]) == ("running", 2, 2, [])
    assert (found["version"], found["runningVersion"]) == (program_version(), program_version())
    assert (found["address"], found["startedAt"] is None) == (server.local_url, False)
    assert "running since" in output
    assert "students: 2, devices: 2" in output


def test_the_connection_counts_require_the_channel_key_and_no_route_returns_them(
    folder: Path, status: StatusCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = ServerProcess(folder, forked=True)
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
        assert status.report(folder, code=HEALTHY)["students"] is None
        server.process.send_signal(signal.SIGSTOP)
        monkeypatch.setattr("launcher.startup.control_channel.TIMEOUT_SECONDS", 0.5)
        monkeypatch.setattr("launcher.startup.health.TIMEOUT_SECONDS", 0.5)
        assert warning_codes(status.report(folder, code=WARNING)) == {"not_responding"}
    finally:
        server.kill()
    assert channel.exists()  # left by the crash
    assert status.report(folder, code=NOT_RUNNING)["address"] is None


def test_status_warns_of_an_older_running_version(tmp_path: Path, status: StatusCommand) -> None:
    with run_fake_version("0.0.1", tmp_path / "data"):
        found = status.report(tmp_path / "data", code=WARNING)
    assert (found["state"], found["runningVersion"]) == ("running", "0.0.1")
    assert "other_version" in warning_codes(found)


def test_status_names_the_schools_address_of_relocated_classes(folder: Path, status: StatusCommand) -> None:
    write_marker(folder, RelocationMarker("https://school.test", None))
    assert "https://school.test" in status.output(folder, code=NOT_RUNNING)


def test_status_warns_of_a_server_in_recovery(serve: Start, tmp_path: Path, status: StatusCommand) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    (folder / "goalbucks.db").write_bytes(b"not a database at all, just some text\n" * 200)
    assert "damaged" in status.output(folder, code=NOT_RUNNING)
    serve(forked=True)
    wait_until(lambda: "needs_rescue" in collect_status(Settings(data_dir=folder)).warnings)
    assert status.report(folder, code=WARNING)["state"] == "running"


def test_status_warns_of_a_suspect_and_of_a_newer_database(folder: Path, status: StatusCommand) -> None:
    mark_suspect(Settings(data_dir=folder))
    assert "database" in warning_codes(status.report(folder, code=NOT_RUNNING))
    (folder / SUSPECT_FILE).unlink()
    with closing(sqlite3.connect(folder / "goalbucks.db")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "newer GoalBucks" in status.output(folder, code=NOT_RUNNING)


def test_status_warns_of_a_database_of_another_program(folder: Path, status: StatusCommand) -> None:
    (folder / "goalbucks.db").unlink()
    with closing(sqlite3.connect(folder / "goalbucks.db")) as connection:
        connection.execute("CREATE TABLE recipes (id INTEGER)")
    assert "is not a GoalBucks database" in status.output(folder, code=NOT_RUNNING)


def test_damage_found_while_running_is_a_single_warning(folder: Path, status: StatusCommand) -> None:
    server = ServerProcess(folder, forked=True)
    try:
        mark_suspect(Settings(data_dir=folder))
        found = status.report(folder, code=WARNING)
    finally:
        server.stop()
    assert warning_codes(found) == {"database_damaged"}


def test_invalid_options_exit_with_the_code_for_an_unknown_status(
    folder: Path, status: StatusCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["status", "--no-such-option"])
    assert ended.value.code == UNKNOWN
    monkeypatch.setenv("GOALBUCKS_PORT", "many")
    status.output(folder, code=UNKNOWN)


def test_status_warns_of_old_backups(folder: Path, status: StatusCommand) -> None:
    (folder / "backups").mkdir(exist_ok=True)
    old = folder / "backups" / "goalbucks-2020-01-02-030405-daily.backup"
    old.touch()
    found = status.report(folder, code=NOT_RUNNING)
    assert found["newestBackup"]["file"] == str(old)
    assert "backup_old" in warning_codes(found)
    (folder / "goalbucks.db").unlink()
    assert "The database is missing" in status.output(folder, code=NOT_RUNNING)


@pytest.mark.skipif(os.geteuid() != 0, reason="only an administrator can become another account")
@pytest.mark.parametrize("private", ["settings.env", "instance.lock"])
def test_status_of_another_accounts_folder_is_refused_with_its_owner(status: StatusCommand, private: str) -> None:
    import_module("launcher.desktop")  # the other account may not be able to read this Python's files
    with TemporaryDirectory() as name:  # pytest's folder is below one of root's, which the other account can't enter
        Path(name).chmod(0o755)
        (Path(name) / private).touch(mode=0o600)
        os.seteuid(getpwnam("nobody").pw_uid)
        try:
            output = status.output(Path(name), code=UNKNOWN)
        finally:
            os.seteuid(0)
    assert f"The data folder {name} can't be read by this account. It belongs to root" in output
