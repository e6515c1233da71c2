"""Forwarded headers of trusted and of other proxies."""

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from server.security.throttle import MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS
from tests.factories.passwords import PASSWORD
from tests.factories.seeded import SeededClass, seed
from tests.launcher.conftest import TIMEOUT_SECONDS, OptionError, Program, Start, run_server

pytestmark = pytest.mark.processes

WRONG = {"username": "elena@school.test", "password": "not this one"}
TEACHER = {"name": "Elena Rivera", "email": "elena@school.test", "password": "goalbucks7"}
TRUSTED = {"GOALBUCKS_TRUSTED_PROXIES": "10.0.0.0/24, 127.0.0.1"}
SCHOOL = {"GOALBUCKS_TEACHER_FROM_NETWORK": "true"}
ONE, OTHER = "192.168.1.77", "192.168.1.78"


def send(program: Program, method: str, path: str, body: object = None, **headers: str) -> tuple[int, str, str]:
    """Send a request with these headers (X_Real_IP for X-Real-IP); return status, body and cookies."""
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    with closing(HTTPConnection("127.0.0.1", program.port, timeout=TIMEOUT_SECONDS)) as connection:
        sent = None if body is None else json.dumps(body)
        connection.request(method, path, sent, {"Content-Type": "application/json", **given})
        response = connection.getresponse()
        return response.status, response.read().decode(), response.headers.get("Set-Cookie", "")


def fail_sign_in(program: Program, forwarded: str, account: str = WRONG["username"]) -> int:
    """Send a failing sign-in that is forwarded for this address; return the status."""
    return send(program, "POST", "/api/auth/teacher", WRONG | {"username": account}, X_Forwarded_For=forwarded)[0]


def is_local(program: Program, **headers: str) -> bool:
    """Whether the request counts as local, so that a teacher can register."""
    config: dict[str, bool] = json.loads(send(program, "GET", "/api/auth/config", **headers)[1])
    status = send(program, "POST", "/api/auth/register-teacher", TEACHER, **headers)[0]
    assert status == (201 if config["registrationAllowed"] else 403)
    return config["registrationAllowed"]


@contextmanager
def serve_class(folder: Path, **settings: str) -> Iterator[tuple[Program, SeededClass]]:
    """Run a server with a class that teachers may use from other devices."""
    seeded_class = seed(folder, months=0, submissions=0, students=1)
    with run_server(folder, **SCHOOL, **settings) as program:
        yield program, seeded_class


@pytest.fixture(scope="module")
def directly(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Program, SeededClass]]:
    """A server without trusted proxies. Its tests fail sign-ins of accounts of their own."""
    with serve_class(tmp_path_factory.mktemp("directly")) as served:
        yield served


@pytest.fixture(scope="module")
def behind_proxies(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Program, SeededClass]]:
    """A server behind trusted proxies. Its tests fail sign-ins of accounts of their own."""
    with serve_class(tmp_path_factory.mktemp("proxies"), **TRUSTED) as served:
        yield served


def test_without_a_trusted_proxy_forwarded_addresses_do_not_evade_the_rate_limit(
    directly: tuple[Program, SeededClass],
) -> None:
    statuses = [
        fail_sign_in(directly[0], f"192.168.1.{number}", "evading@school.test")
        for number in range(MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS + 1)
    ]
    assert statuses == [401] * MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS + [429]


def test_the_rate_limit_counts_the_address_that_a_trusted_proxy_forwards(
    behind_proxies: tuple[Program, SeededClass],
) -> None:
    program, account = behind_proxies[0], "counted@school.test"
    # The address that the device claims precedes the one that the proxy adds, and is ignored.
    statuses = [
        fail_sign_in(program, f"203.0.113.{number}, {ONE}", account)
        for number in range(MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS + 1)
    ]
    assert statuses == [401] * MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS + [429]
    assert fail_sign_in(program, OTHER, account) == 401


def test_a_chain_of_trusted_proxies_is_followed_to_the_device(behind_proxies: tuple[Program, SeededClass]) -> None:
    program, account = behind_proxies[0], "chain@school.test"
    for number in range(MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS):
        fail_sign_in(program, f"{ONE}, 10.0.0.{number}", account)
    assert fail_sign_in(program, ONE, account) == 429


def test_invalid_forwarded_addresses_count_as_the_proxys(behind_proxies: tuple[Program, SeededClass]) -> None:
    program, account = behind_proxies[0], "invalid@school.test"
    invalid = ["unknown", "_hidden", "x" * 65, "fe80::1%" + "x" * 60, "192.168.1.300", ", "]
    statuses = [
        fail_sign_in(program, invalid[number % len(invalid)], account)
        for number in range(MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS)
    ]
    assert statuses == [401] * MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS
    assert send(program, "POST", "/api/auth/teacher", WRONG | {"username": account})[0] == 429


def test_different_notations_of_an_address_count_as_one(behind_proxies: tuple[Program, SeededClass]) -> None:
    written = ["2001:db8::1", "2001:DB8:0:0::1", "[2001:db8::1]:4711", "2001:0db8::0001%eth0"]
    statuses = [
        fail_sign_in(behind_proxies[0], written[number % 4], "notations@school.test")
        for number in range(MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS + 1)
    ]
    assert statuses == [401] * MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS + [429]


def test_forwarded_addresses_of_an_untrusted_proxy_are_ignored(serve: Start) -> None:
    program = serve(forked=True, **SCHOOL, GOALBUCKS_TRUSTED_PROXIES="10.0.0.0/24,2001:db8::7")
    statuses = [
        fail_sign_in(program, f"192.168.1.{number}") for number in range(MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS + 1)
    ]
    assert statuses[-1] == 429


@pytest.mark.parametrize(("proxies", "local"), [({}, True), (TRUSTED, False)], ids=["none trusted", "trusted"])
def test_only_a_request_that_is_not_forwarded_is_local_and_none_from_a_trusted_proxy(
    serve: Start, proxies: dict[str, str], *, local: bool
) -> None:
    program = serve(forked=True, **proxies)
    for headers in (
        {"X_Forwarded_For": "127.0.0.1"},
        {"X_Forwarded_For": "::1"},
        {"X_Forwarded_For": ""},
        {"Forwarded": "for=127.0.0.1"},
        {"X_Real_IP": "127.0.0.1"},
        {"Via": "1.1 proxy"},
    ):
        assert not is_local(program, **headers), headers
    # A trusted proxy may send no header at all.
    assert is_local(program) is local


@pytest.mark.parametrize(("server", "secure"), [("directly", False), ("behind_proxies", True)])
def test_cookies_are_secure_when_a_trusted_proxy_forwards_https(
    request: pytest.FixtureRequest, server: str, *, secure: bool
) -> None:
    program, seeded_class = request.getfixturevalue(server)
    account = {"username": seeded_class.teacher_email, "password": PASSWORD}
    headers = {"X_Forwarded_Proto": "https", "X_Forwarded_For": "192.168.1.90"}
    status, _, cookie = send(program, "POST", "/api/auth/teacher", account, **headers)
    assert status == 200
    assert ("secure" in cookie.lower()) is secure


@pytest.mark.parametrize("value", ["*", "proxy.school.test", "10.0.0.1/8", "10.0.0.300"])
def test_an_invalid_trusted_proxy_is_refused(option_error: OptionError, value: str) -> None:
    assert f"GOALBUCKS_TRUSTED_PROXIES can't be {value!r}" in option_error("serve", GOALBUCKS_TRUSTED_PROXIES=value)
