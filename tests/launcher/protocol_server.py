"""HTTP server on a real socket, in a thread of the test's process."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from launcher.serving.protocol import MAX_CONNECTIONS_PER_ADDRESS, TimeoutHttpProtocol, make_protocol_class
from tests.factories.waiting import wait_until

REQUEST = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"


class Server:
    """An application that is served with TimeoutHttpProtocol in a background thread."""

    def __init__(self, app: object, *, proxy: str = "", per_address: int = MAX_CONNECTIONS_PER_ADDRESS) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        made = make_protocol_class(proxy.__eq__, per_address)
        config = uvicorn.Config(app, http=made, ws="none", log_config=None, access_log=False)  # type: ignore[arg-type]
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, args=([self._listener],))
        self._thread.start()
        wait_until(lambda: self._server.started)

    @contextmanager
    def connected(self) -> Iterator[socket.socket]:
        with socket.create_connection(("127.0.0.1", self.port), timeout=20) as device:
            yield device

    def answers(self) -> bool:
        with self.connected() as device:
            device.sendall(REQUEST)
            return device.recv(100).startswith(b"HTTP/1.1 200")

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()

    @property
    def connections(self) -> list[TimeoutHttpProtocol]:
        """Open connections."""
        return [each for each in self._server.server_state.connections if isinstance(each, TimeoutHttpProtocol)]
