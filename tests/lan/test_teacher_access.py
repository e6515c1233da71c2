"""Teachers' calls made from a student's device with the teacher's own session (specification 2.13)."""

import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from launcher.serving.protocol import MAX_CONNECTIONS_PER_ADDRESS
from server.data_protection.privacy.erasure import RESPONSE_TIMEOUT_SECONDS
from tests.factories.calls import CALLS
from tests.factories.prepared_calls import PreparedCall, prepare_calls
from tests.lan.conftest import OpenSchool
from tests.lan.lab import WIFI, Host
from tests.lan.processes import ClassComputerProcess, http_call
from tests.lan.school_network import SchoolNetwork

TEACHER_CALLS = [
    name
    for name, each in CALLS.items()
    if each.expected["teacher on another device"] == 403 and each.expected["teacher"] != 403
]
"""Calls that only the owner may make, on the class computer itself."""
REGISTRATION = "POST /api/auth/register-teacher"
HANDOFF_CALLS = tuple(f"POST /api/auth/handoff/{each}" for each in ("deliver", "look", "claim"))
SAMPLE_CLASS = "POST /api/sample-class"
SUBSTITUTE = "POST /api/auth/substitute"
WITHOUT_SESSION = (SAMPLE_CLASS, SUBSTITUTE)
"""Nobody has to be signed in for these, so that their refusal is another one."""
ONLY_HERE = (403, "own_computer_only")
LOCAL_ONLY_CALLS = (
    "PUT /api/network/adapter",
    "PUT /api/settings",
    "POST /api/settings/show-logs",
    "POST /api/backups",
    "GET /api/backups/{name}/file",
    "POST /api/backups/{name}/restore",
    "POST /api/backups/restore",
    "POST /api/backups/show-folder",
    "DELETE /api/backups/{name}",
    *WITHOUT_SESSION,
)
OF_A_CLASS = "GET /api/classrooms/single/{classroom_id}"
"""The class computer is started with this call's session, whose teacher has a class."""
ONE_CALL_PER_GATE = (
    REGISTRATION,
    "POST /api/auth/teacher",
    "POST /api/auth/handoff/claim",
    "PUT /api/settings",
    "GET /api/events",
    OF_A_CLASS,
)
CALLS_PER_SECOND = MAX_CONNECTIONS_PER_ADDRESS / 2
"""Each call opens a connection, and one address may open `MAX_CONNECTIONS_PER_ADDRESS` in a second."""
CALL_TIMEOUT_SECONDS = 3 * RESPONSE_TIMEOUT_SECONDS
"""On a busy machine an erasure is answered only after `RESPONSE_TIMEOUT_SECONDS`."""
NOT_ALLOWED = (403, "teacher_not_allowed_here")
NO_SUCH_HOST = (421, "unknown_host")
FORGED_HEADERS: dict[str, tuple[dict[str, str], tuple[int, str]]] = {
    "localhost": ({"Host": "localhost:8080"}, NOT_ALLOWED),
    "127.0.0.1": ({"Host": "127.0.0.1:8080"}, NOT_ALLOWED),
    "[::1]": ({"Host": "[::1]:8080"}, NOT_ALLOWED),
    "localhost's page": ({"Host": "localhost:8080", "Origin": "http://localhost:8080"}, NOT_ALLOWED),
    "another site": ({"Host": "evil.example"}, NO_SUCH_HOST),
    "a name like an address": ({"Host": "127.0.0.1.evil.example:8080"}, NO_SUCH_HOST),
    "another class computer": ({"Host": "goalbucks-newton.local:8080"}, NO_SUCH_HOST),
    "X-Forwarded-For": ({"X-Forwarded-For": "127.0.0.1"}, NOT_ALLOWED),
    "X-Forwarded-*": (
        {"X-Forwarded-For": "::1", "X-Forwarded-Host": "localhost", "X-Forwarded-Proto": "https"},
        NOT_ALLOWED,
    ),
    "Forwarded": ({"Forwarded": "for=127.0.0.1;host=localhost:8080;by=127.0.0.1"}, NOT_ALLOWED),
    "X-Real-IP": ({"X-Real-IP": "127.0.0.1", "Host": "localhost:8080"}, NOT_ALLOWED),
}
"""Forged headers, and the expected answer."""


SeededCalls = tuple[Path, dict[str, PreparedCall]]


@dataclass(frozen=True)
class CallMatrix:
    """A class computer, a student's device, and a request for each call, each with rows of its own."""

    computer: ClassComputerProcess
    device: Host
    calls: dict[str, PreparedCall]

    def ask(self, name: str, headers: dict[str, str], *, address: str | None = None) -> tuple[int, Any]:
        """Make the owner's call from the device; returns status and error code (None without an error)."""
        request, token = self.calls[name]
        time.sleep(1 / CALLS_PER_SECOND)
        status, body = http_call(
            self.device,
            address or self.computer.host.address,
            request.method,
            request.path,
            body=request.json,
            form=request.form,
            token=token,
            headers=headers,
            seconds=CALL_TIMEOUT_SECONDS,
        )
        return status, body.get("code") if isinstance(body, dict) else None

    def allow_other_devices(self, *, on: bool) -> None:
        """Change the teacher's setting."""
        self.computer.call("PUT", "/api/settings", {"teacherFromNetwork": on})


@pytest.fixture(scope="module")
def seeded_calls(tmp_path_factory: pytest.TempPathFactory) -> SeededCalls:
    """A data folder that each class computer gets a copy of, and a request for each call, with the ids of its rows."""
    data_dir = tmp_path_factory.mktemp("rows") / "data"
    return data_dir, prepare_calls(data_dir, TEACHER_CALLS)


@contextmanager
def running_matrix(schools: OpenSchool, seeded_calls: SeededCalls, folder: Path) -> Iterator[CallMatrix]:
    """A class computer and a device on a network of their own."""
    data_dir, calls = seeded_calls
    shutil.copytree(data_dir, folder / "data")
    with schools(folder) as network:
        computer = network.start(network.switch.add_host(10), folder / "data", calls[OF_A_CLASS][1] or "")
        yield CallMatrix(computer, network.switch.add_host(21), calls)


@pytest.fixture(scope="module")
def matrix(
    schools: OpenSchool, seeded_calls: SeededCalls, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[CallMatrix]:
    """Shared by the tests in which every call is refused, so that none changes a row, a session or a setting."""
    with running_matrix(schools, seeded_calls, tmp_path_factory.mktemp("matrix")) as matrix:
        yield matrix


@pytest.fixture
def own_matrix(schools: OpenSchool, seeded_calls: SeededCalls, tmp_path: Path) -> Iterator[CallMatrix]:
    """For a test whose calls end sessions and delete rows."""
    with running_matrix(schools, seeded_calls, tmp_path) as matrix:
        yield matrix


def unexpected_answers(
    matrix: CallMatrix,
    expected: Callable[[str], tuple[int, Any]],
    headers: dict[str, str],
    names: Iterable[str] = TEACHER_CALLS,
) -> dict[str, Any]:
    responses = {name: matrix.ask(name, headers) for name in names}
    return {name: response for name, response in responses.items() if response != expected(name)}


def refusal_of(name: str) -> tuple[int, str]:
    """Return the answer to a call from another device."""
    return ONLY_HERE if name in WITHOUT_SESSION else NOT_ALLOWED


def test_the_call_matrix_has_every_teacher_call() -> None:
    assert len(TEACHER_CALLS) > 40
    assert {REGISTRATION, *LOCAL_ONLY_CALLS, "POST /api/auth/teacher", "GET /api/events"} < set(TEACHER_CALLS)


def test_every_teacher_call_from_another_device_is_refused(matrix: CallMatrix) -> None:
    assert unexpected_answers(matrix, refusal_of, {}) == {}


@pytest.mark.parametrize("forged", FORGED_HEADERS)
def test_no_gate_lets_a_call_from_another_device_pass_whatever_is_forged(matrix: CallMatrix, forged: str) -> None:
    headers, expected = FORGED_HEADERS[forged]
    assert unexpected_answers(matrix, lambda _: expected, headers, ONE_CALL_PER_GATE) == {}


def test_no_gate_lets_a_call_from_another_device_pass_over_ipv6(matrix: CallMatrix) -> None:
    for host, number in ((matrix.computer.host, 10), (matrix.device, 21)):
        host.ip("address", "replace", f"fd77::{number}/64", "dev", WIFI, "nodad")
    responses = {name: matrix.ask(name, {}, address="fd77::10") for name in ONE_CALL_PER_GATE}
    assert responses == dict.fromkeys(ONE_CALL_PER_GATE, NOT_ALLOWED)


def test_writes_with_the_class_computers_origin_are_refused_from_another_device(matrix: CallMatrix) -> None:
    def expected(name: str) -> tuple[int, str]:
        return NOT_ALLOWED if name.startswith("GET ") else (403, "foreign_origin")

    headers = {"Origin": "http://127.0.0.1:8080"}
    assert unexpected_answers(matrix, expected, headers, ONE_CALL_PER_GATE) == {}


def test_a_teachers_session_works_over_loopback_but_not_over_the_network_address(matrix: CallMatrix) -> None:
    assert matrix.computer.call("GET", "/api/classrooms")
    here = matrix.computer.host
    token = matrix.computer.token
    assert http_call(here, here.address, "GET", "/api/classrooms", token=token)[0] == 403


def test_a_device_with_forged_forwarded_addresses_is_counted_once(network: SchoolNetwork) -> None:
    computer, seeded = network.class_computer()
    device = network.switch.add_host(21)
    for number in range(5):
        forged = {"X-Forwarded-For": f"10.77.0.{100 + number}"}
        address = computer.host.address
        assert (
            http_call(device, address, "GET", "/api/classrooms", token=seeded.teacher_token, headers=forged)[0] == 403
        )
    assert computer.call("GET", "/api/network")["devices"] == 1


def test_the_setting_allows_teacher_calls_but_not_registration_and_local_only_calls(own_matrix: CallMatrix) -> None:
    closed = dict.fromkeys((REGISTRATION, *HANDOFF_CALLS), NOT_ALLOWED) | dict.fromkeys(LOCAL_ONLY_CALLS, ONLY_HERE)
    own_matrix.allow_other_devices(on=True)
    try:
        for forged, (headers, refusal) in FORGED_HEADERS.items():
            if refusal == NOT_ALLOWED:
                for name in ("PUT /api/settings", REGISTRATION):
                    assert own_matrix.ask(name, headers) == closed[name], forged
        assert {name: own_matrix.ask(name, {}) for name in closed} == closed
        opened = {name: own_matrix.ask(name, {})[0] for name in TEACHER_CALLS if name not in closed}
    finally:
        own_matrix.allow_other_devices(on=False)
    assert opened == {name: CALLS[name].expected["teacher"] for name in opened}
    assert own_matrix.ask("GET /api/classrooms", {}) == NOT_ALLOWED
