"""The real program on a host of the lab, and calls from one host to another."""

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from server.security.sessions import SESSION_COOKIE
from tests.factories.process import ROOT
from tests.lan.lab import Host

PORT = 8080
UI_DIR = "GOALBUCKS_UI_DIR"
"""Where the built UI lies, when it isn't in its usual place."""
_PATIENCE_SECONDS = 15
_START_SECONDS = 30
_STOP_SECONDS = 10
_CALL_SECONDS = 5
_PAUSE_SECONDS = 0.1


def until(look: Callable[[], object], wanted: object, seconds: float = _PATIENCE_SECONDS) -> None:
    """Wait until what is looked at is as wanted."""
    end = time.monotonic() + seconds
    while (seen := look()) != wanted:
        assert time.monotonic() < end, f"after {seconds} s still {seen!r}"
        time.sleep(_PAUSE_SECONDS)


def call(  # noqa: PLR0913 - a request's parts
    host: Host,
    address: str,
    method: str,
    path: str,
    *,
    body: object = None,
    token: str | None = None,
    headers: Mapping[str, str] | None = None,
    seconds: float = _CALL_SECONDS,
) -> tuple[int, Any]:
    """Status and JSON (else text) of what is answered when `host` asks at `address`; what never ends stays unread."""
    content = None if body is None else json.dumps(body)
    sent = {"Content-Type": "application/json"} if content else {}
    sent |= {"Cookie": f"{SESSION_COOKIE}={token}"} if token else {}
    with host.inside(), closing(http.client.HTTPConnection(address, PORT, timeout=seconds)) as connection:
        connection.request(method, path, content, {**sent, **(headers or {})})
        answer = connection.getresponse()
        kind = answer.headers.get_content_type()
        if kind == "text/event-stream":
            return answer.status, None
        text = answer.read().decode(errors="replace")  # an export is no text
        return answer.status, json.loads(text) if kind == "application/json" and text else text


class ClassComputerProcess:
    """`goalbucks serve` on a host, with its teacher's session. It answers; it is announced in its own time."""

    def __init__(self, host: Host, data_dir: Path, token: str) -> None:
        self.host = host
        self.token = token
        self._said = data_dir.parent / f"{data_dir.name}.txt"
        environment = {name: text for name, text in os.environ.items() if "GOALBUCKS" not in name or name == UI_DIR}
        with self._said.open("a") as said:
            self.process = subprocess.Popen(
                host.command(sys.executable, "-m", "launcher", "serve", "--data-dir", str(data_dir)),
                cwd=ROOT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
            )

    def await_answer(self) -> None:
        """Wait until it has started."""
        until(self._health, "ok", _START_SECONDS)

    def call(self, method: str, path: str, body: object = None) -> Any:
        """What its teacher is answered at the computer itself."""
        status, answer = call(self.host, "127.0.0.1", method, path, body=body, token=self.token)
        assert status < 400, answer
        return answer

    def await_name(self, name: str, seconds: float = _PATIENCE_SECONDS) -> None:
        """Wait until it has announced itself by this name."""
        until(self.host_name, name, seconds)

    def host_name(self) -> str | None:
        """By which it has announced itself."""
        announced: str | None = self.call("GET", "/api/network")["hostName"]
        return announced

    def stop(self) -> None:
        """End it as its teacher does."""
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(_STOP_SECONDS) == 0, self.said()

    def kill(self) -> None:
        """Pull the plug; again does nothing."""
        self.process.kill()
        self.process.wait(_STOP_SECONDS)

    def said(self) -> str:
        """What it printed."""
        return self._said.read_text()

    def _health(self) -> str | None:
        assert self.process.poll() is None, self.said()
        try:
            status: str = call(self.host, "127.0.0.1", "GET", "/api/health")[1]["status"]
        except OSError:
            return None
        return status
