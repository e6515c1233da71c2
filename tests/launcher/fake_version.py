"""A running GoalBucks of another version."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from launcher.startup.control_channel import ControlChannel
from launcher.startup.single_instance import SingleInstance


@contextmanager
def run_fake_version(version: str, folder: Path) -> Iterator[None]:
    """Hold the folder's lock and answer health requests as this version of GoalBucks does."""

    class Health(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b'{"status": "ok", "version": "%s"}' % version.encode())

        def log_message(self, *_: object) -> None:
            pass

    folder.mkdir()
    with (
        HTTPServer(("127.0.0.1", 0), Health) as server,
        SingleInstance(folder) as instance,
        ControlChannel(folder, lambda: True, dict),
    ):
        threading.Thread(target=server.serve_forever, daemon=True).start()
        instance.write_address(f"http://127.0.0.1:{server.server_port}")
        yield
        server.shutdown()
