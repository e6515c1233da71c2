"""Guessed session tokens, class codes and passwords against the real server, while a class signs in: nobody gets in."""

import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event

import pytest

from server.domain.auth.sign_in_limits import unknown_class_code_key
from server.security.throttle import FAILURE_WINDOW, MAX_FAILURES_PER_ACCOUNT
from tests.attacks.guessing import Guessing, Job, Kind, Outcome
from tests.attacks.measured import percentile, told
from tests.durability.books import Books
from tests.factories.caller import Caller
from tests.factories.passwords import PASSWORD
from tests.factories.person import Person
from tests.factories.process import ServerProcess
from tests.factories.seated import EMAIL, SeatedClass, seat

AT_ONCE = 3
PAUSE_SECONDS = 1.0
"""Between two sign-ins of one of them: nobody signs in a hundred times in five minutes."""


@dataclass(frozen=True, slots=True)
class Siege:
    """Who attacks whom, and how often."""

    students: int
    devices: int
    tokens: int = 0
    class_codes: int = 0
    passwords: int = 0
    failures_per_address: int = 300
    """The setting of that name."""
    round: int = 0

    def addresses(self, kind: Kind) -> list[str]:
        """Of the attackers' devices: others for each kind of guess, so that none meets another's brake."""
        network = {"tokens": 2, "class codes": 3, "passwords": 4}[kind]
        return [f"127.0.{network}.{number + 2}" for number in range(self.devices)]


class Classroom:
    """A class and its teacher, each at a device of their own, whose browsers have signed in before."""

    def __init__(self, server: ServerProcess, room: SeatedClass) -> None:
        self.server = server
        self.room = room
        self.people = [Person(server, address=f"127.0.1.{number + 2}") for number in range(len(room.students))]
        self.teacher = Person(server)
        self._enter_teacher()

    def signs_in(self) -> list[float]:
        """Everybody once; the seconds that each waited."""
        with ThreadPoolExecutor(AT_ONCE) as threads:
            return list(threads.map(self._enter, range(len(self.people))))

    def goes_on(self, attack: Guessing) -> list[float]:
        """Sign in and read, round and round while somebody guesses, everybody once at least; the seconds waited."""
        over = Event()

        def work(first: int) -> list[float]:
            times: list[float] = []
            while not over.is_set() or not times:
                for number in range(first, len(self.people), AT_ONCE):
                    times.append(self._enter(number))
                    over.wait(PAUSE_SECONDS)
            return times

        with ThreadPoolExecutor(AT_ONCE) as threads:
            waiting = [threads.submit(work, first) for first in range(AT_ONCE)]
            while attack.goes_on and not any(each.done() for each in waiting):
                self.teacher.do("GET", self.room.stats)
                over.wait(PAUSE_SECONDS)
            over.set()
            return [each for work_done in waiting for each in work_done.result()]

    def leaves(self) -> None:
        """They go home."""
        for person in (*self.people, self.teacher):
            person.leave()

    def _enter(self, number: int) -> float:
        student, person = self.room.students[number], self.people[number]
        begun = time.monotonic()
        person.sign_in("/api/auth/student", username=student.username, password=PASSWORD, classCode=self.room.code)
        waited = time.monotonic() - begun
        for path in (f"/api/students/{student.id}/goals", f"/api/store/classroom/{self.room.id}"):
            person.do("GET", path)
        return waited

    def _enter_teacher(self) -> None:
        self.teacher.sign_in("/api/auth/teacher", username=EMAIL, password=PASSWORD)


@contextmanager
def a_class_at_work(folder: Path, siege: Siege) -> Iterator[Classroom]:
    """Teachers may sign in from other devices: what can be attacked at all."""
    room = seat(folder, students=siege.students)
    limit = {"GOALBUCKS_ADDRESS_FAILURE_LIMIT": str(siege.failures_per_address)}
    server = ServerProcess(folder, environment={"GOALBUCKS_TEACHER_FROM_NETWORK": "1", **limit})
    classroom = Classroom(server, room)
    try:
        yield classroom
    finally:
        classroom.leaves()
        assert server.stop() == 0


def _attack(classroom: Classroom, siege: Siege, kind: Kind, count: int) -> tuple[Outcome, list[float]]:
    room = classroom.room
    sessions = Books(classroom.server.data_dir).rows("SELECT id, token_hash FROM sessions")
    attack = Guessing(
        Job(
            kind=kind,
            count=count,
            port=classroom.server.port,
            class_code=room.code,
            usernames=[student.username for student in room.students],
            password=PASSWORD,
            email=EMAIL,
            leaked=[str(each) for session in sessions for each in session],
            devices=siege.addresses(kind),
            round=siege.round,
        )
    )
    try:
        times = classroom.goes_on(attack)
        return attack.outcome(), times
    finally:
        attack.stop()


def _looked_at(outcome: Outcome) -> int:
    """Guesses that were compared with anything at all."""
    return outcome.statuses.get("401", 0)


def _windows(outcome: Outcome) -> int:
    """Five-minute windows, begun or over, that the guesses may have been counted in."""
    return int(outcome.seconds // FAILURE_WINDOW.total_seconds()) + 2


def _nobody_gets_in(folder: Path, siege: Siege) -> None:
    wanted: dict[Kind, int] = {
        "tokens": siege.tokens,
        "class codes": siege.class_codes,
        "passwords": siege.passwords,
    }
    counts = {kind: count for kind, count in wanted.items() if count}
    outcomes: dict[Kind, Outcome] = {}
    with a_class_at_work(folder, siege) as classroom:
        classroom.signs_in()
        calm = classroom.signs_in()
        lines = [f"a class of {siege.students} signs in: p95 {percentile(calm, 0.95):.0f} ms without an attack"]
        for kind, count in counts.items():
            outcome, times = _attack(classroom, siege, kind, count)
            outcomes[kind] = outcome
            lines.append(
                f"{count} guessed {kind} from {siege.devices} devices: {outcome.statuses}, {outcome.rate:.0f}/s; "
                f"{len(times)} sign-ins of the class meanwhile: p95 {percentile(times, 0.95):.0f} ms, "
                f"longest {max(times) * 1000:.0f} ms"
            )
        classroom.signs_in()
        told(lines)
        still_open = Books(folder).rows("SELECT count(*) FROM sessions")
    # The class's own alone: those that they were seated with, and the one that each has by now.
    assert still_open == [(2 * (siege.students + 1),)]
    for kind, outcome in outcomes.items():
        assert sum(outcome.statuses.values()) == counts[kind]
        if kind == "tokens":
            assert set(outcome.statuses) == {"401"}
        else:
            _was_braked(siege, kind, outcome)


def _was_braked(siege: Siege, kind: Kind, outcome: Outcome) -> None:
    """As the brakes promise."""
    assert set(outcome.statuses) == {"401", "429"}
    assert outcome.without_retry_after == 0
    per_address = siege.failures_per_address
    if kind == "class codes":
        per_address = unknown_class_code_key("", per_address).limit.max_events
    else:
        per_account = MAX_FAILURES_PER_ACCOUNT + siege.devices  # beyond its limit, each address may fail once
        assert _looked_at(outcome) <= (siege.students + 1) * per_account * _windows(outcome)
    assert _looked_at(outcome) <= siege.devices * per_address * _windows(outcome)


def test_nobody_gets_in_by_guessing_and_the_class_signs_in_meanwhile(tmp_path: Path) -> None:
    # Few failures are allowed here, since each is a password's worth of work.
    siege = Siege(students=3, devices=1, tokens=2_000, class_codes=200, passwords=200, failures_per_address=20)
    _nobody_gets_in(tmp_path / "data", siege)


def test_six_addresses_of_one_device_do_not_lock_a_classmate_out(tmp_path: Path) -> None:
    room = seat(tmp_path / "data", students=1)
    server = ServerProcess(tmp_path / "data")

    def sign_in(address: str, password: str) -> int:
        body = {"username": room.students[0].username, "password": password, "classCode": room.code}
        with Caller(server.port, "", address=address) as caller:
            return caller.call("POST", "/api/auth/student", body)[0]

    try:
        guesses = [sign_in(f"127.0.4.{number % 6 + 2}", "a guess") for number in range(60)]
        assert Counter(guesses) == {401: MAX_FAILURES_PER_ACCOUNT, 429: 60 - MAX_FAILURES_PER_ACCOUNT}
        with ThreadPoolExecutor(3) as threads:
            more = [threads.submit(sign_in, f"127.0.5.{number + 2}", "a guess") for number in range(2)]
            assert threads.submit(sign_in, "127.0.6.2", PASSWORD).result() == 200
        assert [each.result() for each in more] == [401, 401]
    finally:
        assert server.stop() == 0


@pytest.mark.long
@pytest.mark.usefixtures("patience")
@pytest.mark.parametrize("tenth", range(10))
def test_nobody_gets_in_by_a_million_guessed_tokens(tmp_path: Path, tenth: int) -> None:
    _nobody_gets_in(tmp_path / "data", Siege(students=30, devices=4, tokens=100_000, round=tenth))


@pytest.mark.long
@pytest.mark.usefixtures("patience")
def test_nobody_gets_in_by_twenty_thousand_guessed_class_codes_and_passwords(tmp_path: Path) -> None:
    _nobody_gets_in(tmp_path / "data", Siege(students=30, devices=4, class_codes=20_000, passwords=20_000))
