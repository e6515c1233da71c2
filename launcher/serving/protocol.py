"""Bounds on a connection: its number for an address, its waiting times, its headers and its pipelined requests.

uvicorn waits for ever for a request that is never finished, and reads on while requests wait behind the one that is
being answered. The application bounds how long a body may take (server/security/body_timeout.py), and how many
requests of an address are in progress (server/security/concurrency.py).
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sized
from typing import Any, ClassVar, cast

from uvicorn._types import ASGI3Application
from uvicorn.config import Config
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from launcher.serving.accepting import AcceptedProtocol
from server.http.response_headers import EVERYWHERE, UNLESS_SAID
from server.security.client_address import rate_limit_address
from server.security.concurrency import IS_GONE, OWN

HEADER_SECONDS = 20
"""From the connection, or a later request's first byte, to the end of the headers."""
UNTAKEN_SECONDS = 30
"""While nothing of an answer is taken. The computer's own browser is waited for: it asks where to save a file first."""
MOST_HEADER_BYTES = 64 * 1024
"""A browser's cookies and all are a few kilobytes."""
MOST_PIPELINED = 4
"""Requests that may wait behind the one that is being answered. A browser sends the next one after the answer."""
PER_ADDRESS = 300
"""A class behind one address: fifty devices with six connections each."""
PER_ADDRESS_AT_SCHOOL = 1000
"""A school behind one address. There are some 8,000 for everybody."""


class TooMuchError(Exception):
    """A request's headers are too long, or too many requests wait on the connection; it is closed."""


class _PipelineFlowControl(FlowControl):
    """uvicorn's, but nothing is read while a request waits in `pipeline`.

    uvicorn resumes with every answer, and each time parses another chunk with hundreds of requests.
    """

    def __init__(self, transport: asyncio.Transport, pipeline: Sized) -> None:
        super().__init__(transport)
        self._pipeline = pipeline
        self.has_stopped = False

    def resume_reading(self) -> None:
        """Read on, unless a request waits."""
        if not self._pipeline and not self.has_stopped:
            super().resume_reading()

    def stop_reading(self) -> None:
        """Read nothing any more."""
        self.has_stopped = True
        self.pause_reading()


class PatientProtocol(HttpToolsProtocol, AcceptedProtocol):
    """uvicorn's protocol with bounds. `trusts` says of an address whether it is a proxy's, through which many come.

    `per_address`: the connections that any other address may have, those in a TLS handshake among them; an IPv6 /64
    counts as one.
    """

    flow: _PipelineFlowControl
    trusts: ClassVar[Callable[[str], bool]]
    per_address: ClassVar[int] = PER_ADDRESS
    _connections_of: ClassVar[Counter[str]] = Counter()
    _accepted_of: ClassVar[Counter[str]] = Counter()
    """In this second."""
    _second: ClassVar[int] = 0

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
        self._in_progress: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        """Somebody came; who has too many connections is sent away."""
        super().connection_made(transport)
        self.flow = _PipelineFlowControl(transport, self.pipeline)
        self._await_headers()
        if self.client is None or self._counted is not None:
            return
        # uvicorn accepted it itself, as on Windows.
        if self.has_too_many(self.client[0]):
            transport.abort()
        self.connection_accepted(self.client[0])

    def connection_accepted(self, address: str) -> None:
        """Count the connection for its address, from now until it ends."""
        self._counted = rate_limit_address(address)
        self._connections_of[self._counted] += 1

    def handshake_failed(self) -> None:
        """Count the connection no longer."""
        self._release()

    @classmethod
    def has_too_many(cls, address: str) -> bool:
        """Whether no further connection is taken from this address."""
        return cls._connections_of[rate_limit_address(address)] >= cls.per_address and not cls.trusts(address)

    @classmethod
    def refuses(cls, address: str) -> bool:
        """Whether a connection that was just accepted is closed before anything is made for it; counts it.

        As many as an address may have are taken of it in a second: who closes them itself would come again for ever.
        """
        if address in OWN or cls.trusts(address):
            return cls.has_too_many(address)
        second = int(time.monotonic())
        if second != cls._second:
            cls._second = second
            cls._accepted_of.clear()
        key = rate_limit_address(address)
        cls._accepted_of[key] += 1
        return cls._accepted_of[key] > cls.per_address or cls.has_too_many(address)

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._headers_came()
        self._answer_is_taken()
        self._release()
        if self._in_progress is not None:
            # uvicorn tells the newest request alone; another one would write to a closed connection.
            self._in_progress.disconnected = True
            self._in_progress.message_event.set()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some of a request."""
        super().data_received(data)
        if self._deadline is not None and not self.flow.has_stopped:
            self._header_bytes += len(data)
            if self._header_bytes > MOST_HEADER_BYTES:
                self.transport.abort()

    def on_message_begin(self) -> None:
        """A request's first byte."""
        super().on_message_begin()
        self._await_headers()

    def on_headers_complete(self) -> None:
        """The application takes over.

        An error ends the parsing of what came at once; uvicorn then calls `send_400_response`.
        """
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if size > MOST_HEADER_BYTES or len(self.pipeline) >= MOST_PIPELINED:
            raise TooMuchError
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
        if self._is_answering():
            self._close_after_answers()  # this one would stand in the middle of another
            return
        lines = [b"HTTP/1.1 400 Bad Request"]
        lines += [b"%s: %s" % header for header in (*EVERYWHERE, *UNLESS_SAID)]
        lines += [b"content-type: text/plain; charset=utf-8", b"content-length: %d" % len(msg), b"connection: close"]
        self.transport.write(b"\r\n".join([*lines, b"", msg.encode("ascii")]))
        self.transport.close()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        """Start answering."""
        self._in_progress = cycle
        cast("dict[str, object]", cycle.scope)[IS_GONE] = self.transport.is_closing
        super()._start_asgi_task(cycle, app)

    def _is_answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def _close_after_answers(self) -> None:
        """Read no more, and close after the last request that was taken.

        Closing at once would let a device that sends too much come again at once.
        """
        if self.cycle.more_body:
            self.transport.abort()  # it would be waited for in vain
            return
        self._headers_came()
        self.cycle.keep_alive = False
        self.flow.stop_reading()

    def _is_own(self) -> bool:
        """Whether it comes from this computer itself, and isn't a proxy, through which many come."""
        host = self.client[0] if self.client else None
        return host in OWN and not type(self).trusts(host)

    def _release(self) -> None:
        if self._counted is not None:
            self._connections_of[self._counted] -= 1
            if not self._connections_of[self._counted]:
                del self._connections_of[self._counted]
            self._counted = None

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


def protocol(trusts: Callable[[str], bool], per_address: int = PER_ADDRESS) -> type[PatientProtocol]:
    """What uvicorn is to make for each connection."""
    return type("Protocol", (PatientProtocol,), {"trusts": staticmethod(trusts), "per_address": per_address})
