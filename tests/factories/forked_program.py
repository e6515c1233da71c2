"""Start `goalbucks` as a fork of a process that has imported it, which saves each start 0.8 s of processor time.

After the imports it is a start like any other: `launcher/__main__.py` in a process with its own arguments, environment,
streams and signals. Tests of the start, those that need a wrapper or other modules, most benchmarks, and tests on other
systems than Linux run `python -m launcher` instead.
"""

import atexit
import ctypes
import gc
import json
import os
import runpy
import select
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import Any, TextIO

from tests.factories.paths import ROOT

IMPORTED = ("launcher.desktop", "launcher.cli.dispatch", "launcher.serving.server", "launcher.discovery.service")
CLONE_NEWNET = 0x40000000
MAX_REQUEST_BYTES = 100_000
CAN_FORK = sys.platform == "linux"
NUMBER = struct.Struct("!i")
"""A process id, then an exit code, as the fork server reports them."""


class ForkedProgram:
    """What the tests use of `subprocess.Popen`. Its stdin is the null device, and its output must fit a pipe."""

    def __init__(
        self,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        *,
        stdout: int = subprocess.PIPE,
        stderr: int = subprocess.PIPE,
        network: str | None = None,
    ) -> None:
        """`stdout`, `stderr`: file descriptors or PIPE; `network`: path of a network namespace."""
        self.returncode: int | None = None
        self._status, status = os.pipe()
        self.stdout, out = _open_stream(stdout)
        self.stderr, err = _open_stream(stderr)
        null = os.open(os.devnull, os.O_RDONLY)
        request = json.dumps([arguments, dict(environment), network]).encode()
        socket.send_fds(fork_server(), [request], [null, out, err, status])
        for each in (null, out, err, status):
            os.close(each)
        self.pid = self._read_number()

    def poll(self) -> int | None:
        """Return the exit code; None while it runs."""
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end and return the exit code, negative after a signal."""
        if self.returncode is None:
            if not select.select([self._status], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("goalbucks", timeout or 0)
            self.returncode = self._read_number()
            os.close(self._status)
        return self.returncode

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """Wait for its end; return the unread output."""
        self.wait(timeout)
        out, err = (_read_and_close(each) for each in (self.stdout, self.stderr))
        return out, err

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill it; idempotent."""
        self.send_signal(signal.SIGKILL)

    def _read_number(self) -> int:
        number: int = NUMBER.unpack(os.read(self._status, NUMBER.size))[0]
        return number


def run_forked(*arguments: object) -> str:
    """Run a command of the program, which succeeds; return its output."""
    program = ForkedProgram([str(each) for each in arguments], os.environ)
    out, err = program.communicate()
    assert program.returncode == 0, out + err
    return out + err


def _open_stream(descriptor: int) -> tuple[TextIO | None, int]:
    """Return the readable end of a new pipe and the program's end; for a descriptor no file and its duplicate."""
    if descriptor != subprocess.PIPE:
        return None, os.dup(descriptor)
    ours, theirs = os.pipe()
    return os.fdopen(ours, encoding="utf-8"), theirs


def _read_and_close(stream: TextIO | None) -> str:
    if stream is None or stream.closed:
        return ""
    with stream:
        return stream.read()


@cache
def fork_server() -> socket.socket:
    """Start the process that forks, one for each worker; it ends with the worker."""
    requests, served = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = [sys.executable, "-m", "tests.factories.forked_program", str(served.fileno())]
    server = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, pass_fds=[served.fileno()])
    served.close()
    atexit.register(server.wait)
    atexit.register(requests.close)
    return requests


def _serve(requests: socket.socket) -> None:
    """Start a program for each request, until the tests' process has ended."""
    for name in IMPORTED:
        import_module(name)
    gc.freeze()
    while True:
        request, streams, _, _ = socket.recv_fds(requests, MAX_REQUEST_BYTES, 4)
        if not request:
            return
        if os.fork() == 0:
            requests.close()
            _start_and_report(streams, json.loads(request))
        os.wait()
        for each in streams:
            os.close(each)


def _start_and_report(streams: Sequence[int], start: Sequence[Any]) -> None:
    """Fork twice: one process waits for the program and reports its id and exit code, the other becomes it."""
    if os.fork():
        os._exit(0)  # the server goes on
    *standard, status = streams
    pid = os.fork()
    if pid == 0:
        os.close(status)
        _become_program(standard, *start)
    for each in standard:
        os.close(each)
    os.write(status, NUMBER.pack(pid))
    os.write(status, NUMBER.pack(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])))
    os._exit(0)


def _become_program(
    standard: Sequence[int], arguments: Sequence[str], environment: Mapping[str, str], network: str | None
) -> None:
    for number, stream in enumerate(standard):
        os.dup2(stream, number)
        os.close(stream)
    if network is not None:
        with open(network) as namespace:  # noqa: PTH123 - a file of /proc
            assert ctypes.CDLL(None).setns(namespace.fileno(), CLONE_NEWNET) == 0, network
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # ignored when the tests run under `nohup`
    os.environ.clear()
    os.environ.update(environment)
    sys.argv[1:] = arguments
    runpy.run_module("launcher", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
