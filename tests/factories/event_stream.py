"""Client of the event stream `GET /api/events` of a running server."""

import http.client
import json
from types import TracebackType
from typing import Any, Self

from server.security.sessions import SESSION_COOKIE

Event = tuple[str, dict[str, Any]]


class EventStreamClient:
    """One open event stream, read event by event. `host`: value of the Host header."""

    def __init__(self, port: int, token: str, *, seconds: float = 30.0, host: str = "127.0.0.1") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=seconds)
        self.connection.request("GET", "/api/events", headers={"Cookie": f"{SESSION_COOKIE}={token}", "Host": host})
        self.response = self.connection.getresponse()

    def __enter__(self) -> Self:
        """Return the client once the first comment line has arrived."""
        assert self.response.status == 200, self.response.read()
        assert self.read_line() == ": ping"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.response.close()
        self.connection.close()

    def read_line(self) -> str | None:
        """Return the next non-blank line, or None at the end of the stream; raise TimeoutError when nothing arrives."""
        while line := self.response.readline():
            if text := line.decode().rstrip("\n"):
                return text
        return None

    def read_event(self) -> Event | None:
        """Return the next event, skipping comments, or None at the end of the stream."""
        while (line := self.read_line()) is not None:
            if line.startswith("event: "):
                data = self.read_line()
                assert data is not None
                return line.removeprefix("event: "), json.loads(data.removeprefix("data: "))
        return None

    def read_until(self, wanted: Event) -> list[Event]:
        """Return all events up to and including the wanted one."""
        received: list[Event] = []
        while not received or received[-1] != wanted:
            event = self.read_event()
            assert event is not None, f"the stream ended after {received}"
            received.append(event)
        return received

    def wait_until_end(self) -> None:
        """Discard events until the server ends the stream; raise TimeoutError when nothing arrives."""
        while self.read_line() is not None:
            pass
