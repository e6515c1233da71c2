"""`goalbucks serve` as a separate process on a test's data folder."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from threading import Timer

import psutil

from tests.factories.forked_program import CAN_FORK, ForkedProgram
from tests.factories.paths import ROOT

PROGRAM = (sys.executable, "-m", "launcher")
STDERR = 2
START_TIMEOUT_SECONDS = 60
STOP_TIMEOUT_SECONDS = 30


class ServerProcess:
    """Running `goalbucks serve`, ready after construction; uses a free port unless one is given."""

    def __init__(  # noqa: PLR0913 - all but the folder by name
        self,
        data_dir: Path,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        environment: dict[str, str] | None = None,
        program: Sequence[str] = PROGRAM,
        folder: Path = ROOT,
        forked: bool = False,
    ) -> None:
        """Start `program` in `folder`, from which Python imports the modules; `forked`: see `ForkedProgram`."""
        arguments = ["serve", "--host", host, "--port", str(port), "--data-dir", str(data_dir), "--no-announce"]
        given = {**os.environ, **(environment or {})}
        self.process: subprocess.Popen[str] | ForkedProgram
        if forked and CAN_FORK:
            self.process = ForkedProgram(arguments, given, stderr=STDERR)
        else:
            command = [*program, *arguments]
            self.process = subprocess.Popen(command, cwd=folder, env=given, stdout=subprocess.PIPE, text=True)
        self.data_dir = data_dir
        self.port = self._port_when_ready()

    @property
    def local_url(self) -> str:
        """URL on the computer itself."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def lan_url(self) -> str:
        """URL that another device would open."""
        return f"http://{lan_address()}:{self.port}"

    def stop(self) -> int:
        """Send SIGTERM, as a service manager does, and return the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=STOP_TIMEOUT_SECONDS)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code

    def kill(self) -> None:
        """Kill the process with SIGKILL."""
        self.process.kill()
        self.process.wait(timeout=STOP_TIMEOUT_SECONDS)
        if self.process.stdout is not None:
            self.process.stdout.close()

    def _port_when_ready(self) -> int:
        assert self.process.stdout is not None
        limit = Timer(START_TIMEOUT_SECONDS, self.process.kill)  # which ends its output
        limit.start()
        line = self.process.stdout.readline()
        limit.cancel()
        found = re.search(r"http://[^ ]+?:(\d+)", line)
        if found is None:
            self.kill()
        assert found, f"the server printed {line!r} instead of its address within {START_TIMEOUT_SECONDS} s; see stderr"
        return int(found[1])


def lan_address() -> str:
    """Return a non-loopback IPv4 address; pages there aren't a secure context, as on students' devices."""
    for addresses in psutil.net_if_addrs().values():
        for address in addresses:
            if address.family == socket.AF_INET and not address.address.startswith(("127.", "169.254.")):
                return address.address
    raise AssertionError("this computer has no address besides loopback; plug in a network")
