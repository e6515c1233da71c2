"""Accept connections in batches, and reset those above the limit of their address immediately.

uvloop accepts one connection per pass of the event loop. During a flood of hundreds of connections, a new device would
wait for that many passes in the listen queue, and each connection would get a protocol object, or even a TLS handshake,
before it could be refused.
"""

import asyncio
import socket
import ssl
import struct
from collections.abc import Callable
from contextlib import suppress

BATCH_SIZE = 64
SHARED_SOCKET_BATCH_SIZE = 4
"""Batch size when several processes share the socket: connections stay with the process that accepts them."""
RETRY_DELAY_SECONDS = 0.5
"""Delay after an error that may persist, such as no file descriptors left."""
HANDSHAKE_TIMEOUT_SECONDS = 10.0
"""Timeout of a TLS handshake; a device on a bad network needs two or three seconds."""
_RESET_ON_CLOSE = struct.pack("ii", 1, 0)


class AcceptedProtocol(asyncio.Protocol):
    """Protocol that is notified when its connection is accepted, before a TLS handshake, and when that fails."""

    def connection_accepted(self, address: str) -> None:
        """Handle an accepted connection; `connection_made` or `handshake_failed` follows."""

    def handshake_failed(self) -> None:
        """Handle a connection that ended before `connection_made`."""


class BatchServer:
    """Accepts connections at a listening socket until `close`; uvicorn uses it as an `asyncio.Server`.

    The caller closes the socket. `is_refused` returns whether a new connection of an address is reset; it is
    called once per connection.
    """

    def __init__(
        self,
        listener: socket.socket,
        make_protocol: Callable[[], AcceptedProtocol],
        *,
        is_refused: Callable[[str], bool],
        ssl_context: ssl.SSLContext | None,
        batch_size: int,
    ) -> None:
        self._listener = listener
        self._make_protocol = make_protocol
        self._is_refused = is_refused
        self._ssl_context = ssl_context
        self._batch_size = batch_size
        self._loop = asyncio.get_running_loop()
        self._opening: set[asyncio.Task[None]] = set()
        self._retry: asyncio.TimerHandle | None = None
        self._listen()

    def close(self) -> None:
        """Stop accepting connections."""
        self._loop.remove_reader(self._listener)
        if self._retry is not None:
            self._retry.cancel()

    async def wait_closed(self) -> None:
        """Return immediately: uvicorn waits for the open connections itself."""

    def _listen(self) -> None:
        self._loop.add_reader(self._listener, self._accept)

    def _accept(self) -> None:
        for _ in range(self._batch_size):
            try:
                connection, peer = self._listener.accept()
            except (BlockingIOError, InterruptedError):
                return
            except ConnectionError:
                continue  # closed by the device before it was accepted
            except OSError:
                self._loop.remove_reader(self._listener)
                self._retry = self._loop.call_later(RETRY_DELAY_SECONDS, self._listen)
                return
            if self._is_refused(peer[0]):
                _reset(connection)
                continue
            protocol = self._make_protocol()
            protocol.connection_accepted(peer[0])
            task = self._loop.create_task(self._open(connection, protocol))
            self._opening.add(task)
            task.add_done_callback(self._opening.discard)

    async def _open(self, connection: socket.socket, protocol: AcceptedProtocol) -> None:
        connection.setblocking(False)  # noqa: FBT003 - the standard library's own signature
        timeout = HANDSHAKE_TIMEOUT_SECONDS if self._ssl_context else None
        with suppress(OSError):  # a TLS handshake that failed or timed out; the connection is closed
            try:
                await self._loop.connect_accepted_socket(
                    lambda: protocol, connection, ssl=self._ssl_context, ssl_handshake_timeout=timeout
                )
            except BaseException:
                protocol.handshake_failed()
                raise


def _reset(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)
    connection.close()
