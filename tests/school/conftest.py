"""Real processes on one real PostgreSQL."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.factories.postgresql import DatabasePool
from tests.factories.server_process import ServerProcess

StartServer = Callable[[], ServerProcess]


@pytest.fixture(scope="module")
def url(databases: DatabasePool) -> Iterator[str]:
    """A school's database with the schema, and with what earlier tests put there."""
    with databases.acquire() as url:
        yield url


@pytest.fixture
def empty_url(databases: DatabasePool) -> Iterator[str]:
    """A school's database with the schema and no rows."""
    with databases.acquire() as url:
        yield url


@pytest.fixture(scope="module")
def start_server(tmp_path_factory: pytest.TempPathFactory, url: str) -> Iterator[StartServer]:
    """Starts another server on the database, any number of times."""
    with ExitStack() as running:

        def begin() -> ServerProcess:
            settings = {"GOALBUCKS_DATABASE_URL": url, "GOALBUCKS_SCHOOL": "1"}
            folder: Path = tmp_path_factory.mktemp("machine")
            server = ServerProcess(folder, environment=settings, forked=True)
            running.callback(lambda: server.process.poll() is None and server.stop())
            return server

        yield begin


@pytest.fixture(scope="module")
def ports(start_server: StartServer) -> tuple[int, int]:
    """The ports of two servers."""
    return start_server().port, start_server().port
