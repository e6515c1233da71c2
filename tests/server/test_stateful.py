"""Stateful test with hypothesis: random calls by teachers and students keep the invariants.

Two teachers with one or two classes each and their students make all calls in random order. After each call `Machine`
checks the invariants and the visibility of data for one user, at the end for all users. A failure is printed as the
shortest sequence of calls.
"""

from collections.abc import Callable
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, configuration, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.factories.calls import WRITES
from tests.server.conftest import AppPool, DatabaseFactory
from tests.server.stateful.card_rules import CardRules
from tests.server.stateful.class_goal_rules import ClassGoalRules
from tests.server.stateful.goal_rules import GoalRules
from tests.server.stateful.group_rules import GroupRules
from tests.server.stateful.member_rules import MemberRules
from tests.server.stateful.people_rules import PeopleRules
from tests.server.stateful.picture_rules import PictureRules
from tests.server.stateful.roster_rules import RosterRules
from tests.server.stateful.school_model import SchoolModel
from tests.server.stateful.school_year_rules import SchoolYearRules
from tests.server.stateful.series_rules import SeriesRules
from tests.server.stateful.store_rules import StoreRules
from tests.server.stateful.substitute_rules import SubstituteRules
from tests.server.stateful.suggestion_rules import SuggestionRules

configuration.set_hypothesis_home_dir(Path(".pytest_cache") / "hypothesis")  # a folder that can't be a source
EXCLUDED_CALLS = {
    "DELETE /api/backups/{name}",
    "POST /api/auth/firebase",
    "POST /api/auth/handoff/claim",
    "POST /api/auth/handoff/deliver",
    "POST /api/auth/handoff/look",
    "POST /api/auth/recover",
    "POST /api/auth/register-teacher",
    "POST /api/auth/student",
    "POST /api/auth/teacher",
    "POST /api/backups",
    "POST /api/backups/restore",
    "POST /api/backups/show-folder",
    "POST /api/backups/{name}/restore",
    "POST /api/settings/show-logs",
    "POST /api/students/{student_id}/erase",
    "POST /api/teachers/{teacher_id}/recovery-code",
    "PUT /api/network/adapter",
    "PUT /api/settings",
}
"""Writes without a rule, which have their own tests.

Sign-in with a password or Google, registration and recovery depend on limits that count attempts over time; erasure,
restoring and settings are about the whole computer; the rest shows folders in its file manager.
"""
FEW_EXAMPLES = settings(
    max_examples=8,
    stateful_step_count=30,
    derandomize=True,  # deterministic, so that a failure is caused by a change
    database=None,
    deadline=None,
    phases=(Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)
MANY_EXAMPLES = settings(FEW_EXAMPLES, max_examples=35, stateful_step_count=40, derandomize=False, print_blob=True)
MAX_RUNS = 8
"""Runs until each call has succeeded: hypothesis omits some rules from each example (swarm testing)."""


class AllRules(
    GoalRules,
    SeriesRules,
    SuggestionRules,
    StoreRules,
    ClassGoalRules,
    PeopleRules,
    GroupRules,
    MemberRules,
    SchoolYearRules,
    CardRules,
    PictureRules,
    RosterRules,
    SubstituteRules,
):
    """The state machine with all rules."""


Run = Callable[..., set[str]]


@pytest.fixture
def run(apps_folder: Path, database: DatabaseFactory, app_pool: AppPool) -> Run:
    """Run the state machine and return the calls that succeeded."""
    numbers = count()
    succeeded_calls: set[str] = set()

    def run_once(how: settings) -> set[str]:
        def machine() -> AllRules:
            running = ExitStack()
            folder = apps_folder / f"run{next(numbers)}"
            folder.mkdir()
            named = running.enter_context(database(folder))
            test_app = running.enter_context(app_pool.start(folder, named))

            def on_finish(school: SchoolModel) -> None:
                succeeded_calls.update(school.succeeded_calls)
                running.close()

            return AllRules(test_app, on_finish)

        run_state_machine_as_test(machine, settings=how)  # type: ignore[arg-type]
        return succeeded_calls

    return run_once


@pytest.mark.early
def test_a_few_hundred_random_steps_keep_the_invariants(run: Run) -> None:
    succeeded_calls = run(FEW_EXAMPLES)
    assert succeeded_calls <= set(WRITES) - EXCLUDED_CALLS
    assert len(succeeded_calls) > 35


@pytest.mark.long
@pytest.mark.timeout(7200)  # MAX_RUNS runs take a quarter of an hour on SQLite, four times as long on PostgreSQL
def test_thousands_of_random_steps_make_every_call_and_keep_the_invariants(run: Run) -> None:
    missed = set(WRITES) - EXCLUDED_CALLS
    for _ in range(MAX_RUNS):
        missed -= run(MANY_EXAMPLES)
        if not missed:
            return
    pytest.fail(f"no run made these calls: {missed}")
