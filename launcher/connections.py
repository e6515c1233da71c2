"""How long a device may keep a connection waiting, and how many it may have.

uvicorn waits for ever for a request that is never finished: a few thousand of those from one Chromebook, and nobody
else gets in. How long a body may take is the application's business (server/security/patience.py).
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any, ClassVar

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from server.answer_headers import EVERYWHERE, UNLESS_SAID

HEADER_SECONDS = 20
"""From the connection, or a later request's first byte, to the end of the headers."""
UNTAKEN_SECONDS = 30
"""While nothing of an answer is taken. The computer's own browser is waited for: it asks where to save a file first."""
MOST_HEADER_BYTES = 64 * 1024
"""A browser's cookies and all are a few kilobytes."""
OWN = frozenset({"127.0.0.1", "::1", "::ffff:127.0.0.1"})
PER_ADDRESS = 1000
"""A school behind one address: a hundred devices with six connections each. There are some 8,000 for everybody."""


class PatientProtocol(HttpToolsProtocol):
    """uvicorn's protocol with bounds. `trusts` says of an address whether it is a proxy's, through which many come."""

    trusts: ClassVar[Callable[[str], bool]]
    _connections_of: ClassVar[Counter[str]] = Counter()

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._deadline: asyncio.TimerHandle | None = None
        self._untaken: asyncio.TimerHandle | None = None
        self._header_bytes = 0
        self._counted: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        """Somebody came; who has too many connections is sent away."""
        super().connection_made(transport)
        self._await_headers()
        if self.client is not None and not type(self).trusts(self.client[0]):
            self._counted = self.client[0]
            self._connections_of[self._counted] += 1
            if self._connections_of[self._counted] > PER_ADDRESS:
                transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._headers_came()
        self._answer_is_taken()
        if self._counted is not None:
            self._connections_of[self._counted] -= 1
            if not self._connections_of[self._counted]:
                del self._connections_of[self._counted]
            self._counted = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some of a request."""
        super().data_received(data)
        if self._deadline is not None:
            self._header_bytes += len(data)
            if self._header_bytes > MOST_HEADER_BYTES:
                self.transport.abort()

    def on_message_begin(self) -> None:
        """A request's first byte."""
        super().on_message_begin()
        self._await_headers()

    def on_headers_complete(self) -> None:
        """The application takes over."""
        self._headers_came()
        super().on_headers_complete()

    def pause_writing(self) -> None:
        """They don't take the answer, or not as fast as it is made."""
        super().pause_writing()
        if self._is_own():
            return
        self._untaken = self.loop.call_later(UNTAKEN_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """They took some."""
        super().resume_writing()
        self._answer_is_taken()

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP is told so by uvicorn itself: as safely as everything else is answered."""
        lines = [b"HTTP/1.1 400 Bad Request"]
        lines += [b"%s: %s" % header for header in (*EVERYWHERE, *UNLESS_SAID)]
        lines += [b"content-type: text/plain; charset=utf-8", b"content-length: %d" % len(msg), b"connection: close"]
        self.transport.write(b"\r\n".join([*lines, b"", msg.encode("ascii")]))
        self.transport.close()

    def _is_own(self) -> bool:
        """Whether it comes from this computer itself, and isn't a proxy, through which many come."""
        host = self.client[0] if self.client else None
        return host in OWN and not type(self).trusts(host)

    def _await_headers(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(HEADER_SECONDS, self.transport.abort)

    def _answer_is_taken(self) -> None:
        if self._untaken is not None:
            self._untaken.cancel()
            self._untaken = None

    def _headers_came(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        self._header_bytes = 0


def protocol(trusts: Callable[[str], bool]) -> type[PatientProtocol]:
    """What uvicorn is to make for each connection."""
    return type("Protocol", (PatientProtocol,), {"trusts": staticmethod(trusts)})
