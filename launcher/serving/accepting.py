"""Accept connections in batches and reset those above the limit of their address at once.

uvloop accepts one connection in each pass of the event loop. During a flood of hundreds, a new device would wait for as
many passes in the listen queue, and each connection would get its protocol, or its TLS handshake, before it is refused.
"""

import asyncio
import socket
import ssl
import struct
from collections.abc import Callable
from contextlib import suppress

BATCH_SIZE = 64
SHARED_SOCKET_BATCH_SIZE = 4
"""Batch size where several processes share the socket: a connection stays with the process that accepted it."""
RETRY_SECONDS = 0.5
"""Pause after an error that may last, such as no file descriptors left."""
HANDSHAKE_SECONDS = 10.0
"""Timeout of a TLS handshake; a device on a bad network needs two or three seconds."""
_RESET_ON_CLOSE = struct.pack("ii", 1, 0)


class AcceptedProtocol(asyncio.Protocol):
    """Protocol that is notified when its connection is accepted, before the TLS handshake."""

    def connection_accepted(self, address: str) -> None:
        """Handle an accepted connection; `connection_made` or `handshake_failed` follows."""

    def handshake_failed(self) -> None:
        """Handle a connection that ended before `connection_made`."""


class BatchServer:
    """Accepts connections at a listening socket until `close`; uvicorn uses it as an `asyncio.Server`.

    The caller closes the socket. `is_refused`: whether a new connection of this address is reset; called once for each.
    """

    def __init__(
        self,
        listener: socket.socket,
        make_protocol: Callable[[], AcceptedProtocol],
        *,
        is_refused: Callable[[str], bool],
        certificate: ssl.SSLContext | None,
        batch_size: int,
    ) -> None:
        self._listener = listener
        self._make_protocol = make_protocol
        self._is_refused = is_refused
        self._certificate = certificate
        self._batch = batch_size
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
        """Return at once: uvicorn waits for the open connections itself."""

    def _listen(self) -> None:
        self._loop.add_reader(self._listener, self._accept)

    def _accept(self) -> None:
        for _ in range(self._batch):
            try:
                connection, peer = self._listener.accept()
            except (BlockingIOError, InterruptedError):
                return
            except ConnectionError:
                continue  # closed by the device before it was accepted
            except OSError:
                self._loop.remove_reader(self._listener)
                self._retry = self._loop.call_later(RETRY_SECONDS, self._listen)
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
        timeout = HANDSHAKE_SECONDS if self._certificate else None
        with suppress(OSError):  # a TLS handshake that failed or timed out; the connection is closed
            try:
                await self._loop.connect_accepted_socket(
                    lambda: protocol, connection, ssl=self._certificate, ssl_handshake_timeout=timeout
                )
            except BaseException:
                protocol.handshake_failed()
                raise


def _reset(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)
    connection.close()
