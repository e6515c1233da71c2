"""Brute-force attacks on session tokens, class codes and passwords, while a class signs in: none succeeds."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event

import pytest

from server.domain.auth.sign_in_limits import unknown_class_code_key
from server.security.throttle import FAILURE_WINDOW, MAX_FAILURES_PER_ACCOUNT
from tests.attacks.brute_force import BruteForce, BruteForceJob, BruteForceOutcome, Kind
from tests.attacks.measurements import percentile, print_figures
from tests.durability.db_invariants import DbInvariants
from tests.factories.passwords import PASSWORD
from tests.factories.seeded import EMAIL, SeededClass, seed
from tests.factories.server_process import ServerProcess
from tests.factories.user_client import UserClient

CONCURRENT_SIGN_INS = 3
PAUSE_SECONDS = 1.0
"""Between two sign-ins of one student: nobody signs in a hundred times in five minutes."""


@dataclass(frozen=True, slots=True)
class AttackPlan:
    """Sizes of the class and of each attack."""

    students: int
    devices: int
    tokens: int = 0
    class_codes: int = 0
    passwords: int = 0
    address_failure_limit: int = 300
    """The setting `address_failure_limit`."""
    round: int = 0

    def addresses(self, kind: Kind) -> list[str]:
        """The attackers' addresses, different for each kind of guess so that no rate limit counts two kinds."""
        network = {"tokens": 2, "class codes": 3, "passwords": 4}[kind]
        return [f"127.0.{network}.{number + 2}" for number in range(self.devices)]


class AttackedClass:
    """A class and its teacher, each on a device of their own, whose browsers have signed in before."""

    def __init__(self, server: ServerProcess, seeded_class: SeededClass) -> None:
        self.server = server
        self.seeded_class = seeded_class
        self.people = [
            UserClient(server, address=f"127.0.1.{number + 2}") for number in range(len(seeded_class.students))
        ]
        self.teacher = UserClient(server)
        self._sign_teacher_in()

    def sign_everybody_in(self) -> list[float]:
        """Sign everybody in once; returns the seconds that each took."""
        with ThreadPoolExecutor(CONCURRENT_SIGN_INS) as threads:
            return list(threads.map(self._sign_student_in, range(len(self.people))))

    def work_during(self, attack: BruteForce) -> list[float]:
        """Sign in and read in a loop during the attack, everybody at least once; the seconds of each sign-in."""
        over = Event()

        def work(first: int) -> list[float]:
            times: list[float] = []
            while not over.is_set() or not times:
                for number in range(first, len(self.people), CONCURRENT_SIGN_INS):
                    times.append(self._sign_student_in(number))
                    over.wait(PAUSE_SECONDS)
            return times

        with ThreadPoolExecutor(CONCURRENT_SIGN_INS) as threads:
            waiting = [threads.submit(work, first) for first in range(CONCURRENT_SIGN_INS)]
            while attack.is_running and not any(each.done() for each in waiting):
                self.teacher.request("GET", self.seeded_class.stats_path)
                over.wait(PAUSE_SECONDS)
            over.set()
            return [each for work_done in waiting for each in work_done.result()]

    def close(self) -> None:
        """Close all connections."""
        for person in (*self.people, self.teacher):
            person.disconnect()

    def _sign_student_in(self, number: int) -> float:
        student, person = self.seeded_class.students[number], self.people[number]
        started = time.monotonic()
        person.sign_in(
            "/api/auth/student", username=student.username, password=PASSWORD, classCode=self.seeded_class.code
        )
        waited = time.monotonic() - started
        for path in (f"/api/students/{student.id}/goals", f"/api/store/classroom/{self.seeded_class.id}"):
            person.request("GET", path)
        return waited

    def _sign_teacher_in(self) -> None:
        self.teacher.sign_in("/api/auth/teacher", username=EMAIL, password=PASSWORD)


@contextmanager
def attacked_class(folder: Path, plan: AttackPlan) -> Iterator[AttackedClass]:
    """Run a server that lets teachers sign in from other devices, so that teachers' passwords can be attacked."""
    seeded_class = seed(folder, students=plan.students)
    limit = {"GOALBUCKS_ADDRESS_FAILURE_LIMIT": str(plan.address_failure_limit)}
    server = ServerProcess(folder, environment={"GOALBUCKS_TEACHER_FROM_NETWORK": "1", **limit}, forked=True)
    classroom = AttackedClass(server, seeded_class)
    try:
        yield classroom
    finally:
        classroom.close()
        assert server.stop() == 0


def _attack(
    classroom: AttackedClass, plan: AttackPlan, kind: Kind, count: int
) -> tuple[BruteForceOutcome, list[float]]:
    seeded_class = classroom.seeded_class
    sessions = DbInvariants(classroom.server.data_dir).query("SELECT id, token_hash FROM sessions")
    attack = BruteForce(
        BruteForceJob(
            kind=kind,
            count=count,
            port=classroom.server.port,
            class_code=seeded_class.code,
            usernames=[student.username for student in seeded_class.students],
            password=PASSWORD,
            email=EMAIL,
            leaked=[str(each) for session in sessions for each in session],
            devices=plan.addresses(kind),
            round=plan.round,
        )
    )
    try:
        times = classroom.work_during(attack)
        return attack.outcome(), times
    finally:
        attack.stop()


def _compared_count(outcome: BruteForceOutcome) -> int:
    """Guesses whose credentials were compared; the others were refused by a rate limit."""
    return outcome.statuses.get("401", 0)


def _window_count(outcome: BruteForceOutcome) -> int:
    """Number of five-minute windows, complete or not, in which the guesses may have been counted."""
    return int(outcome.seconds // FAILURE_WINDOW.total_seconds()) + 2


def _require_no_break_in(folder: Path, plan: AttackPlan) -> None:
    wanted: dict[Kind, int] = {
        "tokens": plan.tokens,
        "class codes": plan.class_codes,
        "passwords": plan.passwords,
    }
    counts = {kind: count for kind, count in wanted.items() if count}
    outcomes: dict[Kind, BruteForceOutcome] = {}
    with attacked_class(folder, plan) as classroom:
        classroom.sign_everybody_in()
        calm = classroom.sign_everybody_in()
        lines = [f"a class of {plan.students} signs in: p95 {percentile(calm, 0.95):.0f} ms without an attack"]
        for kind, count in counts.items():
            outcome, times = _attack(classroom, plan, kind, count)
            outcomes[kind] = outcome
            lines.append(
                f"{count} guessed {kind} from {plan.devices} devices: {outcome.statuses}, {outcome.rate:.0f}/s; "
                f"{len(times)} sign-ins of the class meanwhile: p95 {percentile(times, 0.95):.0f} ms, "
                f"longest {max(times) * 1000:.0f} ms"
            )
        classroom.sign_everybody_in()
        print_figures(lines)
        still_open = DbInvariants(folder).query("SELECT count(*) FROM sessions")
    # Only the class's own sessions: those created with the data, and the newest of each person.
    assert still_open == [(2 * (plan.students + 1),)]
    for kind, outcome in outcomes.items():
        assert sum(outcome.statuses.values()) == counts[kind]
        if kind == "tokens":
            assert set(outcome.statuses) == {"401"}
        else:
            _require_rate_limited(plan, kind, outcome)


def _require_rate_limited(plan: AttackPlan, kind: Kind, outcome: BruteForceOutcome) -> None:
    """The number of compared guesses is within the documented rate limits."""
    assert set(outcome.statuses) == {"401", "429"}
    assert outcome.without_retry_after == 0
    per_address = plan.address_failure_limit
    if kind == "class codes":
        per_address = unknown_class_code_key("", per_address).limit.max_events
    else:
        per_account = MAX_FAILURES_PER_ACCOUNT + plan.devices  # beyond its limit, each address may fail once
        assert _compared_count(outcome) <= (plan.students + 1) * per_account * _window_count(outcome)
    assert _compared_count(outcome) <= plan.devices * per_address * _window_count(outcome)


def test_guessed_tokens_codes_and_passwords_are_refused_while_a_class_signs_in(tmp_path: Path) -> None:
    # A low failure limit, since each compared password costs an Argon2 hash.
    plan = AttackPlan(students=3, devices=1, tokens=400, class_codes=100, passwords=100, address_failure_limit=20)
    _require_no_break_in(tmp_path / "data", plan)


@pytest.mark.long
@pytest.mark.timeout(6 * 3600)
@pytest.mark.parametrize("tenth", range(10))
def test_a_million_guessed_session_tokens_are_refused(tmp_path: Path, tenth: int) -> None:
    _require_no_break_in(tmp_path / "data", AttackPlan(students=30, devices=4, tokens=100_000, round=tenth))


@pytest.mark.long
@pytest.mark.timeout(6 * 3600)
def test_twenty_thousand_guessed_class_codes_and_passwords_are_refused(tmp_path: Path) -> None:
    _require_no_break_in(tmp_path / "data", AttackPlan(students=30, devices=4, class_codes=20_000, passwords=20_000))
