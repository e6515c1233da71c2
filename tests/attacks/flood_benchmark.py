"""Flood benchmark: attackers and a legitimate client in network namespaces of their own.

`python -m tests.attacks.flood_benchmark` prints the figures; without root, put `unshare -Urnm` in front.
`--folder DIR` runs the program of another checkout, `--only TEXT` the scenarios whose names contain TEXT.
"""

import argparse
import http.client
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from threading import Event, Thread

import psutil

from server.security.sessions import SESSION_COOKIE
from tests.attacks.flood_client import Flood, FloodProcess, Kind
from tests.attacks.measurements import MEGABYTE, percentile, print_figures
from tests.factories.forked_program import ForkedProgram
from tests.factories.paths import ROOT
from tests.factories.seeded import SeededClass, seed
from tests.factories.server_process import PROGRAM, ServerProcess
from tests.lan.lab import Host, Switch

FLOOD_SECONDS = 20.0
CALL_SECONDS = 30.0
PAUSE_SECONDS = 0.1
SETTLE_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Scenario:
    """A flood with a total number of connections, spread over devices."""

    name: str
    kind: Kind
    connections: int
    devices: int = 1


SCENARIOS = (
    Scenario("24 pipelining, one device", "pipelined", 24),
    Scenario("900 pipelining, one device", "pipelined", 900),
    Scenario("900 pipelining, two devices", "pipelined", 900, 2),
    Scenario("900 one request at a time, one device", "one at a time", 900),
    Scenario("48 reconnecting, one device", "reconnecting", 48),
)


@dataclass(frozen=True, slots=True)
class FloodImpact:
    """Effects of a flood on a legitimate client and on the server; times in milliseconds and seconds, memory in MB."""

    calls: int
    failures: int
    median: float
    p95: float
    longest: float
    processor_p95: float
    """CPU time of the server's main thread during a call: its duration if no other program ran."""
    memory_growth: float
    stop_seconds: float
    exit_code: int

    def summary(self, scenario: Scenario) -> str:
        """One line for the printed report."""
        return (
            f"{scenario.name:40} calls {self.calls:4} failed {self.failures:3}  "
            f"median {self.median:6.0f} p95 {self.p95:6.0f} longest {self.longest:6.0f} ms  "
            f"(server's work: p95 {self.processor_p95:5.0f} ms)  "
            f"memory +{self.memory_growth:5.0f} MB  end {self.stop_seconds:4.1f} s (code {self.exit_code})  "
            f"load {os.getloadavg()[0]:.1f}"
        )


class LegitimateClient:
    """Legitimate client on its own host: reads goals, store and page in turn, every second call on a new connection."""

    def __init__(self, host: Host, server: Host, process: ServerProcess, seeded_class: SeededClass) -> None:
        student = seeded_class.students[0]
        self._host, self._address, self._server = host, server.address, process
        self._headers = {"Cookie": f"{SESSION_COOKIE}={student.token}"}
        self._paths = (f"/api/students/{student.id}/goals", f"/api/store/classroom/{seeded_class.id}", "/")
        self._kept = self._connection()
        self._over = Event()
        self._thread = Thread(target=self._work)
        self.times: list[float] = []
        self.processor_times: list[float] = []
        self.failures = 0

    def start(self) -> None:
        """Start calling, until `stop`."""
        self._thread.start()

    def stop(self) -> None:
        """Stop after the call in progress."""
        self._over.set()
        self._thread.join()
        self._kept.close()

    def _work(self) -> None:
        for path, new in zip(cycle(self._paths), cycle((False, True)), strict=False):
            if self._over.wait(PAUSE_SECONDS):
                return
            started, worked = time.monotonic(), processor_seconds(self._server.process.pid)
            try:
                self._call(path, new=new)
            except (OSError, http.client.HTTPException):
                self.failures += 1
                self._kept.close()
                self._kept = self._connection()
            self.times.append(time.monotonic() - started)
            self.processor_times.append(processor_seconds(self._server.process.pid) - worked)

    def _call(self, path: str, *, new: bool) -> None:
        connection = self._connection() if new else self._kept
        try:
            with self._host.inside():  # a socket stays in the namespace that it was made in
                connection.request("GET", path, headers=self._headers)
            response = connection.getresponse()
            response.read()
            self.failures += response.status != 200
        finally:
            if new:
                connection.close()

    def _connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self._address, self._server.port, timeout=CALL_SECONDS)


def processor_seconds(pid: int) -> float:
    """CPU seconds of the process's main thread."""
    return int(Path(f"/proc/{pid}/schedstat").read_text(encoding="ascii").split()[0]) / 1e9


class _MemoryWatch(Thread):
    """Peak resident memory of the server, sampled ten times a second."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._process = psutil.Process(pid)
        self.before = self.most = self._now()

    def _now(self) -> float:
        family = [self._process, *self._process.children(recursive=True)]
        return sum(each.memory_info().rss for each in family) / MEGABYTE

    def run(self) -> None:
        """Sample until the process has ended."""
        while True:
            try:
                self.most = max(self.most, self._now())
            except psutil.NoSuchProcess:
                return
            time.sleep(PAUSE_SECONDS)


@contextmanager
def flood_network(
    scenario: Scenario, folder: Path, program_folder: Path
) -> Iterator[tuple[ServerProcess, list[Host], Host]]:
    """Set up a class computer, the attackers' hosts and a classmate's, each in a network namespace of its own."""
    with Switch() as switch, ExitStack() as leaving:
        computer = switch.add_host(10)
        attackers = [switch.add_host(20 + number) for number in range(scenario.devices)]
        classmate = switch.add_host(30)
        server = ServerProcess(
            folder,
            host="0.0.0.0",
            environment={"GOALBUCKS_UI_DIR": str(ROOT / "ui" / "dist")},
            program=computer.command(*PROGRAM),
            folder=program_folder,
        )
        leaving.callback(server.kill)
        server_host = computer
        yield server, [server_host, *attackers], classmate


def measure(
    scenario: Scenario, folder: Path, *, seconds: float = FLOOD_SECONDS, program_folder: Path = ROOT
) -> FloodImpact:
    """Flood the server while a classmate works, then stop it by SIGTERM while the flood goes on."""
    seeded_class = seed(folder)
    with (
        flood_network(scenario, folder, program_folder) as (server, (computer, *attackers), place),
        ExitStack() as leaving,
    ):
        classmate = LegitimateClient(place, computer, server, seeded_class)
        classmate.start()
        leaving.callback(classmate.stop)
        time.sleep(SETTLE_SECONDS)
        memory = _MemoryWatch(server.process.pid)
        memory.start()
        before = len(classmate.times)
        share = scenario.connections // scenario.devices
        for host in attackers:
            flood = Flood(scenario.kind, share, computer.address, server.port, seconds + CALL_SECONDS)
            process = FloodProcess(flood, host.command)
            leaving.callback(process.stop)
        time.sleep(seconds)
        classmate.stop()
        times = classmate.times[before:]
        took, code = _stop(server.process)
        return FloodImpact(
            calls=len(times),
            failures=classmate.failures,
            median=percentile(times, 0.5),
            p95=percentile(times, 0.95),
            longest=percentile(times, 1),
            processor_p95=percentile(classmate.processor_times[before:], 0.95),
            memory_growth=memory.most - memory.before,
            stop_seconds=took,
            exit_code=code,
        )


def _stop(process: "subprocess.Popen[str] | ForkedProgram") -> tuple[float, int]:
    started = time.monotonic()
    process.send_signal(signal.SIGTERM)
    try:
        code = process.wait(2 * CALL_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        code = process.wait()
    return time.monotonic() - started, code


def main(arguments: Sequence[str]) -> None:
    """Run the scenarios one after another."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=ROOT)
    parser.add_argument("--only", default="")
    parser.add_argument("--seconds", type=float, default=FLOOD_SECONDS)
    given = parser.parse_args(arguments)
    for scenario in SCENARIOS:
        if given.only in scenario.name:
            with tempfile.TemporaryDirectory(prefix="goalbucks-flood-") as folder:
                figures = measure(
                    scenario, Path(folder) / "data", seconds=given.seconds, program_folder=given.folder.resolve()
                )
            print_figures([figures.summary(scenario)])


if __name__ == "__main__":
    main(sys.argv[1:])
