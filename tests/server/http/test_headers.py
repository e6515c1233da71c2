"""Security headers of every kind of response."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from fastapi.routing import iter_route_contexts
from httpx2 import Headers

from server.app import create_app
from server.requests.gates import public
from server.requests.routing import router
from server.settings import Settings
from tests.factories.api_client import ApiClient
from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.factories.firebase import SETTINGS as WITH_GOOGLE
from tests.factories.images import photo_jpeg
from tests.factories.passwords import PASSWORD
from tests.factories.server_process import ServerProcess

SECURITY_HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-resource-policy": "same-origin",
}
API_POLICY = "default-src 'none'; frame-ancestors 'none'"
PAGE = """<!doctype html><script type="module" src="/assets/app.js"></script>"""


def assert_security_headers(headers: Headers) -> None:
    assert {name: headers.get(name) for name in SECURITY_HEADERS} == SECURITY_HEADERS
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "access-control-allow-origin" not in headers
    for chatty in ("server", "x-powered-by"):
        assert chatty not in headers


def assert_api_headers(headers: Headers) -> None:
    assert_security_headers(headers)
    assert headers["content-security-policy"] == API_POLICY
    assert headers["cache-control"] == "no-store"


def all_routes(test_app: RunningApp) -> list[tuple[str, str]]:
    contexts = iter_route_contexts(test_app.app.routes)
    return [(method, context.path or "") for context in contexts for method in context.methods or ()]


@pytest.mark.parametrize("person", ["nobody", "student", "teacher"])
def test_every_api_response_has_security_headers(classroom: PreparedClassroom, person: str) -> None:
    browser = {
        "nobody": classroom.test_app.anonymous_client(),
        "student": classroom.student_client,
        "teacher": classroom.teacher_client,
    }[person]
    statuses = set()
    calls = [call for call in all_routes(classroom.test_app) if call[1] != "/api/events" and "logout" not in call[1]]
    assert len(calls) > 70
    for method, path in calls:
        response = browser.http.request(method, path)
        assert_api_headers(response.headers)
        statuses.add(response.status_code)
    assert len(statuses) >= 3


def test_image_and_balances_file_have_security_headers(classroom: PreparedClassroom) -> None:
    sent = classroom.student_client.upload(classroom.test_app.goal(classroom.student), image=photo_jpeg(30, 40)).json()
    image = classroom.student_client.get(sent["imageUrl"])
    assert_security_headers(image.headers)
    assert image.headers["cache-control"] == "private, no-cache"
    unchanged = classroom.student_client.get(sent["imageUrl"], headers={"if-none-match": image.headers["etag"]})
    assert unchanged.status_code == 304
    assert_security_headers(unchanged.headers)
    balances = classroom.teacher_client.get(f"/api/classrooms/{classroom.row.id}/balances.csv")
    assert balances.headers["content-type"].startswith("text/csv")
    assert_api_headers(balances.headers)


def test_crash_response_has_security_headers(test_app: RunningApp) -> None:
    crash = router("/api/crash", gate=public)

    async def crashing() -> None:
        raise ValueError

    crash.get("")(crashing)
    test_app.app.include_router(crash)
    response = test_app.anonymous_client().get("/api/crash")
    assert response.status_code == 500
    assert_api_headers(response.headers)


@pytest.mark.parametrize(
    ("status", "headers", "size"),
    [(421, {"Host": "elsewhere.test"}, 2), (403, {"Origin": "http://elsewhere.test"}, 2), (413, {}, 2_000_000)],
)
def test_responses_refused_before_routing_have_security_headers(
    test_app: RunningApp, status: int, headers: dict[str, str], size: int
) -> None:
    sent = {"Content-Type": "application/json", **headers}
    response = test_app.anonymous_client().http.post("/api/auth/student", content=b" " * size, headers=sent)
    assert response.status_code == status
    assert_api_headers(response.headers)


@pytest.mark.parametrize("path", ["/api", "/api/nothing", "/assets/gone.js"])
def test_not_found_responses_have_security_headers(test_app: RunningApp, path: str) -> None:
    response = test_app.anonymous_client().get(path)
    assert response.status_code == 404
    assert_api_headers(response.headers)


@contextmanager
def run_with_pages(folder: Path, **options: object) -> Iterator[RunningApp]:
    """Run an application with a page and a script within the block."""
    (folder / "dist" / "assets").mkdir(parents=True)
    (folder / "dist" / "index.html").write_text(PAGE)
    (folder / "dist" / "assets" / "app.js").write_text("1")
    app = create_app(Settings(ui_dir=folder / "dist", data_dir=folder / "data", **options))  # type: ignore[arg-type]
    with RunningApp.run(app) as test_app:
        yield test_app


@pytest.fixture(scope="module")
def app_with_pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningApp]:
    with run_with_pages(tmp_path_factory.mktemp("paged")) as app:
        yield app


class TestPages:
    @pytest.fixture
    def browser(self, app_with_pages: RunningApp) -> ApiClient:
        return app_with_pages.client()

    def policy(self, browser: ApiClient) -> dict[str, str]:
        rules = browser.get("/teacher").headers["content-security-policy"].split("; ")
        return dict(rule.split(" ", 1) for rule in rules)

    @pytest.mark.parametrize("path", ["/", "/teacher/students", "/index.html", "/assets/app.js"])
    def test_pages_and_assets_have_security_headers(self, browser: ApiClient, path: str) -> None:
        response = browser.get(path)
        assert response.status_code == 200
        assert_security_headers(response.headers)
        again = browser.get(path, headers={"if-none-match": response.headers["etag"]})
        assert again.status_code == 304
        assert_security_headers(again.headers)

    def test_unsupported_methods_on_pages_have_security_headers(self, browser: ApiClient) -> None:
        response = browser.post("/teacher")
        assert response.status_code == 405
        assert_api_headers(response.headers)

    def test_policy_forbids_inline_and_foreign_scripts(self, browser: ApiClient) -> None:
        policy = self.policy(browser)
        assert policy["script-src"] == "'self'"
        assert policy["default-src"] == "'self'"
        assert policy["object-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
        assert policy["form-action"] == "'self'"

    def test_policy_allows_google_only_with_a_firebase_project(self, tmp_path: Path) -> None:
        with run_with_pages(tmp_path, **WITH_GOOGLE) as app:
            assert self.policy(app.client())["script-src"] == "'self' https://apis.google.com"

    @pytest.mark.parametrize(
        ("address", "heeded"),
        [
            ("http://localhost:8080", True),
            ("http://127.0.0.1:8080", True),
            ("https://192.168.1.20:8080", True),
            ("http://192.168.1.20:8080", False),
        ],
    )
    def test_pages_isolate_windows_of_other_origins(
        self, app_with_pages: RunningApp, address: str, *, heeded: bool
    ) -> None:
        policy = app_with_pages.client(base_url=address).get("/").headers.get("cross-origin-opener-policy")
        assert policy == ("same-origin-allow-popups" if heeded else None)

    def test_hsts_is_sent_over_https_only(self, test_app: RunningApp) -> None:
        secure = test_app.client(base_url="https://goalbucks.school.test")
        for response in (secure.get("/"), secure.get("/api/health")):
            assert response.headers["strict-transport-security"] == "max-age=31536000"
        assert "strict-transport-security" not in test_app.anonymous_client().get("/").headers


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    server = ServerProcess(tmp_path_factory.mktemp("wire"), forked=True)
    yield server.port
    assert server.stop() == 0


@pytest.mark.processes
class TestRawResponses:
    def send_raw(self, port: int, request: bytes) -> tuple[int, Headers]:
        with socket.create_connection(("127.0.0.1", port), timeout=20) as device:
            device.sendall(request)
            received = b""
            while b"\r\n\r\n" not in received:
                received += device.recv(4096)
        first, *lines = received.partition(b"\r\n\r\n")[0].decode().split("\r\n")
        return int(first.split()[1]), Headers(
            [(name, value) for name, _, value in (line.partition(": ") for line in lines)]
        )

    def test_event_stream_has_security_headers(self, port: int) -> None:
        account = json.dumps({"name": "Elena", "email": "elena@school.test", "password": PASSWORD}).encode()
        head = "POST /api/auth/register-teacher HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        status, headers = self.send_raw(port, f"{head}Content-Length: {len(account)}\r\n\r\n".encode() + account)
        assert status == 201
        cookie = headers.get_list("set-cookie")[0].partition(";")[0]
        stream = f"GET /api/events HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n"
        status, headers = self.send_raw(port, stream.encode())
        assert (status, headers["content-type"]) == (200, "text/event-stream; charset=utf-8")
        assert_api_headers(headers)

    def test_invalid_http_response_has_security_headers(self, port: int) -> None:
        status, headers = self.send_raw(port, b"this is no request\r\n\r\n")
        assert status == 400
        assert_api_headers(headers)

    @pytest.mark.parametrize("method", ["TRACE", "OPTIONS", "PROPFIND"])
    def test_unknown_method_response_has_security_headers(self, port: int, method: str) -> None:
        status, headers = self.send_raw(port, f"{method} /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        assert status == 405
        assert_api_headers(headers)

    @pytest.mark.parametrize(
        "smuggled",
        [
            b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
            b"Content-Length: 5\r\nContent-Length: 6\r\n",
            b"Transfer-Encoding: chunked, identity\r\n",
        ],
        ids=["both lengths", "two lengths", "an unknown coding"],
    )
    def test_request_with_ambiguous_length_is_refused(self, port: int, smuggled: bytes) -> None:
        head = b"POST /api/auth/logout HTTP/1.1\r\nHost: localhost\r\n" + smuggled
        status, headers = self.send_raw(
            port, head + b"\r\n0\r\n\r\nGET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
        )
        assert status == 400
        assert_api_headers(headers)


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone of a process can't be changed")
@pytest.mark.parametrize(("zone", "minutes"), [("UTC", "0"), ("EST5", "-300"), ("<+0545>-5:45", "345")])
def test_every_response_of_a_call_has_the_offset_of_the_servers_local_time(
    test_app: RunningApp, monkeypatch: pytest.MonkeyPatch, zone: str, minutes: str
) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        browser = test_app.anonymous_client()
        paths = ("/api/health", "/api/auth/session", "/api/nothing")
        assert [browser.get(path).headers["x-utc-offset"] for path in paths] == [minutes] * 3
        assert "x-utc-offset" not in browser.get("/").headers
    finally:
        monkeypatch.undo()
        time.tzset()
