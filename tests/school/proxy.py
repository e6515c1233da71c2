"""What a device sees of a proxy, whichever it is."""

import ssl
import subprocess
import time
from abc import ABC, abstractmethod
from contextlib import closing
from http.client import HTTPSConnection
from pathlib import Path
from socket import create_connection

from tests.factories.certificates import write_certificate

NAME = "goalbucks.example.school"
"""The site's in the files that we give schools."""
WAIT_SECONDS = 15


class Proxy(ABC):
    """In front of the servers at these ports, on ports of its own; answers once this is made."""

    def __init__(self, folder: Path, servers: list[int], *, plain: int, port: int) -> None:
        folder.mkdir()
        self.folder, self.plain, self.port = folder, plain, port
        self.log = folder / "log"
        self.certificate, self.key = write_certificate(folder)
        self.process = self.start(servers)
        self._await_port()

    @abstractmethod
    def start(self, servers: list[int]) -> "subprocess.Popen[bytes]":
        """The program with our site, telling its errors in `log`."""

    def connect(self) -> HTTPSConnection:
        """A device's connection, which trusts the certificate."""
        trusting = ssl.create_default_context(cafile=self.certificate)
        trusting.check_hostname = False  # the certificate is for the address, the site for a name
        return HTTPSConnection("127.0.0.1", self.port, context=trusting, timeout=WAIT_SECONDS)

    def stop(self) -> None:
        """Whatever is under way is cut off."""
        self.process.terminate()
        self.process.wait(WAIT_SECONDS)

    def _await_port(self) -> None:
        deadline = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                with closing(create_connection(("127.0.0.1", self.port), 1)):
                    return
            except ConnectionRefusedError:
                time.sleep(0.05)
        raise AssertionError(self.log.read_text() if self.log.exists() else f"nobody answers at {self.port}")
