"""uvicorn's HTTP protocol with timeouts and limits: connections per address, header size, pipelined requests.

uvicorn has no timeout for incomplete requests, and continues to read while pipelined requests wait. The application
limits the time of a body (server/requests/body_timeout.py) and the requests of an address that are in progress
(server/requests/concurrency.py).
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
from server.http.response_headers import ALWAYS, DEFAULTS
from server.requests.client_address import rate_limit_address
from server.requests.concurrency import IS_DISCONNECTED_KEY, LOOPBACK_ADDRESSES

HEADER_TIMEOUT_SECONDS = 20
"""Timeout of the headers, from the start of the connection or the first byte of a later request."""
WRITE_TIMEOUT_SECONDS = 30
"""Timeout while the device reads nothing of a response.

It doesn't apply to a browser on this computer: it may wait for the user to choose where a download is saved.
"""
MAX_HEADER_BYTES = 64 * 1024
"""A browser sends a few kilobytes, cookies included."""
MAX_PIPELINED_REQUESTS = 4
"""Pipelined requests that may wait on a connection. Browsers don't pipeline."""
MAX_CONNECTIONS_PER_ADDRESS = 300
"""Enough for a class behind one address: fifty devices with six connections each."""
SCHOOL_MAX_CONNECTIONS_PER_ADDRESS = 1000
"""Enough for a school behind one address; the limit on open files allows about 8,000 in all."""


class RequestLimitError(Exception):
    """The headers are too long or too many pipelined requests wait; the connection is closed."""


class _PipelineFlowControl(FlowControl):
    """uvicorn's flow control, except that nothing is read while a request waits in `pipeline`.

    uvicorn resumes reading after every response, and could parse another chunk with hundreds of requests each time.
    """

    def __init__(self, transport: asyncio.Transport, pipeline: Sized) -> None:
        super().__init__(transport)
        self._pipeline = pipeline
        self.has_stopped = False

    def resume_reading(self) -> None:
        """Resume reading, unless a request waits or reading was stopped."""
        if not self._pipeline and not self.has_stopped:
            super().resume_reading()

    def stop_reading(self) -> None:
        """Stop reading for good."""
        self.has_stopped = True
        self.pause_reading()


class TimeoutHttpProtocol(HttpToolsProtocol, AcceptedProtocol):
    """uvicorn's protocol with limits on each connection and on the connections of an address.

    `max_connections` counts those in a TLS handshake, too, and an IPv6 /64 as one address. It doesn't apply to a
    trusted proxy, whose address many devices share.
    """

    flow: _PipelineFlowControl
    is_trusted_proxy: ClassVar[Callable[[str], bool]]
    max_connections: ClassVar[int] = MAX_CONNECTIONS_PER_ADDRESS
    _connections_of: ClassVar[Counter[str]] = Counter()
    _accepted_of: ClassVar[Counter[str]] = Counter()
    """Connections accepted within `_second`."""
    _second: ClassVar[int] = 0
    """Current second of the monotonic clock."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._header_timeout: asyncio.TimerHandle | None = None
        self._write_timeout: asyncio.TimerHandle | None = None
        self._header_bytes = 0
        self._is_reading_headers = True
        self._counted_address: str | None = None
        self._in_progress: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        """Start the timeout of the headers; abort the connection if its address has too many."""
        super().connection_made(transport)
        self.flow = _PipelineFlowControl(transport, self.pipeline)
        self._start_header_timeout()
        if self.client is None or self._counted_address is not None:
            return
        # Not counted yet: accepted by uvicorn rather than BatchServer, as on Windows.
        if self.is_at_connection_limit(self.client[0]):
            transport.abort()
        self.connection_accepted(self.client[0])

    def connection_accepted(self, address: str) -> None:
        """Count the connection for its address, until it is lost or its TLS handshake fails."""
        self._counted_address = rate_limit_address(address)
        self._connections_of[self._counted_address] += 1

    def handshake_failed(self) -> None:
        """Stop counting the connection."""
        self._uncount()

    @classmethod
    def is_at_connection_limit(cls, address: str) -> bool:
        """Whether the address has reached its limit of open connections."""
        connections = cls._connections_of[rate_limit_address(address)]
        return connections >= cls.max_connections and not cls.is_trusted_proxy(address)

    @classmethod
    def is_refused(cls, address: str) -> bool:
        """Whether an accepted connection is reset before its protocol is made; counts the attempt.

        An address may also open at most `max_connections` per second: a client that closes its connections immediately
        would evade the limit of open connections.
        """
        if address in LOOPBACK_ADDRESSES or cls.is_trusted_proxy(address):
            return cls.is_at_connection_limit(address)
        second = int(time.monotonic())
        if second != cls._second:
            cls._second = second
            cls._accepted_of.clear()
        key = rate_limit_address(address)
        cls._accepted_of[key] += 1
        return cls._accepted_of[key] > cls.max_connections or cls.is_at_connection_limit(address)

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timeouts, stop counting the connection, and notify the request in progress."""
        self._cancel_header_timeout()
        self._cancel_write_timeout()
        self._uncount()
        if self._in_progress is not None:
            # uvicorn notifies only the newest request; an earlier one would write to a closed connection.
            self._in_progress.disconnected = True
            self._in_progress.message_event.set()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse the data; abort the connection when the headers get too long."""
        super().data_received(data)
        if self._is_reading_headers and not self.flow.has_stopped:
            self._start_header_timeout()
            self._header_bytes += len(data)
            if self._header_bytes > MAX_HEADER_BYTES:
                self.transport.abort()

    def on_message_begin(self) -> None:
        """Note that headers are being read: `data_received` starts their timeout if they are incomplete by then."""
        super().on_message_begin()
        self._is_reading_headers = True

    def on_headers_complete(self) -> None:
        """Check the limits, then pass the request to the application.

        An exception ends the parsing of the received chunk; uvicorn then calls `send_400_response`.
        """
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if size > MAX_HEADER_BYTES or len(self.pipeline) >= MAX_PIPELINED_REQUESTS:
            raise RequestLimitError
        self._cancel_header_timeout()
        super().on_headers_complete()

    def pause_writing(self) -> None:
        """Start the timeout of the response when the device doesn't read it fast enough."""
        super().pause_writing()
        if self._is_local():
            return
        self._write_timeout = self.loop.call_later(WRITE_TIMEOUT_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Cancel the timeout of the response when the device has read some of it."""
        super().resume_writing()
        self._cancel_write_timeout()

    def send_400_response(self, msg: str) -> None:
        """Answer 400 to invalid HTTP, with the security headers of all responses, and close the connection."""
        if self._is_responding():
            self._close_after_responses()  # a 400 now would be sent in the middle of a response
            return
        lines = [b"HTTP/1.1 400 Bad Request"]
        lines += [b"%s: %s" % header for header in (*ALWAYS, *DEFAULTS)]
        lines += [b"content-type: text/plain; charset=utf-8", b"content-length: %d" % len(msg), b"connection: close"]
        self.transport.write(b"\r\n".join([*lines, b"", msg.encode("ascii")]))
        self.transport.close()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        """Start the application's task for a request."""
        self._in_progress = cycle
        cast("dict[str, object]", cycle.scope)[IS_DISCONNECTED_KEY] = self.transport.is_closing
        super()._start_asgi_task(cycle, app)

    def _is_responding(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def _close_after_responses(self) -> None:
        """Stop reading, and close the connection after the last accepted request.

        Closing it now would let a device that exceeds a limit reconnect immediately.
        """
        if self.cycle.more_body:
            self.transport.abort()  # the rest of the body would never be read
            return
        self._cancel_header_timeout()
        self.cycle.keep_alive = False
        self.flow.stop_reading()

    def _is_local(self) -> bool:
        """Whether the client is this computer and not a proxy."""
        host = self.client[0] if self.client else None
        return host in LOOPBACK_ADDRESSES and not type(self).is_trusted_proxy(host)

    def _uncount(self) -> None:
        if self._counted_address is not None:
            self._connections_of[self._counted_address] -= 1
            if not self._connections_of[self._counted_address]:
                del self._connections_of[self._counted_address]
            self._counted_address = None

    def _start_header_timeout(self) -> None:
        if self._header_timeout is None:
            self._header_timeout = self.loop.call_later(HEADER_TIMEOUT_SECONDS, self.transport.abort)

    def _cancel_write_timeout(self) -> None:
        if self._write_timeout is not None:
            self._write_timeout.cancel()
            self._write_timeout = None

    def _cancel_header_timeout(self) -> None:
        self._is_reading_headers = False
        if self._header_timeout is not None:
            self._header_timeout.cancel()
            self._header_timeout = None
        self._header_bytes = 0


def make_protocol_class(
    is_trusted_proxy: Callable[[str], bool], max_connections: int = MAX_CONNECTIONS_PER_ADDRESS
) -> type[TimeoutHttpProtocol]:
    """Create a protocol class with these limits, since uvicorn creates the instances and passes no other arguments."""
    limits = {"is_trusted_proxy": staticmethod(is_trusted_proxy), "max_connections": max_connections}
    return type("Protocol", (TimeoutHttpProtocol,), limits)
