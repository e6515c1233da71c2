"""A browser that talks to a real server: one connection, kept open, and its session."""

import http.client
import json
from types import TracebackType
from typing import Any, Self

from server.security.sessions import SESSION_COOKIE

SECONDS = 30.0


class Caller:
    """Calls at `port` of this computer, one after another; `token` is the session's.

    `address`: whose the calls are, of 127.0.0.0/8; the server tells these apart as it does devices.
    """

    def __init__(self, port: int, token: str | None = None, *, address: str = "127.0.0.1") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, SECONDS, (address, 0))
        self.own = {"Cookie": f"{SESSION_COOKIE}={token}"} if token else {}

    def __enter__(self) -> Self:
        """Itself; the connection is made by the first call."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.connection.close()

    def call(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        """Status and JSON of the answer (None when it has no body)."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is None:
            return self.send(method, path, None, named)
        return self.send(method, path, json.dumps(body).encode(), {"Content-Type": "application/json", **named})

    def send(self, method: str, path: str, content: bytes | None, headers: dict[str, str]) -> tuple[int, Any]:
        """The same for a body that isn't JSON."""
        self.connection.request(method, path, content, {**self.own, **headers})
        answer = self.connection.getresponse()
        received = answer.read()
        return answer.status, json.loads(received) if received else None

    def get(self, path: str) -> Any:
        """The JSON of a read that has to succeed."""
        status, answer = self.call("GET", path)
        assert status == 200, answer
        return answer


def upload_form(fields: dict[str, str], image: bytes | None) -> tuple[bytes, dict[str, str]]:
    """A form, with a photo or without, as a browser sends it: the body and its headers."""
    edge = "----GoalBucksFormBoundary"
    parts = [
        f'--{edge}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text}\r\n'.encode()
        for name, text in fields.items()
    ]
    if image is not None:
        head = f'--{edge}\r\nContent-Disposition: form-data; name="image"; filename="proof.jpg"\r\n'
        parts += [head.encode(), b"Content-Type: image/jpeg\r\n\r\n", image, b"\r\n"]
    body = b"".join([*parts, f"--{edge}--\r\n".encode()])
    return body, {"Content-Type": f"multipart/form-data; boundary={edge}"}
