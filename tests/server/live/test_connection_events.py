"""Events about connecting devices, and the end of event streams at shutdown; each test has its own server."""

import time
from contextlib import suppress

import pytest

from server.live.hub import NETWORK_EVENT_INTERVAL_SECONDS
from tests.factories.event_stream import EventStreamClient
from tests.factories.http_client import HttpClient
from tests.factories.seeded import SeededClass
from tests.factories.server_process import ServerProcess
from tests.server.live.conftest import NETWORK_EVENT


def test_event_streams_end_at_shutdown_without_delaying_it(server: ServerProcess, seeded_class: SeededClass) -> None:
    tabs = [EventStreamClient(server.port, student.token) for student in seeded_class.students]
    assert server.stop() == 0
    log = (server.data_dir / "logs" / "goalbucks.log").read_text()
    assert "graceful shutdown exceeded" not in log
    for tab in tabs:
        assert tab.seconds_until_end() < 1
        tab.connection.close()


def test_teacher_is_notified_of_connects_and_disconnects_once_per_student(
    server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient
) -> None:
    one, other = seeded_class.students[:2]

    def connected() -> int:
        count: int = teacher.get("/api/network")["connectedStudents"]
        return count

    with EventStreamClient(server.port, seeded_class.teacher_token) as tab:
        with EventStreamClient(server.port, one.token), EventStreamClient(server.port, one.token):
            assert tab.read_event() == NETWORK_EVENT
            with EventStreamClient(server.port, other.token, seconds=0.5) as student:
                assert tab.read_event() == NETWORK_EVENT
                assert connected() == 2
                with pytest.raises(TimeoutError):
                    student.read_event()
        while connected():
            assert tab.read_event() == NETWORK_EVENT


def test_repeated_reconnects_of_a_student_do_not_flood_the_teacher(
    server: ServerProcess, seeded_class: SeededClass
) -> None:
    with EventStreamClient(server.port, seeded_class.teacher_token, seconds=2 * NETWORK_EVENT_INTERVAL_SECONDS) as tab:
        started = time.monotonic()
        for _ in range(25):
            with EventStreamClient(server.port, seeded_class.students[0].token):
                pass
        event_count = 0
        with suppress(TimeoutError):
            while tab.read_event() == NETWORK_EVENT:
                event_count += 1
        taken = time.monotonic() - started
    assert 2 <= event_count <= 2 + taken / NETWORK_EVENT_INTERVAL_SECONDS


def test_disabling_remote_sign_in_ends_only_remote_teacher_streams(
    server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient
) -> None:
    assert teacher.request("PUT", "/api/settings", {"teacherFromNetwork": True})[0] == 200
    with (
        EventStreamClient(server.port, seeded_class.teacher_token, host="192.168.1.20") as elsewhere,
        EventStreamClient(server.port, seeded_class.teacher_token) as here,
    ):
        assert teacher.request("PUT", "/api/settings", {"teacherFromNetwork": False})[0] == 200
        assert elsewhere.seconds_until_end() < 1
        assert teacher.request("PUT", f"/api/classrooms/{seeded_class.id}", {"name": "Room 13"})[0] == 200
        here.read_until(("classrooms", {"classroomId": seeded_class.id}))
