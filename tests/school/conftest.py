"""Real processes on one real PostgreSQL."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.factories.postgresql import Databases
from tests.factories.process import ServerProcess

Start = Callable[[], ServerProcess]


@pytest.fixture
def url(databases: Databases) -> Iterator[str]:
    """The school's database, with nothing in it but the schema."""
    with databases.one() as url:
        yield url


@pytest.fixture
def start(tmp_path: Path, url: str) -> Iterator[Start]:
    """Starts another machine's server on the database, as often as a test likes."""
    started: list[ServerProcess] = []
    numbers = count()

    def begin() -> ServerProcess:
        settings = {"GOALBUCKS_DATABASE_URL": url, "GOALBUCKS_SCHOOL": "1"}
        started.append(ServerProcess(tmp_path / f"machine{next(numbers)}", environment=settings))
        return started[-1]

    yield begin
    for server in started:
        if server.process.poll() is None:
            server.stop()
