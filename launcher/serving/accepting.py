"""Accept many connections in one pass of the event loop, and close those that an address may not have at once.

uvloop accepts one in each pass. Behind a flood's hundreds a new device would wait for as many passes in the listening
socket's queue, and each of them would get its protocol, or its TLS handshake, before it is refused.
"""

import asyncio
import socket
import ssl
import struct
from collections.abc import Callable
from contextlib import suppress

BATCH = 64
BATCH_OF_SHARED = 4
"""Where several processes accept at one socket: what one takes, another can't, and connections stay for long."""
RETRY_SECONDS = 0.5
"""After an error that may last, such as no file descriptors left."""
HANDSHAKE_SECONDS = 10.0
"""As long as a TLS handshake may take; a device on a bad network needs two or three."""
_RESET_ON_CLOSE = struct.pack("ii", 1, 0)


class AcceptedProtocol(asyncio.Protocol):
    """A protocol that is told of its connection when it is accepted, before a TLS handshake."""

    def connection_accepted(self, address: str) -> None:
        """Handle a connection that was accepted; `connection_made` or `handshake_failed` follows."""

    def handshake_failed(self) -> None:
        """Handle a connection that ended before it was made."""


class BatchServer:
    """Accepts at a listening socket, which stays the caller's, until `close`; uvicorn uses it as an `asyncio.Server`.

    `refuses`: whether an address may have no more connections; asked once for each connection.
    """

    def __init__(
        self,
        listener: socket.socket,
        make_protocol: Callable[[], AcceptedProtocol],
        *,
        refuses: Callable[[str], bool],
        certificate: ssl.SSLContext | None,
        batch: int,
    ) -> None:
        self._listener = listener
        self._make_protocol = make_protocol
        self._refuses = refuses
        self._certificate = certificate
        self._batch = batch
        self._loop = asyncio.get_running_loop()
        self._opening: set[asyncio.Task[None]] = set()
        self._retry: asyncio.TimerHandle | None = None
        self._listen()

    def close(self) -> None:
        """Accept no more."""
        self._loop.remove_reader(self._listener)
        if self._retry is not None:
            self._retry.cancel()

    async def wait_closed(self) -> None:
        """There is nothing to wait for: the connections are uvicorn's."""

    def _listen(self) -> None:
        self._loop.add_reader(self._listener, self._accept)

    def _accept(self) -> None:
        for _ in range(self._batch):
            try:
                connection, peer = self._listener.accept()
            except (BlockingIOError, InterruptedError):
                return
            except ConnectionError:
                continue  # gone before it was accepted
            except OSError:
                self._loop.remove_reader(self._listener)
                self._retry = self._loop.call_later(RETRY_SECONDS, self._listen)
                return
            if self._refuses(peer[0]):
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
