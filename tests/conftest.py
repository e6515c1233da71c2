"""Options and fixtures shared by all tests."""

import gc
import time
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator
from datetime import UTC, datetime

import pytest

from server import clock
from server.database import base
from tests.factories.auth_emulator import AuthEmulator
from tests.factories.fake_clock import FakeClock
from tests.factories.openstack_swift import SwiftServer
from tests.factories.postgresql import DatabasePool, PostgreSQLServer

WAITING_TESTS = (
    ("e2e", "contract", "attacks", "durability", "packaging"),
    ("lan", "launcher", "school"),
)
"""Folders whose tests mostly wait for processes, browsers and networks, in two parts that take equally long."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option `--database`."""
    parser.addoption(
        "--database",
        choices=("sqlite", "postgresql", "both"),
        default="sqlite",
        help="the database that the server's tests run on; `both` is for -m, see the marker `postgresql`",
    )


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Exclude what the collection allocates from garbage collections: it stays in use, and they would search it.

    Later collections are rarer than Python's default, with which they take 5% of the server tests' processor time.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(10_000)
        gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Start each half of the list with tests that mostly wait; in each folder of these, those marked `early` are first.

    pytest-xdist (`--dist worksteal`) first gives each worker an equal part of the list. With four workers, the first
    and the third wait while the others compute. A worker that has finished takes tests from the end of another's part.
    """
    if config.pluginmanager.has_plugin("randomly"):
        return
    items.sort(key=lambda item: item.get_closest_marker("early") is None)
    of_folder = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        of_folder[item.nodeid.removeprefix("tests/").partition("/")[0]].append(item)
    first, second = ([item for folder in folders for item in of_folder.pop(folder, [])] for folders in WAITING_TESTS)
    others = [item for remaining in of_folder.values() for item in remaining]
    rest_of_first = max(0, len(items) // 2 - len(first))
    items[:] = [*first, *others[:rest_of_first], *second, *others[rest_of_first:]]


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQLServer]:
    """A PostgreSQL server, one for each worker."""
    server = PostgreSQLServer()
    yield server
    server.close()


@pytest.fixture(scope="session")
def databases(postgresql: PostgreSQLServer) -> Iterator[DatabasePool]:
    """Pool of databases with the schema on that server."""
    databases = DatabasePool(postgresql)
    yield databases
    databases.close()


@pytest.fixture(scope="session")
def swift() -> Iterator[SwiftServer]:
    """A real object store, one for each worker; only for tests marked `long`."""
    store = SwiftServer()
    yield store
    store.close()


@pytest.fixture(scope="session")
def emulator() -> Iterator[AuthEmulator]:
    """The Firebase Auth emulator, one for each worker that needs it."""
    with AuthEmulator() as running:
        yield running


@pytest.fixture
def fake_clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    """Replace the application's clock, and the ids that were made by the real one."""
    fake = FakeClock()
    monkeypatch.setattr(clock.clock, "source", lambda: fake.now)
    monkeypatch.setattr(base, "ids", base.IdGenerator())
    return fake


@pytest.fixture
def set_time_zone() -> Iterator[Callable[[str], None]]:
    """Set the computer's time zone to a POSIX rule, which needs no time zone database."""
    with pytest.MonkeyPatch.context() as environment:

        def set_zone(rule: str) -> None:
            environment.setenv("TZ", rule)
            time.tzset()

        yield set_zone
    time.tzset()


@pytest.fixture
def clock_from_now(fake_clock: FakeClock) -> FakeClock:
    """A fake clock that starts at the real time, for the ages of files and tokens, which have the real time."""
    fake_clock.now = datetime.now(UTC)
    return fake_clock
