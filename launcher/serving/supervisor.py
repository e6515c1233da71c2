"""`--workers N`: so many processes answer at the one port, each with the same database; this one looks after them.

The port is opened once and shared, so that whoever waits for an answer when a process dies is answered by another.
"""

import contextlib
import logging
import os
import select
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType

from launcher.errors import LaunchError
from launcher.serving import service_manager
from launcher.serving.metrics_dir import VARIABLE, MeasuresFolder
from launcher.window.process import folder, program

COMMAND = "--as-worker"
STOP_SECONDS = 5.75
"""For all processes together. Each ends by itself before (launcher/serving/forced_exit.py)."""
PAUSE_SECONDS = 1.0
LONGEST_PAUSE_SECONDS = 30.0
"""Between the start of a process that died and its successor's, twice as long each time: one that can't start, for want
of a database, must not keep a core busy."""
LOOK_SECONDS = 0.2
READY = b"."
CLOSED = -1
"""In place of a file descriptor, whose number is another file's once it is closed."""
LONGEST_REFUSAL = 4000
"""Bytes: what a pipe takes in one piece."""
log = logging.getLogger("launcher.serving.supervisor")


class WorkersEndedError(LaunchError):
    """A process did not start. The sentence and the exit code are its own, if it had any."""

    def __init__(self, sentence: str, exit_code: int) -> None:
        super().__init__(sentence or "GoalBucks did not start.")
        self.exit_code = max(exit_code, 1)  # negative: it was killed


class Orders:
    """What a process is told by the one that looks after it: its number, its sockets, and two pipes."""

    def __init__(self, number: int, sockets: Sequence[int], ready: int, life: int) -> None:
        self.number = number
        self.sockets = tuple(sockets)
        self.ready = ready
        self.life = life

    def text(self) -> str:
        """For the command line."""
        return ":".join((str(self.number), ",".join(map(str, self.sockets)), str(self.ready), str(self.life)))

    @classmethod
    def read(cls, text: str) -> "Orders":
        """From the command line."""
        number, sockets, ready, life = text.split(":")
        return cls(int(number), [int(each) for each in sockets.split(",")], int(ready), int(life))

    def open_sockets(self) -> list[socket.socket]:
        """Those that the first process listens at."""
        return [socket.socket(fileno=each) for each in self.sockets]

    def tell_ready(self) -> None:
        """Tell the first process that requests are answered, and close the pipe to it."""
        with contextlib.suppress(BrokenPipeError):  # nobody waits for one that takes another's place
            os.write(self.ready, READY)
        os.close(self.ready)
        self.ready = CLOSED

    def tell_refusal(self, sentence: str) -> bool:
        """Tell the first process why this one doesn't start; False when nobody waits for that."""
        if self.ready == CLOSED:
            return False
        try:
            os.write(self.ready, sentence.encode()[:LONGEST_REFUSAL])
        except OSError:
            return False
        return True

    def end_with_the_first(self) -> None:
        """End, as by a signal, when the process that looks after this one is gone."""

        def wait() -> None:
            os.read(self.life, 1)  # nothing ever comes but the end
            os.kill(os.getpid(), signal.SIGTERM)

        threading.Thread(target=wait, name="life", daemon=True).start()


class Workers:
    """The processes; `run` until a signal ends them all."""

    def __init__(self, count: int, given: Sequence[str], sockets: Sequence[socket.socket]) -> None:
        self._given = given
        self._sockets = [each.fileno() for each in sockets]
        self._processes: list[subprocess.Popen[bytes] | None] = [None] * count
        self._started = [0.0] * count
        self._pauses = [0.0] * count
        self._due: dict[int, float] = {}
        """When the successors of those that died may start."""
        self._stopping = threading.Event()
        self._life, self._life_kept = os.pipe()
        self._measures = MeasuresFolder()

    def run(self, on_ready: Callable[[], None]) -> None:
        """Start them all, call `on_ready` once all answer, and put another in the place of each that dies.

        Raises `WorkersEndedError` when one can't even start.
        """
        for each in (signal.SIGTERM, signal.SIGINT):
            signal.signal(each, self._stop)
        try:
            # The first alone: when it refuses, the reason is told once.
            if self._start(0, wait=True) and all(self._start(each, wait=True) for each in self._numbers()[1:]):
                on_ready()
            while not self._stopping.wait(LOOK_SECONDS):
                for number in self._numbers():
                    self._replace_if_dead(number)
        finally:
            self._end()

    @property
    def measures(self) -> Path:
        """The folder in which they count for one another."""
        return self._measures.path

    def count_alive(self) -> int:
        """How many of them run now."""
        return sum(each is not None and each.poll() is None for each in self._processes)

    def _numbers(self) -> range:
        return range(len(self._processes))

    def _stop(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        self._stopping.set()

    def _start(self, number: int, *, wait: bool) -> bool:
        ready, tell_ready = os.pipe()
        orders = Orders(number + 1, self._sockets, tell_ready, self._life)
        self._started[number] = time.monotonic()
        self._processes[number] = process = subprocess.Popen(  # noqa: S603 - this program itself
            [*program(), COMMAND, orders.text(), *self._given],
            cwd=folder(),
            env=self._environment(),
            pass_fds=[*self._sockets, tell_ready, self._life],
        )
        os.close(tell_ready)
        with contextlib.closing(_Pipe(ready)) as pipe:
            answer = pipe.read(unless=self._stopping) if wait else READY
        if answer == READY:
            return True
        if self._stopping.is_set():
            return False
        raise WorkersEndedError(answer.decode(errors="replace"), process.wait())

    def _environment(self) -> dict[str, str]:
        # The service manager hears the first process alone.
        own = {name: value for name, value in os.environ.items() if name != service_manager.VARIABLE}
        return own | {VARIABLE: str(self._measures.path)}

    def _replace_if_dead(self, number: int) -> None:
        process = self._processes[number]
        if process is None or process.poll() is None:
            return
        if number not in self._due:
            log.error("Process %d ended with %s; another takes its place.", number + 1, process.returncode)
            lived = time.monotonic() - self._started[number]
            self._pauses[number] = 0 if lived > LONGEST_PAUSE_SECONDS else next_pause(self._pauses[number])
            self._due[number] = self._started[number] + self._pauses[number]
        if time.monotonic() >= self._due[number]:
            del self._due[number]
            from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415 - only when one has died

            mark_process_dead(number + 1, str(self._measures.path))  # type: ignore[no-untyped-call]
            self._start(number, wait=False)

    def _end(self) -> None:
        if self._stopping.is_set():
            service_manager.notify_stopping()
        os.close(self._life_kept)
        alive = [each for each in self._processes if each is not None and each.poll() is None]
        for process in alive:
            process.terminate()
        end = time.monotonic() + STOP_SECONDS
        for process in alive:
            try:
                process.wait(max(0, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._measures.close()


def next_pause(before: float) -> float:
    """How long to wait after another start that came to nothing; both in seconds."""
    return min(max(2 * before, PAUSE_SECONDS), LONGEST_PAUSE_SECONDS)


class _Pipe:
    """The end of the pipe at which a process tells that it is ready, or why not."""

    def __init__(self, end: int) -> None:
        self._end = end

    def read(self, *, unless: threading.Event) -> bytes:
        """What it told; nothing when the process ended instead, or when it isn't waited for any more."""
        while not unless.is_set():
            if select.select([self._end], [], [], LOOK_SECONDS)[0]:
                return os.read(self._end, LONGEST_REFUSAL)
        return b""

    def close(self) -> None:
        """Listen no more."""
        os.close(self._end)
