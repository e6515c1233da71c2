"""Options and fixtures shared by all tests."""

from collections.abc import Iterator

import pytest

from server import clock
from tests.factories.auth_emulator import AuthEmulator
from tests.factories.fake_clock import FakeClock
from tests.factories.openstack_swift import SwiftServer
from tests.factories.postgresql import DatabasePool, PostgreSQLServer


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option `--database`."""
    parser.addoption(
        "--database",
        choices=("sqlite", "postgresql", "both"),
        default="sqlite",
        help="the database that the server's tests run on; `both` is for -m, see the marker `postgresql`",
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Move the tests marked `early` to the front."""
    items.sort(key=lambda item: item.get_closest_marker("early") is None)


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
    """Replace the application's clock."""
    fake = FakeClock()
    monkeypatch.setattr(clock.clock, "source", lambda: fake.now)
    return fake
