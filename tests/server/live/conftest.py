"""Fixtures: a running server with a seeded class and its teacher's client; what events contain."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.factories.event_stream import Event, EventStreamClient
from tests.factories.http_client import HttpClient
from tests.factories.seeded import SeededClass, SeededStudent, seed
from tests.factories.server_process import ServerProcess

NETWORK_EVENT: Event = ("network", {})
"""Event sent to teachers when the addresses or the connected devices change."""


def event_data(seeded_class: SeededClass, student: SeededStudent | None = None) -> dict[str, str]:
    return {"classroomId": seeded_class.id} | ({"studentId": student.id} if student else {})


def next_class_event(tab: EventStreamClient) -> Event | None:
    """Return the next event, skipping connection events, which may come from students of the previous test."""
    while (event := tab.read_event()) == NETWORK_EVENT:
        pass
    return event


@pytest.fixture
def seeded_class(tmp_path: Path) -> SeededClass:
    return seed(tmp_path / "data", submissions=2)


@pytest.fixture
def server(tmp_path: Path, seeded_class: SeededClass) -> Iterator[ServerProcess]:
    del seeded_class  # must be seeded before the server starts
    server = ServerProcess(tmp_path / "data", forked=True)
    yield server
    if server.process.poll() is None:
        server.stop()


@pytest.fixture
def teacher(server: ServerProcess, seeded_class: SeededClass) -> Iterator[HttpClient]:
    with HttpClient(server.port, seeded_class.teacher_token) as caller:
        yield caller
