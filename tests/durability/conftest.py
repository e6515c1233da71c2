"""The real program on a real disk, with a class of thirty in its database; nothing of it survives the test."""

import faulthandler
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.factories.process import ServerProcess

Start = Callable[[], ServerProcess]


LONGEST_PROOF_SECONDS = 6 * 3600


@pytest.fixture
def patience() -> None:
    """For a test that may take hours: the limit after which pytest ends a run is for those that hang."""
    faulthandler.dump_traceback_later(LONGEST_PROOF_SECONDS, exit=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The data folder."""
    return tmp_path / "data"


@pytest.fixture
def start(folder: Path) -> Iterator[Start]:
    """Starts `goalbucks serve` on the folder, as often as a test likes."""
    started: list[ServerProcess] = []

    def begin() -> ServerProcess:
        started.append(ServerProcess(folder))
        return started[-1]

    yield begin
    for server in started:
        if server.process.poll() is None:
            server.kill()
