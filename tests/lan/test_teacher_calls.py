"""What a teacher may do, asked from a student's device with the teacher's own session (specification 2.13)."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from launcher.serving.protocol import MAX_CONNECTIONS_PER_ADDRESS
from tests.factories.calls import CALLS
from tests.factories.prepared_calls import PreparedCall, prepare_calls
from tests.lan.computers import ClassComputerProcess, call
from tests.lan.conftest import OpenSchool
from tests.lan.lab import WIFI, Host

TEACHERS = [
    name
    for name, each in CALLS.items()
    if each.expected["teacher elsewhere"] == 403 and each.expected["teacher"] != 403
]
"""Each call that the owner may make, and only at the computer itself."""
REGISTRATION = "POST /api/auth/register-teacher"
HAND_OFFS = tuple(f"POST /api/auth/handoff/{each}" for each in ("deliver", "look", "claim"))
OWN_COMPUTER = (
    "PUT /api/network/adapter",
    "PUT /api/settings",
    "POST /api/settings/show-logs",
    "POST /api/backups",
    "GET /api/backups/{name}/file",
    "POST /api/backups/{name}/restore",
    "POST /api/backups/restore",
    "POST /api/backups/show-folder",
    "DELETE /api/backups/{name}",
)
OF_A_CLASS = "GET /api/classrooms/single/{classroom_id}"
"""Its session is the computer's own: that teacher has a class."""
CALLS_A_SECOND = MAX_CONNECTIONS_PER_ADDRESS / 2
"""Each opens a connection, of which one address may open `MAX_CONNECTIONS_PER_ADDRESS` in a second."""
NOT_HERE = (403, "teacher_not_allowed_here")
NO_SUCH_HOST = (421, "unknown_host")
HEADERS: dict[str, tuple[dict[str, str], tuple[int, str]]] = {
    "nothing forged": ({}, NOT_HERE),
    "localhost": ({"Host": "localhost:8080"}, NOT_HERE),
    "127.0.0.1": ({"Host": "127.0.0.1:8080"}, NOT_HERE),
    "[::1]": ({"Host": "[::1]:8080"}, NOT_HERE),
    "localhost's page": ({"Host": "localhost:8080", "Origin": "http://localhost:8080"}, NOT_HERE),
    "another site": ({"Host": "evil.example"}, NO_SUCH_HOST),
    "a name like an address": ({"Host": "127.0.0.1.evil.example:8080"}, NO_SUCH_HOST),
    "another class computer": ({"Host": "goalbucks-newton.local:8080"}, NO_SUCH_HOST),
    "X-Forwarded-For": ({"X-Forwarded-For": "127.0.0.1"}, NOT_HERE),
    "X-Forwarded-*": (
        {"X-Forwarded-For": "::1", "X-Forwarded-Host": "localhost", "X-Forwarded-Proto": "https"},
        NOT_HERE,
    ),
    "Forwarded": ({"Forwarded": "for=127.0.0.1;host=localhost:8080;by=127.0.0.1"}, NOT_HERE),
    "X-Real-IP": ({"X-Real-IP": "127.0.0.1", "Host": "localhost:8080"}, NOT_HERE),
}
"""What a student may send along, and what is answered."""


@dataclass(frozen=True)
class Matrix:
    """A class computer on which each call has rows of its own, and a student's device."""

    computer: ClassComputerProcess
    device: Host
    calls: dict[str, PreparedCall]

    def ask(self, name: str, headers: dict[str, str], *, address: str | None = None) -> tuple[int, Any]:
        """Status and code (None without an error) of the owner's call, made on the device."""
        request, token = self.calls[name]
        time.sleep(1 / CALLS_A_SECOND)
        status, answer = call(
            self.device,
            address or self.computer.host.address,
            request.method,
            request.path,
            body=request.json,
            token=token,
            headers=headers,
        )
        return status, answer.get("code") if isinstance(answer, dict) else None

    def switch(self, *, on: bool) -> None:
        """What the teacher does in Settings."""
        self.computer.call("PUT", "/api/settings", {"teacherFromNetwork": on})


@contextmanager
def running_matrix(schools: OpenSchool, folder: Path) -> Iterator[Matrix]:
    """A class computer and a device on a network of their own, until the block ends."""
    calls = prepare_calls(folder / "data", TEACHERS)
    with schools(folder) as school:
        computer = school.start(school.switch.add(10), folder / "data", calls[OF_A_CLASS][1] or "")
        yield Matrix(computer, school.switch.add(21), calls)


@pytest.fixture(scope="module")
def matrix(schools: OpenSchool, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Matrix]:
    """Shared by the tests in which every call is refused, so that none changes a row, a session or a setting."""
    with running_matrix(schools, tmp_path_factory.mktemp("matrix")) as matrix:
        yield matrix


@pytest.fixture
def own_matrix(schools: OpenSchool, tmp_path: Path) -> Iterator[Matrix]:
    """For a test that changes something: its calls end sessions and delete rows, or it counts devices."""
    with running_matrix(schools, tmp_path) as matrix:
        yield matrix


def differing(matrix: Matrix, expected: Callable[[str], tuple[int, Any]], headers: dict[str, str]) -> dict[str, Any]:
    answers = {name: matrix.ask(name, headers) for name in TEACHERS}
    return {name: answer for name, answer in answers.items() if answer != expected(name)}


def test_the_matrix_has_the_teachers_calls() -> None:
    assert len(TEACHERS) > 40
    assert {REGISTRATION, *OWN_COMPUTER, "POST /api/auth/teacher", "GET /api/events"} < set(TEACHERS)


@pytest.mark.parametrize("forged", HEADERS)
def test_every_teachers_call_is_refused_whatever_is_forged(matrix: Matrix, forged: str) -> None:
    headers, expected = HEADERS[forged]
    assert differing(matrix, lambda _: expected, headers) == {}


def test_by_ipv6_it_is_no_different(matrix: Matrix) -> None:
    for host, number in ((matrix.computer.host, 10), (matrix.device, 21)):
        host.ip("address", "replace", f"fd77::{number}/64", "dev", WIFI, "nodad")
    answers = {name: matrix.ask(name, {}, address="fd77::10") for name in TEACHERS}
    assert set(answers.values()) == {NOT_HERE}


def test_a_page_of_the_computer_itself_can_not_write_from_elsewhere(matrix: Matrix) -> None:
    def expected(name: str) -> tuple[int, str]:
        return NOT_HERE if name.startswith("GET ") else (403, "foreign_origin")

    assert differing(matrix, expected, {"Origin": "http://127.0.0.1:8080"}) == {}


def test_the_same_session_works_on_the_computer_itself_but_not_by_its_own_network_address(matrix: Matrix) -> None:
    assert matrix.computer.call("GET", "/api/classrooms")
    here = matrix.computer.host
    token = matrix.computer.token
    assert call(here, here.address, "GET", "/api/classrooms", token=token)[0] == 403


def test_a_device_that_claims_to_be_others_counts_once(own_matrix: Matrix) -> None:
    for number in range(5):
        assert own_matrix.ask("GET /api/classrooms", {"X-Forwarded-For": f"10.77.0.{100 + number}"}) == NOT_HERE
    assert own_matrix.computer.call("GET", "/api/network")["devices"] == 1


def test_the_switch_opens_the_calls_but_neither_registration_nor_the_computers_own(own_matrix: Matrix) -> None:
    closed = dict.fromkeys((REGISTRATION, *HAND_OFFS), NOT_HERE) | dict.fromkeys(
        OWN_COMPUTER, (403, "own_computer_only")
    )
    own_matrix.switch(on=True)
    try:
        for forged, (headers, refusal) in HEADERS.items():
            if refusal == NOT_HERE:
                assert {name: own_matrix.ask(name, headers) for name in closed} == closed, forged
        opened = {name: own_matrix.ask(name, {})[0] for name in TEACHERS if name not in closed}
    finally:
        own_matrix.switch(on=False)
    assert opened == {name: CALLS[name].expected["teacher"] for name in opened}
    assert own_matrix.ask("GET /api/classrooms", {}) == NOT_HERE
