"""The nginx and Caddy sites for schools, with Debian's programs, our server behind them, and HTTPS."""

import json
import socket
import ssl
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPResponse

import pytest

from server.security.sessions import SESSION_COOKIE
from server.security.throttle import MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS
from tests.factories.images import photo_jpeg
from tests.factories.passwords import PASSWORD
from tests.factories.seeded import SeededClass, seed
from tests.factories.server_process import ServerProcess
from tests.school.caddy import Caddy
from tests.school.nginx import Nginx
from tests.school.proxy import NAME, Proxy

HTTPS_COOKIE = f"__Host-{SESSION_COOKIE}"

MEGABYTE = 1024 * 1024
BOUNDARY = "goalbucks-boundary"


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="module", params=[Nginx, pytest.param(Caddy, marks=pytest.mark.long)])
def proxied_class(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Proxy, SeededClass]]:
    folder = tmp_path_factory.mktemp("school")
    seeded_class = seed(folder / "data", students=3)
    environment = {
        "GOALBUCKS_SCHOOL": "1",
        "GOALBUCKS_ALLOWED_HOSTS": NAME,
        "GOALBUCKS_TRUSTED_PROXIES": "127.0.0.1",
    }
    server = ServerProcess(folder / "data", environment=environment, forked=True)
    proxy: Proxy = request.param(folder / "proxy", [server.port], plain=free_port(), port=free_port())
    yield proxy, seeded_class
    proxy.stop()
    assert server.stop() == 0


@contextmanager
def send_request(
    proxy: Proxy, method: str, path: str, body: bytes | None = None, **headers: str
) -> Iterator[HTTPResponse]:
    """The response to a device (X_Forwarded_For for X-Forwarded-For)."""
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    with closing(proxy.connect()) as connection:
        # A server that refuses early may close the connection while the body is being sent; its response has arrived.
        with suppress(ssl.SSLEOFError, ConnectionError):
            connection.request(method, path, body, {"Host": NAME, "Content-Type": "application/json", **given})
        yield connection.getresponse()


def sign_in(
    proxy: Proxy, seeded_class: SeededClass, password: str, number: int = 0, /, **headers: str
) -> tuple[int, str]:
    """Sign in as student `number`; return the status and the cookies."""
    body = {"username": seeded_class.students[number].username, "password": password, "classCode": seeded_class.code}
    with send_request(proxy, "POST", "/api/auth/student", json.dumps(body).encode(), **headers) as response:
        return response.status, ", ".join(response.headers.get_all("Set-Cookie") or [])


def upload_of(seeded_class: SeededClass, photo: bytes) -> bytes:
    fields = {
        "goalId": seeded_class.students[0].goal_id,
        "studentId": seeded_class.students[0].id,
        "classroomId": seeded_class.id,
    }
    parts = [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
    ]
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n'.encode()
    return b"".join(parts) + head + photo + f"\r\n--{BOUNDARY}--\r\n".encode()


def upload(proxy: Proxy, seeded_class: SeededClass, photo: bytes) -> tuple[int, dict[str, str]]:
    headers = {"Content_Type": f"multipart/form-data; boundary={BOUNDARY}"}
    cookie = f"{HTTPS_COOKIE}={seeded_class.students[0].token}"
    with send_request(
        proxy, "POST", "/api/submissions/upload", upload_of(seeded_class, photo), Cookie=cookie, **headers
    ) as response:
        return response.status, json.loads(response.read())


def test_cookies_are_secure_and_hsts_is_sent(
    proxied_class: tuple[Proxy, SeededClass],
) -> None:
    proxy, seeded_class = proxied_class
    status, cookies = sign_in(proxy, seeded_class, PASSWORD)
    assert status == 200
    assert all("secure" in cookie.lower() for cookie in cookies.split("__Host-")[1:])
    with send_request(proxy, "GET", "/api/health") as response:
        assert response.status == 200
        assert "max-age" in response.headers["Strict-Transport-Security"]


def test_plain_http_is_redirected_to_https(proxied_class: tuple[Proxy, SeededClass]) -> None:
    with closing(HTTPConnection("127.0.0.1", proxied_class[0].plain, timeout=10)) as plain:
        plain.request("GET", "/join?code=ABC234", headers={"Host": NAME})
        response = plain.getresponse()
        assert response.status in {301, 308}
        assert response.headers["Location"] == f"https://{NAME}/join?code=ABC234"


def test_a_page_on_another_port_of_the_site_may_write(proxied_class: tuple[Proxy, SeededClass]) -> None:
    here = {"Host": f"{NAME}:{proxied_class[0].port}", "Origin": f"https://{NAME}:{proxied_class[0].port}"}
    assert sign_in(proxied_class[0], proxied_class[1], PASSWORD, **here)[0] == 200


def test_a_forged_forwarded_address_does_not_evade_a_rate_limit(proxied_class: tuple[Proxy, SeededClass]) -> None:
    proxy, seeded_class = proxied_class
    tries = [
        # A student whose password no other test uses.
        sign_in(proxy, seeded_class, "wrong", 2, X_Forwarded_For=f"192.168.1.{last}")[0]
        for last in range(MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS + 1)
    ]
    assert tries == [401] * MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS + [429]


def test_a_request_through_the_proxy_never_counts_as_local(proxied_class: tuple[Proxy, SeededClass]) -> None:
    with send_request(proxied_class[0], "GET", "/metrics") as response:
        assert response.status == 404
    with send_request(
        proxied_class[0], "GET", "/api/settings", Cookie=f"{HTTPS_COOKIE}={proxied_class[1].teacher_token}"
    ) as response:
        assert json.loads(response.read())["dataFolder"] is None


def test_events_pass_the_proxy_without_delay(proxied_class: tuple[Proxy, SeededClass]) -> None:
    proxy, seeded_class = proxied_class
    with send_request(proxy, "GET", "/api/events", Cookie=f"{HTTPS_COOKIE}={seeded_class.students[1].token}") as stream:
        assert stream.readline().startswith(b":")  # open before any event
        goal = {
            "studentId": seeded_class.students[1].id,
            "classroomId": seeded_class.id,
            "name": "Through the proxy",
            "goalbucks": 5,
        }
        teacher = f"{HTTPS_COOKIE}={seeded_class.teacher_token}"
        with send_request(proxy, "POST", "/api/goals", json.dumps(goal).encode(), Cookie=teacher) as made:
            assert made.status == 201
        lines = iter(stream.readline, b"")
        assert next(line for line in lines if line.startswith(b"event:")).split() == [b"event:", b"goals"]


def test_a_photo_passes_the_proxy_and_too_large_a_photo_is_refused_with_our_message(
    proxied_class: tuple[Proxy, SeededClass],
) -> None:
    proxy, seeded_class = proxied_class
    status, refusal = upload(proxy, seeded_class, b"\xff\xd8" + bytes(26 * MEGABYTE))
    assert (status, refusal["code"]) == (413, "image_too_large")
    assert upload(proxy, seeded_class, photo_jpeg(600, 800))[0] == 201
