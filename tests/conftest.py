"""What tests of several kinds share."""

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
    """One for each worker."""
    server = PostgreSQL()
    yield server
    server.close()


@pytest.fixture(scope="session")
def databases(postgresql: PostgreSQL) -> Iterator[Databases]:
    """Its databases with the schema in them."""
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
    """One for each worker that comes to need it: it starts in less time than sharing it would take to explain."""
    with Emulator() as running:
        yield running
