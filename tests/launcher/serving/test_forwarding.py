"""What a proxy forwards, over real sockets: believed from those that are named, from nobody else."""

import json
from contextlib import closing
from http.client import HTTPConnection

import pytest

from server.security.throttle import MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS
from tests.launcher.conftest import PATIENCE_SECONDS, Program, Start

WRONG = {"username": "elena@school.test", "password": "not this one"}
TEACHER = {"name": "Elena Rivera", "email": "elena@school.test", "password": "goalbucks7"}
TRUSTED = {"GOALBUCKS_TRUSTED_PROXIES": "10.0.0.0/24, 127.0.0.1"}
SCHOOL = {"GOALBUCKS_TEACHER_FROM_NETWORK": "true"}
ONE, OTHER = "192.168.1.77", "192.168.1.78"


def send(program: Program, method: str, path: str, body: object = None, **headers: str) -> tuple[int, str, str]:
    """Status, content and cookies of the answer to a request with these headers (X_Real_IP for X-Real-IP)."""
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    with closing(HTTPConnection("127.0.0.1", program.port, timeout=PATIENCE_SECONDS)) as connection:
        sent = None if body is None else json.dumps(body)
        connection.request(method, path, sent, {"Content-Type": "application/json", **given})
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), answer.headers.get("Set-Cookie", "")


def fail(program: Program, forwarded: str) -> int:
    """The status of a wrong sign-in that a proxy sends on for this address."""
    return send(program, "POST", "/api/auth/teacher", WRONG, X_Forwarded_For=forwarded)[0]


def registration_open(program: Program, **headers: str) -> bool:
    """Whether whoever asks is taken for somebody at the computer itself."""
    answer: dict[str, bool] = json.loads(send(program, "GET", "/api/auth/config", **headers)[1])
    status = send(program, "POST", "/api/auth/register-teacher", TEACHER, **headers)[0]
    assert status == (201 if answer["registrationAllowed"] else 403)
    return answer["registrationAllowed"]


def test_by_default_a_forwarded_address_escapes_no_brake(serve: Start) -> None:
    program = serve(**SCHOOL)
    statuses = [fail(program, f"192.168.1.{number}") for number in range(MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS + 1)]
    assert statuses == [401] * MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS + [429]


def test_brakes_count_the_address_that_a_trusted_proxy_forwards(serve: Start) -> None:
    program = serve(**SCHOOL, **TRUSTED)
    # What the device itself claims stands before the proxy's word, and counts for nothing.
    statuses = [
        fail(program, f"203.0.113.{number}, {ONE}") for number in range(MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS + 1)
    ]
    assert statuses == [401] * MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS + [429]
    assert fail(program, OTHER) == 401


def test_a_chain_of_trusted_proxies_is_followed_to_the_device(serve: Start) -> None:
    program = serve(**SCHOOL, **TRUSTED)
    for number in range(MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS):
        fail(program, f"{ONE}, 10.0.0.{number}")
    assert fail(program, ONE) == 429


@pytest.mark.parametrize("forwarded", ["unknown", "_hidden", "x" * 65, "fe80::1%" + "x" * 60, "192.168.1.300", ", "])
def test_what_is_forwarded_and_is_no_address_counts_as_the_proxy(serve: Start, forwarded: str) -> None:
    program = serve(**SCHOOL, **TRUSTED)
    statuses = [fail(program, forwarded) for _ in range(MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS)]
    assert statuses == [401] * MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS
    assert send(program, "POST", "/api/auth/teacher", WRONG)[0] == 429


def test_an_address_is_the_same_however_it_is_written(serve: Start) -> None:
    program = serve(**SCHOOL, **TRUSTED)
    written = ["2001:db8::1", "2001:DB8:0:0::1", "[2001:db8::1]:4711", "2001:0db8::0001%eth0"]
    statuses = [fail(program, written[number % 4]) for number in range(MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS + 1)]
    assert statuses == [401] * MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS + [429]


def test_another_proxy_than_the_trusted_is_not_believed(serve: Start) -> None:
    program = serve(**SCHOOL, GOALBUCKS_TRUSTED_PROXIES="10.0.0.0/24,2001:db8::7")
    statuses = [fail(program, f"192.168.1.{number}") for number in range(MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS + 1)]
    assert statuses[-1] == 429


@pytest.mark.parametrize("proxies", [{}, TRUSTED], ids=["nobody trusted", "trusted"])
def test_what_came_through_a_proxy_never_comes_from_the_computer_itself(serve: Start, proxies: dict[str, str]) -> None:
    program = serve(**proxies)
    for headers in (
        {"X_Forwarded_For": "127.0.0.1"},
        {"X_Forwarded_For": "::1"},
        {"X_Forwarded_For": ""},
        {"Forwarded": "for=127.0.0.1"},
        {"X_Real_IP": "127.0.0.1"},
        {"Via": "1.1 proxy"},
    ):
        assert not registration_open(program, **headers), headers


def test_only_without_a_trusted_proxy_there_does_loopback_mean_the_computer_itself(serve: Start) -> None:
    program = serve()
    assert registration_open(program)
    program.process.kill()
    program.end()
    # Such a proxy may send no header at all.
    assert not registration_open(serve(**TRUSTED))


@pytest.mark.parametrize(("proxies", "secure"), [({}, False), (TRUSTED, True)])
def test_cookies_are_for_https_alone_where_a_trusted_proxy_says_so(
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
def test_what_is_no_address_is_refused(serve: Start, value: str) -> None:
    assert f"GOALBUCKS_TRUSTED_PROXIES can't be {value!r}" in serve(GOALBUCKS_TRUSTED_PROXIES=value).refusal()
