"""The real server, and its teacher."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.factories.caller import Caller
from tests.factories.listener import Event
from tests.factories.process import ServerProcess
from tests.factories.seated import SeatedClass, seat

NETWORK_EVENT: Event = ("network", {})
"""What teachers hear when the computer is reached otherwise, or by others."""


@pytest.fixture
def seeded_class(tmp_path: Path) -> SeatedClass:
    return seat(tmp_path / "data", submissions=2)


@pytest.fixture
def server(tmp_path: Path, seeded_class: SeatedClass) -> Iterator[ServerProcess]:
    del seeded_class  # made before the server starts
    server = ServerProcess(tmp_path / "data")
    yield server
    if server.process.poll() is None:
        server.stop()


@pytest.fixture
def teacher(server: ServerProcess, seeded_class: SeatedClass) -> Iterator[Caller]:
    with Caller(server.port, seeded_class.teacher_token) as caller:
        yield caller
