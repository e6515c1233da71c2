"""Start and supervise the worker processes of `serve --workers N`.

The workers share the listening sockets: when one of them dies, another one accepts the connections in the queue.
"""

import contextlib
import logging
import os
import select
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType

from prometheus_client.multiprocess import mark_process_dead

from launcher.errors import LaunchError
from launcher.exit_codes import ExitCode
from launcher.program import WORKER_COMMAND, launch_command, launch_folder
from launcher.serving import service_manager
from launcher.serving.metrics_dir import ENVIRONMENT_VARIABLE, MetricsDir
from launcher.serving.worker_config import MAX_MESSAGE_BYTES, READY, WorkerConfig

SHUTDOWN_TIMEOUT_SECONDS = 5.75
"""Time for all workers to end before they are killed. Each ends itself earlier (launcher/serving/forced_exit.py)."""
MIN_RESTART_DELAY_SECONDS = 1.0
MAX_RESTART_DELAY_SECONDS = 30.0
"""Limits of the delay between the start of a worker that died and the start of its replacement. The delay doubles each
time: a worker that can't start, for example without its database, must not keep a CPU core busy."""
POLL_INTERVAL_SECONDS = 0.2
log = logging.getLogger("launcher.serving.supervisor")


class WorkerStartError(LaunchError):
    """A worker did not start. Message and exit code are those of the worker, if it reported any."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message or "GoalBucks did not start.")
        self.exit_code = max(exit_code, ExitCode.FAILED)  # negative when it was killed


class Supervisor:
    """Starts the workers, replaces dead ones, and ends all of them after a signal."""

    def __init__(self, count: int, arguments: Sequence[str], sockets: Sequence[socket.socket]) -> None:
        self._arguments = arguments
        self._sockets = [each.fileno() for each in sockets]
        self._processes: list[subprocess.Popen[bytes] | None] = [None] * count
        self._started_at = [0.0] * count
        self._delays = [0.0] * count
        self._restart_times: dict[int, float] = {}
        """Earliest time of each dead worker's replacement (monotonic), by its index."""
        self._is_stopping = False
        """Set by the signal handler. A plain attribute: `threading.Event.set` there could wait for a lock that the
        interrupted code holds."""
        self._lifeline_read, self._lifeline_write = os.pipe()
        self._metrics_dir = MetricsDir()

    def run(self, on_ready: Callable[[], None]) -> None:
        """Start the workers, call `on_ready` once all answer requests, and replace those that die, until a signal.

        Raises `WorkerStartError` when one doesn't start.
        """
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._handle_signal)
        try:
            # One after the other, so that a failure is reported once.
            if self._start(0, wait=True) and all(self._start(index, wait=True) for index in self._indexes()[1:]):
                on_ready()
            while not self._is_stopping:
                for index in self._indexes():
                    self._replace_if_dead(index)
                time.sleep(POLL_INTERVAL_SECONDS)
        finally:
            self._stop_workers()

    @property
    def metrics_dir(self) -> Path:
        """The Prometheus directory that the workers share."""
        return self._metrics_dir.path

    def count_alive(self) -> int:
        """Count the running workers."""
        return sum(each is not None and each.poll() is None for each in self._processes)

    def _indexes(self) -> range:
        return range(len(self._processes))

    def _handle_signal(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        self._is_stopping = True

    def _start(self, index: int, *, wait: bool) -> bool:
        """Start a worker; with `wait` return whether it became ready before a signal, or raise WorkerStartError."""
        ready_read, ready_write = os.pipe()
        config = WorkerConfig(index + 1, self._sockets, ready_write, self._lifeline_read)
        self._started_at[index] = time.monotonic()
        self._processes[index] = process = subprocess.Popen(  # noqa: S603 - this program itself
            [*launch_command(), WORKER_COMMAND, config.to_argument(), *self._arguments],
            cwd=launch_folder(),
            env=self._environment(),
            pass_fds=[*self._sockets, ready_write, self._lifeline_read],
        )
        os.close(ready_write)
        with contextlib.closing(_ReportPipe(ready_read)) as pipe:
            report = pipe.read(is_cancelled=lambda: self._is_stopping) if wait else READY
        if report == READY:
            return True
        if self._is_stopping:
            return False
        raise WorkerStartError(report.decode(errors="replace"), process.wait())

    def _environment(self) -> dict[str, str]:
        # systemd accepts notifications only from the supervisor.
        inherited = {name: value for name, value in os.environ.items() if name != service_manager.SOCKET_VARIABLE}
        return inherited | {ENVIRONMENT_VARIABLE: str(self._metrics_dir.path)}

    def _replace_if_dead(self, index: int) -> None:
        process = self._processes[index]
        if process is None or process.poll() is None:
            return
        if index not in self._restart_times:
            log.error("Process %d ended with %s; another takes its place.", index + 1, process.returncode)
            lifetime = time.monotonic() - self._started_at[index]
            self._delays[index] = 0 if lifetime > MAX_RESTART_DELAY_SECONDS else next_restart_delay(self._delays[index])
            self._restart_times[index] = self._started_at[index] + self._delays[index]
        if time.monotonic() >= self._restart_times[index]:
            del self._restart_times[index]
            mark_process_dead(index + 1, str(self._metrics_dir.path))  # type: ignore[no-untyped-call]
            self._start(index, wait=False)

    def _stop_workers(self) -> None:
        if self._is_stopping:
            service_manager.notify_stopping()
        os.close(self._lifeline_write)
        alive = [each for each in self._processes if each is not None and each.poll() is None]
        for process in alive:
            process.terminate()
        end = time.monotonic() + SHUTDOWN_TIMEOUT_SECONDS
        for process in alive:
            try:
                process.wait(max(0, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._metrics_dir.close()


def next_restart_delay(previous: float) -> float:
    """Double the delay in seconds, within its limits."""
    return min(max(2 * previous, MIN_RESTART_DELAY_SECONDS), MAX_RESTART_DELAY_SECONDS)


class _ReportPipe:
    """Reading end of the pipe by which a worker reports that it is ready, or why it isn't."""

    def __init__(self, fd: int) -> None:
        self._fd = fd

    def read(self, *, is_cancelled: Callable[[], bool]) -> bytes:
        """Read the report; empty when the worker ended without one, or when `is_cancelled` returns True."""
        while not is_cancelled():
            if select.select([self._fd], [], [], POLL_INTERVAL_SECONDS)[0]:
                return os.read(self._fd, MAX_MESSAGE_BYTES)
        return b""

    def close(self) -> None:
        """Close the pipe."""
        os.close(self._fd)
