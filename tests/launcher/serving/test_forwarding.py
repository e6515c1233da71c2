"""Forwarded headers of trusted and of other proxies."""

import json
from contextlib import closing
from http.client import HTTPConnection

import pytest

from server.security.throttle import MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS
from tests.launcher.conftest import TIMEOUT_SECONDS, Program, Start

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


def fail_sign_in(program: Program, forwarded: str) -> int:
    """Send a failing sign-in that is forwarded for this address; return the status."""
    return send(program, "POST", "/api/auth/teacher", WRONG, X_Forwarded_For=forwarded)[0]


def is_local(program: Program, **headers: str) -> bool:
    """Whether the request counts as local, so that a teacher can register."""
    config: dict[str, bool] = json.loads(send(program, "GET", "/api/auth/config", **headers)[1])
    status = send(program, "POST", "/api/auth/register-teacher", TEACHER, **headers)[0]
    assert status == (201 if config["registrationAllowed"] else 403)
    return config["registrationAllowed"]


def test_without_a_trusted_proxy_forwarded_addresses_do_not_evade_the_rate_limit(serve: Start) -> None:
    program = serve(**SCHOOL)
    statuses = [
        fail_sign_in(program, f"192.168.1.{number}") for number in range(MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS + 1)
    ]
    assert statuses == [401] * MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS + [429]


def test_the_rate_limit_counts_the_address_that_a_trusted_proxy_forwards(serve: Start) -> None:
    program = serve(**SCHOOL, **TRUSTED)
    # The address that the device claims precedes the one that the proxy adds, and is ignored.
    statuses = [
        fail_sign_in(program, f"203.0.113.{number}, {ONE}")
        for number in range(MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS + 1)
    ]
    assert statuses == [401] * MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS + [429]
    assert fail_sign_in(program, OTHER) == 401


def test_a_chain_of_trusted_proxies_is_followed_to_the_device(serve: Start) -> None:
    program = serve(**SCHOOL, **TRUSTED)
    for number in range(MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS):
        fail_sign_in(program, f"{ONE}, 10.0.0.{number}")
    assert fail_sign_in(program, ONE) == 429


def test_invalid_forwarded_addresses_count_as_the_proxys(serve: Start) -> None:
    program = serve(**SCHOOL, **TRUSTED)
    invalid = ["unknown", "_hidden", "x" * 65, "fe80::1%" + "x" * 60, "192.168.1.300", ", "]
    statuses = [
        fail_sign_in(program, invalid[number % len(invalid)]) for number in range(MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS)
    ]
    assert statuses == [401] * MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS
    assert send(program, "POST", "/api/auth/teacher", WRONG)[0] == 429


def test_different_notations_of_an_address_count_as_one(serve: Start) -> None:
    program = serve(**SCHOOL, **TRUSTED)
    written = ["2001:db8::1", "2001:DB8:0:0::1", "[2001:db8::1]:4711", "2001:0db8::0001%eth0"]
    statuses = [
        fail_sign_in(program, written[number % 4]) for number in range(MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS + 1)
    ]
    assert statuses == [401] * MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS + [429]


def test_forwarded_addresses_of_an_untrusted_proxy_are_ignored(serve: Start) -> None:
    program = serve(**SCHOOL, GOALBUCKS_TRUSTED_PROXIES="10.0.0.0/24,2001:db8::7")
    statuses = [
        fail_sign_in(program, f"192.168.1.{number}") for number in range(MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS + 1)
    ]
    assert statuses[-1] == 429


@pytest.mark.parametrize("proxies", [{}, TRUSTED], ids=["none trusted", "trusted"])
def test_a_forwarded_request_is_never_local(serve: Start, proxies: dict[str, str]) -> None:
    program = serve(**proxies)
    for headers in (
        {"X_Forwarded_For": "127.0.0.1"},
        {"X_Forwarded_For": "::1"},
        {"X_Forwarded_For": ""},
        {"Forwarded": "for=127.0.0.1"},
        {"X_Real_IP": "127.0.0.1"},
        {"Via": "1.1 proxy"},
    ):
        assert not is_local(program, **headers), headers


def test_loopback_is_local_unless_it_is_a_trusted_proxy(serve: Start) -> None:
    program = serve()
    assert is_local(program)
    program.process.kill()
    program.end()
    # Such a proxy may send no header at all.
    assert not is_local(serve(**TRUSTED))


@pytest.mark.parametrize(("proxies", "secure"), [({}, False), (TRUSTED, True)])
def test_cookies_are_secure_when_a_trusted_proxy_forwards_https(
    serve: Start, proxies: dict[str, str], *, secure: bool
) -> None:
    program = serve()
    assert program.call("POST", "/api/auth/register-teacher", TEACHER)[0] == 201
    program.process.kill()
    program.end()
    account = {"username": TEACHER["email"], "password": TEACHER["password"]}
    again = serve(**SCHOOL, **proxies)
    status, _, cookie = send(again, "POST", "/api/auth/teacher", account, X_Forwarded_Proto="https")
    assert status == 200
    assert ("secure" in cookie.lower()) is secure


@pytest.mark.parametrize("value", ["*", "proxy.school.test", "10.0.0.1/8", "10.0.0.300"])
def test_an_invalid_trusted_proxy_is_refused(serve: Start, value: str) -> None:
    assert f"GOALBUCKS_TRUSTED_PROXIES can't be {value!r}" in serve(GOALBUCKS_TRUSTED_PROXIES=value).launch_error()
