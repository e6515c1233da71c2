"""Fixtures: a running server with a seeded class and its teacher's client."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.factories.caller import Caller
from tests.factories.listener import Event
from tests.factories.process import ServerProcess
from tests.factories.seated import SeatedClass, seat

NETWORK_EVENT: Event = ("network", {})
"""Event sent to teachers when the addresses or the connected devices change."""


@pytest.fixture
def seeded_class(tmp_path: Path) -> SeatedClass:
    return seat(tmp_path / "data", submissions=2)


@pytest.fixture
def server(tmp_path: Path, seeded_class: SeatedClass) -> Iterator[ServerProcess]:
    del seeded_class  # must be seeded before the server starts
    server = ServerProcess(tmp_path / "data")
    yield server
    if server.process.poll() is None:
        server.stop()


@pytest.fixture
def teacher(server: ServerProcess, seeded_class: SeatedClass) -> Iterator[Caller]:
    with Caller(server.port, seeded_class.teacher_token) as caller:
        yield caller
