"""`kill -9` under load: acknowledged writes survive, unanswered ones are applied completely or not at all."""

import os
import random
import statistics
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from server.data_protection.backups.integrity import check_integrity
from server.settings import Settings
from tests.durability.conftest import Start
from tests.durability.db_invariants import DbInvariants
from tests.durability.expected_state import ExpectedState, read_state
from tests.durability.load_generator import LoadGenerator
from tests.factories.forked_program import run_forked
from tests.factories.http_client import HttpClient
from tests.factories.paths import ROOT
from tests.factories.seeded import SeededClass, seed
from tests.factories.server_process import PROGRAM

SEED = int(os.environ.get("GOALBUCKS_CRASH_SEED", "7"))
WORKERS = 6
MAX_RESPONSES = 80
"""Per round, so that rounds are equally long on a slow computer."""
MAX_KILL_DELAY = 0.02
LONGEST_START = 1.5
KILLED_STARTS_EVERY = 10
PRINT_EVERY = 5


@dataclass(slots=True)
class Figures:
    """Figures of a run."""

    unanswered: int = 0
    unanswered_kept: int = 0
    starts: list[float] = field(default_factory=list)
    starts_killed: int = 0

    def summary(self, rounds: int, work: LoadGenerator) -> str:
        """A summary for the test's output."""
        return (
            f"seed {SEED}: {rounds} rounds of kill -9, {work.acknowledged} writes acknowledged, none lost; "
            f"{self.unanswered} without a response, {self.unanswered_kept} of them there wholly; "
            f"{self.starts_killed} starts killed; "
            f"next start {statistics.median(self.starts):.2f} s (longest {max(self.starts):.2f} s)"
        )


def _kill_a_start(folder: Path, seconds: float) -> None:
    command = [*PROGRAM, "serve", "--host", "127.0.0.1", "--port", "0", "--no-announce", "--data-dir", str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as started:
        time.sleep(seconds)
        started.kill()


def _require_answers(port: int, seeded_class: SeededClass) -> None:
    with HttpClient(port, seeded_class.teacher_token) as teacher:
        assert len(teacher.get(seeded_class.stats_path)) == len(seeded_class.students)


def _require_consistent(folder: Path) -> None:
    assert DbInvariants(folder).violations() == {}
    assert check_integrity(Settings(data_dir=folder)).problems == []


def _crash_repeatedly(folder: Path, start: Start, rounds: int) -> None:
    seeded_class = seed(folder)
    work = LoadGenerator(seeded_class, ExpectedState(read_state(folder)), workers=WORKERS, seed=SEED)
    moments = random.Random(SEED)
    figures = Figures()
    server = start()
    for number in range(1, rounds + 1):
        work.start(server.port, responses=moments.randint(1, MAX_RESPONSES))
        time.sleep(moments.uniform(0, MAX_KILL_DELAY))
        server.kill()
        work.join()
        if number % KILLED_STARTS_EVERY == 0:
            _kill_a_start(folder, moments.uniform(0, LONGEST_START))
            figures.starts_killed += 1
        # The server itself is the first to open what the kill left.
        started_at = time.monotonic()
        server = start()
        figures.starts.append(time.monotonic() - started_at)
        _require_answers(server.port, seeded_class)
        _require_consistent(folder)
        found = read_state(folder)
        unanswered, kept = work.resolve_unanswered(found)
        figures.unanswered += unanswered
        figures.unanswered_kept += kept
        assert work.expected.differences(found) == {}, f"after round {number} with seed {SEED}"
        if number % PRINT_EVERY == 0:
            print(figures.summary(number, work), flush=True)  # noqa: T201 - the figures are what it is run for
    server.stop()
    run_forked("check", "--data-dir", folder)


@pytest.fixture(autouse=True)
def _raise_rate_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise the rate limits: the class does in minutes what takes weeks."""
    for name in ("UPLOAD", "PURCHASE"):
        monkeypatch.setenv(f"GOALBUCKS_{name}_LIMIT", "100000")


def test_after_a_crash_acknowledged_writes_survive_and_none_is_applied_in_part(folder: Path, start: Start) -> None:
    _crash_repeatedly(folder, start, rounds=2)


@pytest.mark.long
@pytest.mark.timeout(6 * 3600)
def test_after_200_crashes_acknowledged_writes_survive_and_none_is_applied_in_part(folder: Path, start: Start) -> None:
    _crash_repeatedly(folder, start, rounds=200)
