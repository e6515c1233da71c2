"""Whatever teachers and students do in whatever order: balances, stock and everybody's own stay what they are.

Two teachers with one or two classes each and their students make all calls at random (hypothesis); after each one
`Machine` adds everything up and one person, in turn, looks around; at the end everybody looks at everything. A failure
is printed as the shortest way there, call by call.
"""

from collections.abc import Callable
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import pytest
from fastapi.routing import iter_route_contexts
from hypothesis import HealthCheck, Phase, configuration, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.factories.world import World
from tests.server.conftest import Applications, NeededDatabase
from tests.server.stateful.goal_rules import GoalRules
from tests.server.stateful.people_rules import PeopleRules
from tests.server.stateful.school import School
from tests.server.stateful.store_rules import StoreRules

configuration.set_hypothesis_home_dir(Path(".pytest_cache") / "hypothesis")  # a folder that is known to be no source
EXCLUDED_CALLS = {
    "POST /api/auth/teacher",
    "POST /api/auth/student",
    "POST /api/auth/register-teacher",
    "POST /api/auth/firebase",
    "PUT /api/network/adapter",
    "PUT /api/settings",
    "POST /api/settings/show-logs",
}
"""Writes that no rule makes: signing in, and what concerns the computer alone, have their own tests."""
FEW_EXAMPLES = settings(
    max_examples=8,
    stateful_step_count=30,
    derandomize=True,  # the same runs everywhere, so that a change is to blame and not chance
    database=None,
    deadline=None,
    phases=(Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)
FEWEST_EXAMPLES = settings(FEW_EXAMPLES, max_examples=2)
"""Where each step is dearer."""
MANY_EXAMPLES = settings(FEW_EXAMPLES, max_examples=80, stateful_step_count=50, derandomize=False, print_blob=True)


class AllRules(GoalRules, StoreRules, PeopleRules):
    """All rules."""


Run = Callable[..., set[str]]


@pytest.fixture
def run(tmp_path: Path, database: NeededDatabase, applications: Applications) -> Run:
    """Does it; gives the calls that succeeded."""
    numbers = count()
    done: set[str] = set()

    def once(how: settings) -> set[str]:
        def machine() -> AllRules:
            running = ExitStack()
            folder = tmp_path / f"run{next(numbers)}"
            folder.mkdir()
            named = running.enter_context(database(folder))
            world = World(running.enter_context(applications.running(folder, named)))

            def finished(school: School) -> None:
                done.update(school.done)
                running.close()

            return AllRules(world, finished)

        run_state_machine_as_test(machine, settings=how)  # type: ignore[arg-type]
        return done

    return once


def write_calls(world: World) -> set[str]:
    """All calls that change something."""
    return {
        f"{method} {context.path}"
        for context in iter_route_contexts(world.app.routes)
        for method in (context.methods or set()) - {"GET", "HEAD"}
    }


@pytest.mark.postgresql
def test_a_few_hundred_random_steps_keep_the_invariants(run: Run, world: World) -> None:
    on_file = world.services.deployment.uses_sqlite
    done = run(FEW_EXAMPLES if on_file else FEWEST_EXAMPLES)
    assert done <= write_calls(world) - EXCLUDED_CALLS
    assert len(done) > (25 if on_file else 6)


@pytest.mark.long
def test_many_thousand_random_steps_keep_the_invariants(run: Run, world: World) -> None:
    missed = write_calls(world) - EXCLUDED_CALLS - run(MANY_EXAMPLES)
    assert len(missed) < 5, missed  # hypothesis leaves some rules out of whole runs on purpose
