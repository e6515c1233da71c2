"""`goalbucks serve --workers N`: several processes at one port."""

import json
import os
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.request import urlopen

import psutil
import pytest

from launcher.cli.parser import parse
from launcher.cli.status import collect_status
from launcher.errors import BadOptionError
from launcher.exit_codes import ExitCode
from launcher.serving.metrics_dir import MetricsDir
from launcher.serving.supervisor import next_restart_delay
from launcher.serving.worker_config import WorkerConfig
from server.database.migrate import SchemaOutdatedError
from server.settings import Settings
from tests.factories.event_stream import EventStreamClient
from tests.factories.http_client import HttpClient
from tests.factories.paths import ROOT
from tests.factories.postgresql import PostgreSQLServer
from tests.factories.seeded import seed_school_database
from tests.factories.server_process import PROGRAM
from tests.factories.waiting import wait_until

TIMEOUT_SECONDS = 60
SESSION_REQUESTS = 'goalbucks_requests_total{method="GET",route="/api/auth/session",status="200"}'


class WorkerGroup:
    """The workers and their supervisor."""

    def __init__(self, url: str, folder: Path, **settings: str) -> None:
        self.process = subprocess.Popen(
            [*PROGRAM, "serve", "--host", "127.0.0.1", "--port", "0", "--workers", "2", "--data-dir", str(folder)],
            cwd=ROOT,
            env={**os.environ, "GOALBUCKS_DATABASE_URL": url, "GOALBUCKS_SCHOOL": "1", **settings},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.output: list[str] = []
        for line in self.process.stdout:
            self.output.append(line)
            if found := re.search(r"GoalBucks is ready: .*:(\d+)", line):
                self.port = int(found[1])
                return
        raise AssertionError(self.output)

    def workers(self) -> set[int]:
        return {each.pid for each in psutil.Process(self.process.pid).children()}

    def close(self) -> tuple[int, str]:
        self.process.send_signal(signal.SIGTERM)
        out, errors = self.process.communicate(timeout=TIMEOUT_SECONDS)
        self.output += out.splitlines()
        return self.process.returncode, errors


@pytest.fixture
def several(url: str, tmp_path: Path) -> Iterator[WorkerGroup]:
    several = WorkerGroup(url, tmp_path / "data", GOALBUCKS_LOG_FORMAT="json")
    yield several
    if several.process.poll() is None:
        several.close()


def scrape_metrics(port: int) -> dict[str, float]:
    """The metrics, from whichever worker answers."""
    with urlopen(f"http://127.0.0.1:{port}/metrics") as response:
        lines = response.read().decode().splitlines()
    return {name: float(number) for name, _, number in (each.rpartition(" ") for each in lines if each[0] != "#")}


def wait_for_metrics(port: int, **wanted: float) -> None:
    """Wait for the metrics, which each worker writes every few seconds."""
    named = {f"goalbucks_{name}": number for name, number in wanted.items()}
    wait_until(lambda: named.items() <= scrape_metrics(port).items(), TIMEOUT_SECONDS)


def test_two_workers_serve_one_port_and_a_dead_one_is_replaced(url: str, several: WorkerGroup, tmp_path: Path) -> None:
    seeded_class = seed_school_database(url, students=6)
    first = several.workers()
    assert len(first) == 2
    with ExitStack() as tabs:
        for student in seeded_class.students:
            tabs.enter_context(EventStreamClient(several.port, student.token))
        wait_for_metrics(several.port, event_streams=6, students_connected=6, listen_connections=2, leader=1)
        live = collect_status(Settings(data_dir=tmp_path / "data", database_url=url, school=True)).live
        assert (live["processes"], live["students"], live["devices"]) == (2, 6, 6)
        os.kill(min(first), signal.SIGKILL)
        for _ in range(20):  # the other one answers all the time
            with HttpClient(several.port, seeded_class.teacher_token) as teacher:
                assert teacher.get("/api/auth/session")["user"]["role"] == "teacher"
        wait_until(lambda: len(several.workers() - {min(first)}) == 2, TIMEOUT_SECONDS)
    # The dead worker's gauges are gone, its counters stay, and its successor counts on.
    wait_for_metrics(several.port, event_streams=0, listen_connections=2, leader=1)
    assert scrape_metrics(several.port)[SESSION_REQUESTS] == 20
    code, plain = several.close()
    assert (code, plain) == (0, "")
    assert not list((tmp_path / "data").glob("logs/*.log"))
    _assert_all_output_is_log_events(several.output)


def _assert_all_output_is_log_events(lines: list[str]) -> None:
    events = [json.loads(line) for line in lines]
    assert sum(each.get("route") == "/api/auth/session" for each in events) == 20
    assert [each["exception"] for each in events if "exception" in each] == []
    messages = " ".join(each["message"] for each in events)
    assert messages.count("another takes its place") == 1
    assert "passwords can be read on the network" in messages  # it has no HTTPS, and is a school's


@pytest.mark.long
def test_the_workers_end_with_their_supervisor(several: WorkerGroup) -> None:
    workers = [psutil.Process(pid) for pid in several.workers()]
    several.process.kill()
    several.process.communicate(timeout=TIMEOUT_SECONDS)
    assert psutil.wait_procs(workers, timeout=TIMEOUT_SECONDS)[1] == []


@pytest.mark.long
def test_a_supervisor_stopped_during_its_start_starts_no_more_workers(url: str, tmp_path: Path) -> None:
    environment = {**os.environ, "GOALBUCKS_DATABASE_URL": url, "GOALBUCKS_SCHOOL": "1"}
    command = [*PROGRAM, "serve", "--host", "127.0.0.1", "--port", "0", "--workers", "4", "--data-dir", str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as first:
        wait_until(lambda: bool(psutil.Process(first.pid).children()), TIMEOUT_SECONDS)
        first.send_signal(signal.SIGTERM)
        output, _ = first.communicate(timeout=TIMEOUT_SECONDS)
        assert (first.returncode, output) == (0, b"")


def test_the_next_start_deletes_metrics_of_killed_processes_but_not_those_in_use(tmp_path: Path) -> None:
    killed, running = MetricsDir(tmp_path), MetricsDir(tmp_path)
    (killed.path / "counter_1.db").write_bytes(b"counted")
    killed.release()
    started = MetricsDir(tmp_path)
    assert set(tmp_path.iterdir()) == {running.path, started.path}
    for each in (running, started):
        each.close()
    assert list(tmp_path.iterdir()) == []


def test_the_delay_after_each_failed_worker_start_grows_up_to_a_bound() -> None:
    pauses = [0.0]
    for _ in range(7):
        pauses.append(next_restart_delay(pauses[-1]))
    assert pauses == [0, 1, 2, 4, 8, 16, 30, 30]


def test_several_workers_on_sqlite_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOptionError, match="GOALBUCKS_DATABASE_URL"):
        parse(["serve", "--workers", "2", "--data-dir", str(tmp_path)])


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_outdated_schema_ends_the_start_and_the_status_names_the_command(
    postgresql: PostgreSQLServer, tmp_path: Path, workers: str
) -> None:
    url = postgresql.create_database("unready")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        ended = subprocess.run(
            [*PROGRAM, "serve", "--port", "0", "--workers", workers, "--data-dir", str(tmp_path / "data")],
            cwd=ROOT,
            env={**os.environ, "GOALBUCKS_DATABASE_URL": url, "NOTIFY_SOCKET": str(tmp_path / "notify")},
            capture_output=True,
            text=True,
            check=False,
        )
        notification = manager.recv(4096).decode()
    postgresql.drop_database("unready")
    assert (ended.returncode, ended.stderr) == (ExitCode.CONFIG_ERROR, f"{SchemaOutdatedError.sentence}\n")
    assert notification == f"STATUS={SchemaOutdatedError.sentence}"


def test_an_error_after_readiness_is_not_written_to_a_file_that_reused_the_pipes_descriptor(tmp_path: Path) -> None:
    end, ready = os.pipe()
    config = WorkerConfig(1, [], ready, -1)
    config.report_ready()
    other = tmp_path / "other"
    file = os.open(other, os.O_WRONLY | os.O_CREAT)
    try:
        os.dup2(file, ready)  # as the next opened file may get it
        assert not config.report_failure("A sentence.")
        assert other.read_bytes() == b""
    finally:
        for each in {file, ready, end}:
            os.close(each)
