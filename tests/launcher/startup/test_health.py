"""Health requests to a server on this computer."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from launcher.startup.health import fetch_health, is_answering


@contextmanager
def serve_health(status: int, body: bytes) -> Iterator[str]:
    """Answer every request with this status and body; yield the address."""

    class Health(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Health) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("status", [200, 503])
def test_the_health_is_read_from_a_ready_and_from_a_recovering_server(status: int) -> None:
    with serve_health(status, b'{"status": "ok"}') as address:
        assert fetch_health(address) == {"status": "ok"}


@pytest.mark.parametrize(("status", "body"), [(500, b'{"code": "crashed"}'), (200, b"[]"), (200, b"no JSON")])
def test_other_responses_have_no_health(status: int, body: bytes) -> None:
    with serve_health(status, body) as address:
        assert fetch_health(address) is None


@pytest.mark.parametrize("status", [200, 404, 500, 503])
def test_a_server_that_sends_any_response_is_answering(status: int) -> None:
    with serve_health(status, b"") as address:
        assert is_answering(address, 5)


def test_a_closed_port_is_not_answering(free_port: int) -> None:
    address = f"http://127.0.0.1:{free_port}"
    assert not is_answering(address, 5)
    assert fetch_health(address) is None


def test_a_proxy_in_the_environment_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.setenv("no_proxy", "")
    with serve_health(200, b"{}") as address:
        assert fetch_health(address) == {}
