"""Every call from foreign origins, hosts and devices, also with forged headers."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from httpx2 import Response

from tests.factories.api_client import LAN_URL, LOCAL_URL, STUDENT_ADDRESS, ApiClient, error
from tests.factories.call_rows import CallRows, make_rows
from tests.factories.calls import CALLS, READS, WRITES, authorized_role, request_of
from tests.factories.snapshots import assert_unchanged
from tests.factories.tiers import by_tier
from tests.server.conftest import AppPool

OWN_NAME = "goalbucks-rivera.local"
FOREIGN_ORIGINS = (
    "http://evil.example",
    "https://evil.example",
    "null",  # origin of sandboxed frames, data: URLs and files
    "file://",
    "chrome-extension://abcdefghijklmnop",
    "http://{host}:9999",
    "http://{host}",
    "http://{host}.evil.example:8080",
    "http://evil.example/{host}:8080",
    "http://{host}@evil.example:8080",
    f"http://{OWN_NAME}:8080",  # this computer under another name is another origin, with other cookies
    "http://localhost:8080",
    "http://192.168.1.21:8080",
    "",
)
REBINDING_HOSTS = (
    "evil.example:8080",
    "evil.example",
    "127.0.0.1.evil.example:8080",
    "goalbucks-somebody-else.local:8080",
)
ADDRESS, OTHER_DEVICE = "192.168.1.20:8080", "192.168.1.66"
REMOTE_REQUESTS: dict[str, tuple[str, str, dict[str, str]]] = {
    "another device by the address": (OTHER_DEVICE, ADDRESS, {}),
    "another device by the name": (OTHER_DEVICE, f"{OWN_NAME}:8080", {}),
    "another device that calls itself this one": (OTHER_DEVICE, "127.0.0.1:8080", {"Origin": LOCAL_URL}),
    "another device that calls it localhost": (OTHER_DEVICE, "localhost:8080", {}),
    "another device that says it forwards": (OTHER_DEVICE, "127.0.0.1:8080", {"X-Forwarded-For": "127.0.0.1"}),
    "another device that says so in the new way": (OTHER_DEVICE, "127.0.0.1", {"Forwarded": "for=127.0.0.1"}),
    "a proxy on this computer": ("127.0.0.1", "127.0.0.1:8080", {"X-Forwarded-For": OTHER_DEVICE}),
    "a proxy on this computer that names nobody": ("127.0.0.1", "127.0.0.1:8080", {"Via": "1.1 proxy"}),
    "this computer by its address": ("127.0.0.1", ADDRESS, {}),
    "this computer by its name": ("127.0.0.1", f"{OWN_NAME}:8080", {}),
}


@pytest.fixture(scope="module")
def rows(app_pool: AppPool, migrated: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[CallRows]:
    """Rows shared by all tests, because refused calls change nothing."""
    folder = tmp_path_factory.mktemp("origins")
    (folder / "goalbucks.db").write_bytes(migrated.read_bytes())
    with app_pool.start(folder, {}) as test_app:
        test_app.portal.call(test_app.services.hub.close)  # an event stream would not end
        test_app.services.computer.network.update_endpoint(host_name=OWN_NAME)
        yield make_rows(test_app)


def send(browser: ApiClient, name: str, rows: CallRows, headers: dict[str, str]) -> Response:
    """Send the call as its authorized user with these headers."""
    return request_of(name, rows).send(browser, headers)


def cookies_of(client: ApiClient) -> str:
    """Return the cookies of a signed-in client as a header."""
    return "; ".join(f"{name}={value}" for name, value in client.http.cookies.items())


@pytest.fixture(scope="module")
def clients(rows: CallRows) -> dict[str, ApiClient]:
    """Clients of all users, signed in from their usual device."""
    return {person: rows.client(person) for person in ("teacher", "student", "anonymous")}


@pytest.mark.parametrize("origin", by_tier(FOREIGN_ORIGINS))
def test_writes_from_another_origin_are_refused(rows: CallRows, clients: dict[str, ApiClient], origin: str) -> None:
    with assert_unchanged(rows.test_app):
        for name in WRITES:
            browser = clients[authorized_role(name)]
            host = browser.http.base_url.host
            response = send(browser, name, rows, {"Origin": origin.format(host=host)})
            assert error(response) == (403, "foreign_origin"), f"{name} from {origin}"


@pytest.mark.parametrize("host", by_tier(REBINDING_HOSTS))
def test_calls_with_a_foreign_host_are_refused(rows: CallRows, clients: dict[str, ApiClient], host: str) -> None:
    """DNS rebinding makes a page of evil.example same-origin for the browser."""
    with assert_unchanged(rows.test_app):
        for name in CALLS:
            response = send(clients[authorized_role(name)], name, rows, {"Host": host, "Origin": f"http://{host}"})
            assert error(response) == (421, "unknown_host"), f"{name} by {host}"


def test_a_call_is_refused_from_every_foreign_origin_host_and_device(
    rows: CallRows, clients: dict[str, ApiClient]
) -> None:
    """One call each, because the check doesn't know which call it is."""
    cookies = cookies_of(rows.test_app.client_for(rows.teacher))
    with assert_unchanged(rows.test_app):
        for name in ("POST /api/classrooms", "POST /api/purchases"):
            client = clients[authorized_role(name)]
            for origin in FOREIGN_ORIGINS:
                response = send(client, name, rows, {"Origin": origin.format(host=client.http.base_url.host)})
                assert error(response) == (403, "foreign_origin"), origin
            for host in REBINDING_HOSTS:
                response = send(client, name, rows, {"Host": host, "Origin": f"http://{host}"})
                assert error(response) == (421, "unknown_host"), host
        for way, (peer, host, headers) in REMOTE_REQUESTS.items():
            device = rows.test_app.client(base_url=f"http://{host}", client_address=(peer, 50_000))
            response = device.get("/api/classrooms", headers={"Cookie": cookies, **headers})
            assert error(response) == (403, "teacher_not_allowed_here"), way


def test_responses_are_not_readable_by_other_origins(rows: CallRows, clients: dict[str, ApiClient]) -> None:
    headers = {"Origin": "http://evil.example", "Access-Control-Request-Headers": "content-type"}
    for name, call in CALLS.items():
        request, browser = request_of(name, rows), clients[authorized_role(name)]
        preflight = {**headers, "Access-Control-Request-Method": request.method}
        before = browser.http.options(request.path, headers=preflight)
        assert before.status_code >= 400, f"a preflight for {name}"
        responses = [before]
        if request.method in READS:
            responses.append(send(browser, name, rows, {"Origin": "http://evil.example"}))
            assert responses[1].status_code == call.expected[authorized_role(name)], name
        for response in responses:
            assert [each for each in response.headers if each.startswith("access-control-")] == [], name


@pytest.mark.parametrize("way", by_tier(REMOTE_REQUESTS))
def test_teacher_calls_are_refused_from_other_devices(rows: CallRows, way: str) -> None:
    peer, host, headers = REMOTE_REQUESTS[way]
    browser = rows.test_app.client(base_url=f"http://{host}", client_address=(peer, 50_000))
    own = rows.test_app.client_for(rows.teacher)
    cookies = cookies_of(own)
    with assert_unchanged(rows.test_app):
        for name, call in CALLS.items():
            wanted = call.expected["teacher on another device"]
            if wanted == call.expected["teacher"]:
                continue
            response = send(browser, name, rows, {"Cookie": cookies, **headers})
            assert response.status_code == wanted, f"{name} from {way}"
    assert own.get("/api/classrooms").status_code == 200


@pytest.mark.parametrize(
    ("base_url", "origin"),
    [
        (LAN_URL, LAN_URL),
        (LAN_URL, None),
        (f"http://{OWN_NAME}:8080", f"http://{OWN_NAME}:8080"),
        (f"http://{OWN_NAME}", f"http://{OWN_NAME}"),
        ("https://192.168.1.20:8443", "https://192.168.1.20:8443"),
        (LAN_URL, LAN_URL.replace("http:", "https:")),  # behind a proxy without forwarding headers
    ],
)
def test_student_writes_are_accepted_from_every_own_origin(rows: CallRows, base_url: str, origin: str | None) -> None:
    student_client = rows.test_app.client(base_url=base_url, client_address=STUDENT_ADDRESS)
    student = rows.test_app.client_for(rows.student, student_client)
    response = student.post("/api/auth/logout", headers={} if origin is None else {"Origin": origin})
    assert response.status_code == 204


@pytest.mark.parametrize(
    ("base_url", "origin"),
    [
        *product(["https://192.168.1.20:8443", "https://192.168.1.20"], ["http://{host}", "http://{host}:80"]),
        ("https://192.168.1.20:8443", "http://192.168.1.20:8443"),
    ],
)
def test_writes_over_https_from_a_plain_http_page_are_refused(rows: CallRows, base_url: str, origin: str) -> None:
    """Such a page may have been modified by an attacker on the Wi-Fi."""
    student_client = rows.test_app.client(base_url=base_url, client_address=STUDENT_ADDRESS)
    student = rows.test_app.client_for(rows.student, student_client)
    response = student.post(
        "/api/auth/logout", headers={"Origin": origin.format(host=student_client.http.base_url.host)}
    )
    assert error(response) == (403, "foreign_origin")
