"""Real processes on one real PostgreSQL."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.factories.postgresql import Databases
from tests.factories.process import ServerProcess

Start = Callable[[], ServerProcess]


@pytest.fixture(scope="module")
def url(databases: Databases) -> Iterator[str]:
    """A school's database, with the schema and what the tests before put there."""
    with databases.one() as url:
        yield url


@pytest.fixture
def empty_url(databases: Databases) -> Iterator[str]:
    """A school's database with nothing in it but the schema."""
    with databases.one() as url:
        yield url


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory, url: str) -> Iterator[Start]:
    """Starts another machine's server on the database, as often as a test likes."""
    with ExitStack() as running:

        def begin() -> ServerProcess:
            settings = {"GOALBUCKS_DATABASE_URL": url, "GOALBUCKS_SCHOOL": "1"}
            folder: Path = tmp_path_factory.mktemp("machine")
            server = ServerProcess(folder, environment=settings)
            running.callback(lambda: server.process.poll() is None and server.stop())
            return server

        yield begin


@pytest.fixture(scope="module")
def ports(machines: Start) -> tuple[int, int]:
    """Where two of them answer."""
    return machines().port, machines().port
