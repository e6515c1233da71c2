"""The clients of the tests go on after the server has closed their connections, as it does with idle ones."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Semaphore, Thread

import pytest

from tests.attacks.brute_force import BruteForce, BruteForceJob
from tests.factories.http_client import HttpClient

TIMEOUT_SECONDS = 30
REQUESTS_PER_CONNECTION = 3
GUESSES = 50


class _Handler(BaseHTTPRequestHandler):
    """Refuses every request, and closes a connection after an idle time or a number of requests."""

    protocol_version = "HTTP/1.1"
    timeout = 0.1
    requests = 0
    closed = Semaphore(0)

    def do_GET(self) -> None:
        self.send_response(401)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")
        self.requests += 1
        self.close_connection = self.requests == REQUESTS_PER_CONNECTION

    def finish(self) -> None:
        super().finish()
        self.request.close()
        self.closed.release()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
        """Write nothing."""


@pytest.fixture
def closing_server() -> Iterator[int]:
    """The port of a server that closes connections."""
    _Handler.closed = Semaphore(0)
    with ThreadingHTTPServer(("127.0.0.1", 0), _Handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def test_a_client_connects_again_after_the_server_has_closed_its_idle_connection(closing_server: int) -> None:
    with HttpClient(closing_server) as client:
        assert client.request("GET", "/") == (401, {})
        assert _Handler.closed.acquire(timeout=TIMEOUT_SECONDS)
        assert client.request("GET", "/") == (401, {})


def test_a_brute_force_attack_repeats_guesses_that_a_closed_connection_left_unanswered(closing_server: int) -> None:
    attack = BruteForce(
        BruteForceJob(
            kind="tokens",
            count=GUESSES,
            port=closing_server,
            class_code="",
            usernames=[],
            password="",
            email="",
            leaked=["leaked"],
            devices=["127.0.0.1"],
        )
    )
    assert attack.outcome().statuses == {"401": GUESSES}
