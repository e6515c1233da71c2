"""`goalbucks serve`: start, options and graceful shutdown."""

import json
import signal
import socket
import stat
import sys
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from importlib.metadata import version
from pathlib import Path

import pytest

from server.app import close_event_streams, create_app
from server.settings import Settings
from tests.factories.waiting import wait_until
from tests.launcher.conftest import Start

pytestmark = pytest.mark.processes

TEACHER = {"name": "Elena Rivera", "email": "elena@school.test", "password": "goalbucks7"}
PRINT_MODULES = """
import json, sys
from launcher.__main__ import main
main(sys.argv[4:])
print(json.dumps([name for name, module in sys.modules.items() if module is not None]))
"""
"""Runs the program in the same process, then prints its modules."""
SCHOOL_PACKAGES = {"psycopg", "psycopg_binary", "obstore", "prometheus_client"}
UNUSED_MODULES = {
    "pyrage",
    "server.recovery.routes",
    "urllib.request",
    "wakepy",
}


def test_serve_prints_one_line_and_answers_and_logs_health_requests_until_sigterm(serve: Start, tmp_path: Path) -> None:
    program = serve("--no-announce")
    with closing(HTTPConnection("127.0.0.1", program.port)) as connection:
        connection.request("GET", "/api/health")
        response = connection.getresponse()
        health = {"status": "ok", "version": version("goalbucks"), "database": "ok", "images": "ok", "disk": "ok"}
        assert (response.status, json.loads(response.read())) == (200, health)
        assert "Strict-Transport-Security" not in response.headers  # without HTTPS
    program.signal(signal.SIGTERM)
    assert program.end() == (0, "", "")
    assert "GET /api/health 200" in (tmp_path / "data" / "logs" / "goalbucks.log").read_text()


def test_only_this_account_can_read_the_data_folder(serve: Start, tmp_path: Path) -> None:
    assert serve(forked=True).call("POST", "/api/auth/register-teacher", TEACHER)[0] == 201
    for path in (tmp_path / "data", *(tmp_path / "data").rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def test_a_start_of_a_class_computer_imports_only_what_it_needs(serve: Start) -> None:
    program = serve(wrapper=(sys.executable, "-c", PRINT_MODULES))
    assert program.healthy()
    program.signal(signal.SIGTERM)
    modules = set(json.loads(program.end()[1]))
    assert modules >= {"server", "sqlalchemy"}
    assert not modules & (SCHOOL_PACKAGES | UNUSED_MODULES)


def test_a_class_can_hold_six_connections_per_device(serve: Start) -> None:
    """Six connections per device, with an initial limit of 256 open files."""
    program = serve(wrapper=("bash", "-c", 'ulimit -Sn 256; exec "$@"', "bash"))
    with ExitStack() as held:
        for _ in range(40 * 6):
            held.enter_context(closing(socket.create_connection(("127.0.0.1", program.port))))
        assert program.healthy()


def test_a_signal_during_the_start_ends_it_with_exit_code_0(serve: Start, tmp_path: Path) -> None:
    program = serve()
    lock = tmp_path / "data" / "instance.lock"
    wait_until(lock.exists)  # the server's own start follows, and takes longer
    program.signal(signal.SIGTERM)
    code, _, err = program.end()
    assert (code, err) == (0, "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_idle_connections_and_unfinished_uploads_do_not_delay_the_shutdown(
    serve: Start, number: signal.Signals
) -> None:
    program = serve(forked=True)
    port = program.port
    idle = HTTPConnection("127.0.0.1", port)
    idle.request("GET", "/api/health")
    idle.getresponse().read()
    with socket.create_connection(("127.0.0.1", port)) as upload:
        begin_upload(upload, "/api/auth/teacher", size=500)
        upload.sendall(b'{"username": "')
        program.signal(number)
        assert program.end()[0] == 0
    idle.close()


def begin_upload(connection: socket.socket, path: str, *, size: int) -> None:
    """Send the head of a POST request, and wait until the application reads its body."""
    connection.sendall(
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        f"Content-Length: {size}\r\nExpect: 100-continue\r\n\r\n".encode()
    )
    assert connection.recv(100).startswith(b"HTTP/1.1 100 Continue")


def test_a_write_acknowledged_during_the_shutdown_is_durable(serve: Start) -> None:
    program = serve(forked=True)
    body = json.dumps(TEACHER).encode()
    with socket.create_connection(("127.0.0.1", program.port)) as connection:
        begin_upload(connection, "/api/auth/register-teacher", size=len(body))
        program.signal(signal.SIGTERM)
        connection.sendall(body)
        assert connection.recv(65536).startswith(b"HTTP/1.1 201 ")
    assert program.end()[0] == 0
    sign_in = {"username": TEACHER["email"], "password": TEACHER["password"]}
    assert serve(forked=True).call("POST", "/api/auth/teacher", sign_in)[0] == 200


def test_options_can_be_set_in_the_environment_with_a_tilde_for_the_home_folder(start: Start, tmp_path: Path) -> None:
    options = {"GOALBUCKS_HOST": "127.0.0.1", "GOALBUCKS_PORT": "0", "GOALBUCKS_DATA_DIR": "~/elsewhere"}
    program = start("serve", HOME=str(tmp_path), **options)
    assert program.healthy()
    assert (tmp_path / "elsewhere" / "goalbucks.db").is_file()


def test_the_command_line_overrides_the_environment(serve: Start, tmp_path: Path) -> None:
    options = {"GOALBUCKS_HOST": "203.0.113.1", "GOALBUCKS_PORT": "1"}
    program = serve(forked=True, GOALBUCKS_DATA_DIR=str(tmp_path / "elsewhere"), **options)
    assert program.healthy()
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize("command", [[], ["serve"]], ids=["without a display", "serve"])
def test_the_default_host_includes_ipv6(start: Start, tmp_path: Path, command: list[str]) -> None:
    program = start(*command, "--port", 0, "--data-dir", tmp_path / "data", forked=bool(command))
    loopbacks = ["127.0.0.1", "::1"] if _ipv6() else ["127.0.0.1"]
    for address in loopbacks:
        assert program.call("GET", "/api/health", at=address)[0] == 200
    program.signal(signal.SIGTERM)
    assert program.end() == (0, "", "")


def _ipv6() -> bool:
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


def test_closing_event_streams_before_the_application_started_does_nothing(tmp_path: Path) -> None:
    close_event_streams(create_app(Settings(data_dir=tmp_path)))
