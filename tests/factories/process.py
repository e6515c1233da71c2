"""The real program as its own process: `goalbucks serve` on a folder of the test's."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import psutil

ROOT = Path(__file__).parents[2]
PROGRAM = (sys.executable, "-m", "launcher")
START_SECONDS = 30
STOP_SECONDS = 10


class ServerProcess:
    """`goalbucks serve`, ready when this is made; on a port that was free, unless one is named."""

    def __init__(  # noqa: PLR0913 - all but the folder by name
        self,
        data_dir: Path,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        environment: dict[str, str] | None = None,
        program: Sequence[str] = PROGRAM,
        folder: Path = ROOT,
    ) -> None:
        """`program` runs in `folder`, where Python finds the modules."""
        self.process = subprocess.Popen(
            [*program, "serve", "--host", host, "--port", str(port), "--data-dir", str(data_dir), "--no-announce"],
            cwd=folder,
            env={**os.environ, **(environment or {})},
            stdout=subprocess.PIPE,
            text=True,
        )
        self.data_dir = data_dir
        self.port = self._port_when_ready()

    @property
    def here(self) -> str:
        """The address on the computer itself."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def lan(self) -> str:
        """The address that another device would open."""
        return f"http://{lan_address()}:{self.port}"

    def stop(self) -> int:
        """End it as a service manager does; the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=STOP_SECONDS)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code

    def kill(self) -> None:
        """Pull the plug."""
        self.process.kill()
        self.process.wait(timeout=STOP_SECONDS)
        if self.process.stdout is not None:
            self.process.stdout.close()

    def _port_when_ready(self) -> int:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[^ ]+?:(\d+)", line)
        assert found, f"the server printed {line!r} instead of its address"
        return int(found[1])


def lan_address() -> str:
    """An address of this computer that isn't loopback: there a page is no secure context, as on a student's device."""
    for addresses in psutil.net_if_addrs().values():
        for address in addresses:
            if address.family == socket.AF_INET and not address.address.startswith(("127.", "169.254.")):
                return address.address
    raise AssertionError("this computer has no address besides loopback; plug in a network")
