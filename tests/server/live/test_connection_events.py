"""Events about connecting devices, and the end of event streams at shutdown; each test has its own server."""

import pytest

from tests.factories.event_stream import EventStreamClient
from tests.factories.http_client import HttpClient
from tests.factories.seeded import SeededClass
from tests.factories.server_process import ServerProcess
from tests.server.live.conftest import NETWORK_EVENT

pytestmark = pytest.mark.processes


def test_event_streams_end_at_shutdown_without_delaying_it(server: ServerProcess, seeded_class: SeededClass) -> None:
    tabs = [EventStreamClient(server.port, student.token) for student in seeded_class.students]
    assert server.stop() == 0
    log = (server.data_dir / "logs" / "goalbucks.log").read_text()
    assert "graceful shutdown exceeded" not in log
    for tab in tabs:
        tab.wait_until_end()
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
            with EventStreamClient(server.port, other.token) as student:
                assert tab.read_event() == NETWORK_EVENT
                assert connected() == 2
                correction = {"amount": 9, "reason": "Kind"}
                assert teacher.request("POST", f"/api/students/{other.id}/corrections", correction)[0] == 201
                event = student.read_event()  # its first: students aren't notified of connections
                assert event == ("goalbucks", {"classroomId": seeded_class.id, "studentId": other.id})
        while connected():
            tab.read_until(NETWORK_EVENT)


def test_disabling_remote_sign_in_ends_only_remote_teacher_streams(
    server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient
) -> None:
    assert teacher.request("PUT", "/api/settings", {"teacherFromNetwork": True})[0] == 200
    with (
        EventStreamClient(server.port, seeded_class.teacher_token, host="192.168.1.20") as elsewhere,
        EventStreamClient(server.port, seeded_class.teacher_token) as here,
    ):
        assert teacher.request("PUT", "/api/settings", {"teacherFromNetwork": False})[0] == 200
        elsewhere.wait_until_end()
        assert teacher.request("PUT", f"/api/classrooms/{seeded_class.id}", {"name": "Room 13"})[0] == 200
        here.read_until(("classrooms", {"classroomId": seeded_class.id}))


@pytest.mark.spec("4.7")
def test_students_with_an_open_stream_are_here_and_signed_in_ones_without_are_not(
    server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient
) -> None:
    one, other = seeded_class.students[:2]
    path = f"/api/classrooms/{seeded_class.id}"
    with EventStreamClient(server.port, seeded_class.teacher_token) as tab:
        with EventStreamClient(server.port, one.token):
            tab.read_until(NETWORK_EVENT)
            assert teacher.get(f"{path}/here") == [one.id]
            assert {row["studentId"] for row in teacher.get(f"{path}/signed-in")} >= {one.id, other.id}
        while teacher.get(f"{path}/here"):
            tab.read_until(NETWORK_EVENT)
