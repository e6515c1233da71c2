"""The real program on a real disk, in a data folder of its own for each test."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.factories.server_process import ServerProcess

Start = Callable[[], ServerProcess]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The data folder."""
    return tmp_path / "data"


@pytest.fixture
def start(folder: Path) -> Iterator[Start]:
    """Starts `goalbucks serve` on the folder, any number of times."""
    started: list[ServerProcess] = []

    def begin() -> ServerProcess:
        started.append(ServerProcess(folder, forked=True))
        return started[-1]

    yield begin
    for server in started:
        if server.process.poll() is None:
            server.kill()
