"""Options and fixtures shared by all tests."""

from collections.abc import Iterator

import pytest

from tests.factories.emulator import Emulator
from tests.factories.postgresql import Databases, PostgreSQL
from tests.factories.swift import Swift


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option `--database`."""
    parser.addoption(
        "--database",
        choices=("sqlite", "postgresql", "both"),
        default="sqlite",
        help="the database that the server's tests run on; `both` is for -m, see the marker `postgresql`",
    )


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """A PostgreSQL server, one for each worker."""
    server = PostgreSQL()
    yield server
    server.close()


@pytest.fixture(scope="session")
def databases(postgresql: PostgreSQL) -> Iterator[Databases]:
    """Pool of databases with the schema on that server."""
    databases = Databases(postgresql)
    yield databases
    databases.close()


@pytest.fixture(scope="session")
def swift() -> Iterator[Swift]:
    """A real object store, one for each worker; only for tests marked `long`."""
    store = Swift()
    yield store
    store.close()


@pytest.fixture(scope="session")
def emulator() -> Iterator[Emulator]:
    """The Firebase Auth emulator, one for each worker that needs it."""
    with Emulator() as running:
        yield running
