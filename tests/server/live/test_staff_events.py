"""What co-teachers and substitutes receive from the event stream, and until when (specification 12.6, 26, 27)."""

import json
import time

import pytest

from server.database.base import new_id
from tests.factories.event_stream import EventStreamClient
from tests.factories.http_client import HttpClient
from tests.factories.seeded import SeededClass, seed
from tests.factories.server_process import ServerProcess
from tests.server.live.conftest import event_data, next_class_event

pytestmark = pytest.mark.processes


def begin_as_substitute(server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient) -> str:
    """Make the class's substitute code and sign in with it as Dana Cho; return the session's token."""
    status, made = teacher.request("PUT", f"/api/classrooms/{seeded_class.id}/substitute-code")
    assert status == 200
    with HttpClient(server.port) as visitor:
        body = json.dumps({"code": made["code"], "name": "Dana Cho"})
        visitor.connection.request("POST", "/api/auth/substitute", body, {"Content-Type": "application/json"})
        response = visitor.connection.getresponse()
        assert json.loads(response.read())["user"]["name"] == "Dana Cho"
        return response.headers["set-cookie"].split("goalbucks_session=")[1].split(";")[0]


@pytest.mark.spec("2.21", "12.6", "27.4")
def test_a_substitute_is_notified_of_wrong_passwords_and_of_unlocking(
    server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient
) -> None:
    token = begin_as_substitute(server, seeded_class, teacher)
    student = seeded_class.students[0]
    wrong = {"username": student.username, "password": "not this one", "classCode": seeded_class.code}
    with EventStreamClient(server.port, token) as tab, HttpClient(server.port, student.token) as child:
        assert child.request("POST", "/api/auth/student", wrong)[0] == 401
        assert next_class_event(tab) == ("sign-in", event_data(seeded_class))
        assert teacher.request("POST", f"/api/students/{student.id}/unlock")[0] == 204
        assert next_class_event(tab) == ("sign-in", event_data(seeded_class))


@pytest.mark.spec("27.3", "27.4")
def test_a_substitute_is_notified_of_one_class_until_the_code_is_ended(
    server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient
) -> None:
    path = f"/api/classrooms/{seeded_class.id}/substitute-code"
    token = begin_as_substitute(server, seeded_class, teacher)
    with EventStreamClient(server.port, token) as tab, HttpClient(server.port, token) as substitute:
        assert teacher.request("POST", "/api/classrooms", {"name": "Math"})[0] == 201
        renamed = {"name": "Room 13"}
        assert teacher.request("PUT", f"/api/classrooms/{seeded_class.id}", renamed)[0] == 200
        assert next_class_event(tab) == ("classrooms", event_data(seeded_class))
        assert teacher.request("DELETE", path)[0] == 204
        began = time.monotonic()
        while next_class_event(tab) is not None:  # the code's own event comes first, or the stream ends before it
            pass
        assert time.monotonic() - began < 1
        assert substitute.request("GET", "/api/classrooms")[0] == 401


def invite(server: ServerProcess, seeded_class: SeededClass, other: SeededClass) -> None:
    """Let the teacher of the other class join."""
    with HttpClient(server.port, seeded_class.teacher_token) as owner:
        code = owner.request("POST", f"/api/classrooms/{seeded_class.id}/invitations")[1]["code"]
    with HttpClient(server.port, other.teacher_token) as marcus:
        assert marcus.request("POST", "/api/classrooms/join", {"code": code})[0] == 200


@pytest.mark.spec("26.3", "26.5")
def test_a_co_teacher_receives_the_changes_of_the_class_until_the_membership_ends(
    server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient
) -> None:
    other = seed(server.data_dir, students=1, email=f"{new_id()}@school.test")
    student, members = seeded_class.students[0], ("members", event_data(seeded_class))
    correction = (f"/api/students/{student.id}/corrections", {"amount": 1, "reason": "Kind"})
    with EventStreamClient(server.port, other.teacher_token) as tab:
        invite(server, seeded_class, other)
        tab.read_until(members)
        assert teacher.request("POST", *correction)[0] == 201
        received = tab.read_until(("goalbucks", event_data(seeded_class, student)))
        assert ("activity", {}) not in received
        path = f"/api/classrooms/{seeded_class.id}/members/{other.teacher_id}"
        begin = time.monotonic()
        assert teacher.request("DELETE", path)[0] == 204
        tab.read_until(members)
        assert time.monotonic() - begin < 1
        assert teacher.request("POST", *correction)[0] == 201
        with HttpClient(server.port, other.teacher_token) as marcus:
            assert marcus.request("GET", seeded_class.stats_path)[0] == 404
            own = f"/api/students/{other.students[0].id}/corrections"
            assert marcus.request("POST", own, {"amount": 1, "reason": "Kind"})[0] == 201
        received = tab.read_until(("goalbucks", event_data(other, other.students[0])))
        assert not [each for each in received if each[1].get("classroomId") == seeded_class.id]
