"""The real program on a host of the lab, and HTTP calls between hosts."""

import http.client
import json
import os
import signal
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from server.security.sessions import SESSION_COOKIE
from tests.factories.forked_program import ForkedProgram
from tests.factories.http_client import build_upload_form
from tests.factories.waiting import wait_for_value
from tests.lan.lab import Host

PORT = 8080
UI_DIR = "GOALBUCKS_UI_DIR"
"""The built UI's folder, when it isn't in its default place."""
_TIMEOUT_SECONDS = 30
_START_SECONDS = 30
_STOP_SECONDS = 30
_CALL_TIMEOUT = 30


def http_call(  # noqa: PLR0913 - a request's parts
    host: Host,
    address: str,
    method: str,
    path: str,
    *,
    body: object = None,
    form: Mapping[str, str] | None = None,
    token: str | None = None,
    headers: Mapping[str, str] | None = None,
    seconds: float = _CALL_TIMEOUT,
) -> tuple[int, Any]:
    """Call `address` from `host`; returns status and JSON (else text). Event streams are not read."""
    content: bytes | str | None = None if body is None else json.dumps(body)
    sent = {"Content-Type": "application/json"} if content else {}
    if form is not None:
        content, sent = build_upload_form(dict(form), None)
    sent |= {"Cookie": f"{SESSION_COOKIE}={token}"} if token else {}
    with host.inside(), closing(http.client.HTTPConnection(address, PORT, timeout=seconds)) as connection:
        connection.request(method, path, content, {**sent, **(headers or {})})
        response = connection.getresponse()
        kind = response.headers.get_content_type()
        if kind == "text/event-stream":
            return response.status, None
        text = response.read().decode(errors="replace")  # an export is not UTF-8
        return response.status, json.loads(text) if kind == "application/json" and text else text


class ClassComputerProcess:
    """`goalbucks serve` on a host, with its teacher's session. It may not be announced yet."""

    def __init__(self, host: Host, data_dir: Path, token: str) -> None:
        self.host = host
        self.token = token
        self._output_file = data_dir.parent / f"{data_dir.name}.txt"
        environment = {name: text for name, text in os.environ.items() if "GOALBUCKS" not in name or name == UI_DIR}
        with self._output_file.open("a") as output:
            self.process = ForkedProgram(
                ["serve", "--data-dir", str(data_dir)],
                environment,
                stdout=output.fileno(),
                stderr=output.fileno(),
                network=host.path,
            )

    def wait_until_ready(self) -> None:
        """Wait until it answers."""
        wait_for_value(self._health, "ok", _START_SECONDS)

    def call(self, method: str, path: str, body: object = None) -> Any:
        """A call of its teacher on the class computer itself."""
        status, response = http_call(self.host, "127.0.0.1", method, path, body=body, token=self.token)
        assert status < 400, response
        return response

    def wait_for_name(self, name: str, seconds: float = _TIMEOUT_SECONDS) -> None:
        """Wait until it is announced by this name."""
        wait_for_value(self.host_name, name, seconds)

    def host_name(self) -> str | None:
        """The name by which it is announced."""
        announced: str | None = self.call("GET", "/api/network")["hostName"]
        return announced

    def stop(self) -> None:
        """Stop it by SIGTERM."""
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(_STOP_SECONDS) == 0, self.output()

    def kill(self) -> None:
        """Kill the process; idempotent."""
        self.process.kill()
        self.process.wait(_STOP_SECONDS)

    def output(self) -> str:
        """Return what the process has written."""
        return self._output_file.read_text()

    def _health(self) -> str | None:
        assert self.process.poll() is None, self.output()
        try:
            status: str = http_call(self.host, "127.0.0.1", "GET", "/api/health")[1]["status"]
        except OSError:
            return None
        return status
