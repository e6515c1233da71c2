"""HTTP client for a running server: one keep-alive connection with a session cookie."""

import http.client
import json
import select
from types import TracebackType
from typing import Any, Self

from server.security.sessions import SESSION_COOKIE

TIMEOUT_SECONDS = 60.0
"""Longer than the server's own time limits, even on a busy computer."""


class HttpClient:
    """Sends requests to a local port, one after another; `token` is the session token.

    `address`: source address within 127.0.0.0/8; the server treats different ones as different devices.
    """

    def __init__(self, port: int, token: str | None = None, *, address: str = "127.0.0.1") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, TIMEOUT_SECONDS, (address, 0))
        self.session_headers = {"Cookie": f"{SESSION_COOKIE}={token}"} if token else {}

    def __enter__(self) -> Self:
        """Return the client; the first request opens the connection."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.connection.close()

    def request(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        """Send JSON and return status and JSON of the response (None without a body)."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is None:
            return self.send(method, path, None, named)
        return self.send(method, path, json.dumps(body).encode(), {"Content-Type": "application/json", **named})

    def send(self, method: str, path: str, content: bytes | None, headers: dict[str, str]) -> tuple[int, Any]:
        """Send a raw body and return status and JSON of the response."""
        response = self.open(method, path, content, headers)
        received = response.read()
        return response.status, json.loads(received) if received else None

    def open(self, method: str, path: str, content: bytes | None, headers: dict[str, str]) -> http.client.HTTPResponse:
        """Send a raw body and return the response, which has to be read.

        On a new connection if the server has closed the last one, as it does after an idle time.
        """
        idle = self.connection.sock
        if idle is not None and select.select([idle], [], [], 0)[0]:
            self.connection.close()
        self.connection.request(method, path, content, {**self.session_headers, **headers})
        return self.connection.getresponse()

    def get(self, path: str) -> Any:
        """Return the JSON of a GET request that must succeed."""
        status, body = self.request("GET", path)
        assert status == 200, body
        return body


def build_upload_form(fields: dict[str, str], image: bytes | None) -> tuple[bytes, dict[str, str]]:
    """Build a multipart form as a browser does, with or without a photo; body and headers."""
    boundary = "----GoalBucksFormBoundary"
    parts = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text}\r\n'.encode()
        for name, text in fields.items()
    ]
    if image is not None:
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="image"; filename="proof.jpg"\r\n'
        parts += [head.encode(), b"Content-Type: image/jpeg\r\n\r\n", image, b"\r\n"]
    body = b"".join([*parts, f"--{boundary}--\r\n".encode()])
    return body, {"Content-Type": f"multipart/form-data; boundary={boundary}"}
