"""Events about connecting devices, and the end of event streams at shutdown; each test has its own server."""

import time
from contextlib import suppress

import pytest

from server.live.hub import NETWORK_EVENT_INTERVAL_SECONDS
from tests.factories.caller import Caller
from tests.factories.listener import EventListener
from tests.factories.process import ServerProcess
from tests.factories.seated import SeatedClass
from tests.server.live.conftest import NETWORK_EVENT


def test_event_streams_end_at_shutdown_without_delaying_it(server: ServerProcess, seeded_class: SeatedClass) -> None:
    tabs = [EventListener(server.port, student.token) for student in seeded_class.students]
    assert server.stop() == 0
    log = (server.data_dir / "logs" / "goalbucks.log").read_text()
    assert "graceful shutdown exceeded" not in log
    for tab in tabs:
        assert tab.ended_after() < 1
        tab.connection.close()


def test_teacher_is_notified_of_connects_and_disconnects_once_per_student(
    server: ServerProcess, seeded_class: SeatedClass, teacher: Caller
) -> None:
    one, other = seeded_class.students[:2]

    def connected() -> int:
        count: int = teacher.get("/api/network")["connectedStudents"]
        return count

    with EventListener(server.port, seeded_class.teacher_token) as tab:
        with EventListener(server.port, one.token), EventListener(server.port, one.token):
            assert tab.event() == NETWORK_EVENT
            with EventListener(server.port, other.token, seconds=0.5) as student:
                assert tab.event() == NETWORK_EVENT
                assert connected() == 2
                with pytest.raises(TimeoutError):
                    student.event()
        while connected():
            assert tab.event() == NETWORK_EVENT


def test_repeated_reconnects_of_a_student_do_not_flood_the_teacher(
    server: ServerProcess, seeded_class: SeatedClass
) -> None:
    with EventListener(server.port, seeded_class.teacher_token, seconds=2 * NETWORK_EVENT_INTERVAL_SECONDS) as tab:
        begun = time.monotonic()
        for _ in range(25):
            with EventListener(server.port, seeded_class.students[0].token):
                pass
        heard = 0
        with suppress(TimeoutError):
            while tab.event() == NETWORK_EVENT:
                heard += 1
        taken = time.monotonic() - begun
    assert 2 <= heard <= 2 + taken / NETWORK_EVENT_INTERVAL_SECONDS


def test_disabling_remote_sign_in_ends_only_remote_teacher_streams(
    server: ServerProcess, seeded_class: SeatedClass, teacher: Caller
) -> None:
    assert teacher.call("PUT", "/api/settings", {"teacherFromNetwork": True})[0] == 200
    with (
        EventListener(server.port, seeded_class.teacher_token, host="192.168.1.20") as elsewhere,
        EventListener(server.port, seeded_class.teacher_token) as here,
    ):
        assert teacher.call("PUT", "/api/settings", {"teacherFromNetwork": False})[0] == 200
        assert elsewhere.ended_after() < 1
        assert teacher.call("PUT", f"/api/classrooms/{seeded_class.id}", {"name": "Room 13"})[0] == 200
        here.until(("classrooms", {"classroomId": seeded_class.id}))
