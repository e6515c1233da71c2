"""A reverse proxy as a device sees it."""

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
"""The host name in the configuration for schools."""
TIMEOUT_SECONDS = 15


class Proxy(ABC):
    """A proxy in front of the servers at these ports, on ports of its own; it answers once constructed."""

    def __init__(self, folder: Path, servers: list[int], *, plain: int, port: int) -> None:
        folder.mkdir()
        self.folder, self.plain, self.port = folder, plain, port
        self.log = folder / "log"
        self.certificate, self.key = write_certificate(folder)
        self.process = self.start(servers)
        self._wait_for_port()

    @abstractmethod
    def start(self, servers: list[int]) -> "subprocess.Popen[bytes]":
        """The program with our site configuration, logging errors to `log`."""

    def connect(self) -> HTTPSConnection:
        """A device's connection that trusts the certificate."""
        trusting = ssl.create_default_context(cafile=self.certificate)
        trusting.check_hostname = False  # the certificate is for the address, the site for a name
        return HTTPSConnection("127.0.0.1", self.port, context=trusting, timeout=TIMEOUT_SECONDS)

    def stop(self) -> None:
        """Stop at once, cutting off requests in progress."""
        self.process.terminate()
        self.process.wait(TIMEOUT_SECONDS)

    def _wait_for_port(self) -> None:
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                with closing(create_connection(("127.0.0.1", self.port), 1)):
                    return
            except ConnectionRefusedError:
                time.sleep(0.05)
        raise AssertionError(self.log.read_text() if self.log.exists() else f"nobody answers at {self.port}")
