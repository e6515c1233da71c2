"""The event stream `GET /api/events` of a running server (specification 12.5, 12.6)."""

import json
from collections.abc import Iterator

import pytest

from server.database.base import new_id
from server.live.hub import MAX_STREAMS_PER_PERSON
from tests.factories.event_stream import Event, EventStreamClient
from tests.factories.http_client import HttpClient
from tests.factories.passwords import PASSWORD
from tests.factories.seeded import SeededClass, SeededStudent, seed
from tests.factories.server_process import ServerProcess
from tests.server.live.conftest import event_data, next_class_event

pytestmark = pytest.mark.processes

ACTIVITY_EVENT: Event = ("activity", {})


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server shared by all tests; each test has its own class and gets no events of others."""
    server = ServerProcess(tmp_path_factory.mktemp("events"), forked=True)
    yield server
    assert server.stop() == 0


@pytest.fixture
def seeded_class(server: ServerProcess) -> SeededClass:
    return seed(server.data_dir, submissions=2, email=f"{new_id()}@school.test")


def student_http_client(server: ServerProcess, student: SeededStudent) -> HttpClient:
    return HttpClient(server.port, student.token)


@pytest.mark.spec("12.5")
def test_student_is_notified_of_an_approval(
    server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient
) -> None:
    (pending,) = teacher.get(f"/api/submissions/student/{seeded_class.students[0].id}?limit=1")
    with EventStreamClient(server.port, seeded_class.students[0].token) as tab:
        assert teacher.request("PATCH", f"/api/submissions/{pending['id']}/review", {"status": "approved"})[0] == 200
        events = [tab.read_event() for _ in range(3)]
    own = event_data(seeded_class, seeded_class.students[0])
    assert {event[0] for event in events if event} == {"goals", "goalbucks", "submissions"}
    assert all(event and event[1] == own for event in events)


def test_teacher_is_notified_of_a_new_suggestion(server: ServerProcess, seeded_class: SeededClass) -> None:
    student = seeded_class.students[3]
    with (
        EventStreamClient(server.port, seeded_class.teacher_token) as tab,
        student_http_client(server, student) as child,
    ):
        assert (
            child.request("POST", "/api/goal-suggestions", {"suggestedName": "Swim", "suggestedGoalbucks": 5})[0] == 201
        )
        assert next_class_event(tab) == ("goal-suggestions", event_data(seeded_class, student))


@pytest.mark.spec("12.6")
def test_student_is_notified_only_of_own_changes_and_the_store(
    server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient
) -> None:
    mine, other = seeded_class.students[:2]
    with EventStreamClient(server.port, mine.token) as tab:
        body = {"classroomId": seeded_class.id, "name": "Read", "goalbucks": 5}
        assert teacher.request("POST", "/api/goals", {**body, "studentId": other.id})[0] == 201
        assert teacher.request("PUT", f"/api/classrooms/{seeded_class.id}", {"name": "Room 13"})[0] == 200
        assert (
            teacher.request("POST", f"/api/students/{other.id}/corrections", {"amount": 9, "reason": "Kind"})[0] == 201
        )
        item = {"classroomId": seeded_class.id, "name": "Pencil", "goalbucksCost": 5}
        assert teacher.request("POST", "/api/store", item)[0] == 201
        assert teacher.request("POST", "/api/goals", {**body, "studentId": mine.id})[0] == 201
        assert tab.read_until(("goals", event_data(seeded_class, mine))) == [
            ("store", event_data(seeded_class)),
            ("goals", event_data(seeded_class, mine)),
        ]


@pytest.mark.spec("12.6")
def test_other_teachers_are_not_notified(server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient) -> None:
    with HttpClient(server.port) as visitor:
        body = {"name": "Other Teacher", "email": "other@school.test", "password": PASSWORD}
        visitor.connection.request(
            "POST", "/api/auth/register-teacher", json.dumps(body), {"Content-Type": "application/json"}
        )
        response = visitor.connection.getresponse()
        assert json.loads(response.read())["user"]["role"] == "teacher"
        token = response.headers["set-cookie"].split("goalbucks_session=")[1].split(";")[0]
    with EventStreamClient(server.port, token) as tab, HttpClient(server.port, token) as other:
        assert teacher.request("PUT", f"/api/classrooms/{seeded_class.id}", {"name": "Room 13"})[0] == 200
        status, own = other.request("POST", "/api/classrooms", {"name": "Math"})
        assert status == 201
        assert next_class_event(tab) == ("classrooms", {"classroomId": own["id"]})


def test_refused_calls_send_no_events(server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient) -> None:
    student = seeded_class.students[0]
    with EventStreamClient(server.port, student.token) as tab:
        item = {"classroomId": seeded_class.id, "name": "Pencil", "goalbucksCost": 5}
        status, sold = teacher.request("POST", "/api/store", item)
        assert status == 201
        assert tab.read_event() == ("store", event_data(seeded_class))
        with student_http_client(server, student) as child:
            assert child.request("POST", "/api/purchases", {"itemId": sold["id"]})[0] == 409
        assert teacher.request("DELETE", f"/api/store/{sold['id']}")[0] == 204
        assert (
            teacher.request("POST", f"/api/students/{student.id}/corrections", {"amount": 9, "reason": "x"})[0] == 201
        )
        assert tab.read_until(("goalbucks", event_data(seeded_class, student))) == [
            ("store", event_data(seeded_class)),
            ("goalbucks", event_data(seeded_class, student)),
        ]


@pytest.mark.spec("12.6", "24.1")
def test_only_teachers_are_notified_of_terms(
    server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient
) -> None:
    mine = seeded_class.students[0]
    with (
        EventStreamClient(server.port, seeded_class.teacher_token) as tab,
        EventStreamClient(server.port, mine.token) as childs_tab,
    ):
        body = {"name": "Fall 2026", "goals": "keep", "balances": "keep"}
        assert teacher.request("POST", f"/api/classrooms/{seeded_class.id}/terms", body)[0] == 201
        assert next_class_event(tab) == ("terms", event_data(seeded_class))
        assert teacher.request("POST", f"/api/students/{mine.id}/corrections", {"amount": 9, "reason": "x"})[0] == 201
        last = ("goalbucks", event_data(seeded_class, mine))
        assert childs_tab.read_until(last) == [last]


@pytest.mark.spec("12.6", "4.11")
def test_only_teachers_are_notified_of_groups(
    server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient
) -> None:
    mine, other = seeded_class.students[:2]
    event = ("groups", event_data(seeded_class))
    path = f"/api/classrooms/{seeded_class.id}/groups"
    with (
        EventStreamClient(server.port, seeded_class.teacher_token) as tab,
        EventStreamClient(server.port, mine.token) as childs_tab,
    ):
        status, group = teacher.request("POST", path, {"name": "Red readers", "studentIds": [mine.id]})
        assert status == 201
        assert next_class_event(tab) == event
        body = {"name": "Red readers", "studentIds": [other.id]}
        assert teacher.request("PUT", f"/api/groups/{group['id']}", body)[0] == 200
        assert next_class_event(tab) == event
        assert teacher.request("DELETE", f"/api/groups/{group['id']}")[0] == 204
        assert next_class_event(tab) == event
        assert teacher.request("POST", f"/api/students/{mine.id}/corrections", {"amount": 9, "reason": "x"})[0] == 201
        last = ("goalbucks", event_data(seeded_class, mine))
        assert childs_tab.read_until(last) == [last]


@pytest.mark.spec("6.17")
def test_each_student_is_notified_once_of_goals_that_are_completed_together(
    server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient
) -> None:
    mine, other = seeded_class.students[:2]
    body = {"classroomId": seeded_class.id, "name": "Read", "goalbucks": 5}
    made = [teacher.request("POST", "/api/goals", {**body, "studentId": each.id}) for each in (mine, mine, other)]
    with EventStreamClient(server.port, mine.token) as tab:
        assert teacher.request("POST", "/api/goals/complete", {"goalIds": [goal["id"] for _, goal in made]})[0] == 200
        assert teacher.request("PUT", f"/api/goals/{mine.goal_id}", {"name": "Later", "goalbucks": 5})[0] == 200
        own = event_data(seeded_class, mine)
        events = [tab.read_event() for _ in range(3)]
    assert sorted(event for event in events[:2] if event) == [("goalbucks", own), ("goals", own)]
    assert events[2] == ("goals", own)


def test_student_is_notified_of_an_undone_fulfillment(
    server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient
) -> None:
    student = seeded_class.students[0]
    body = {"amount": 9, "reason": "x"}
    assert teacher.request("POST", f"/api/students/{student.id}/corrections", body)[0] == 201
    item = {"classroomId": seeded_class.id, "name": "Pencil", "goalbucksCost": 5}
    _, sold = teacher.request("POST", "/api/store", item)
    with student_http_client(server, student) as child:
        _, bought = child.request("POST", "/api/purchases", {"itemId": sold["id"]})
    path = f"/api/purchases/{bought['id']}"
    assert teacher.request("PATCH", f"{path}/fulfill", {})[0] == 200
    with EventStreamClient(server.port, student.token) as tab:
        assert teacher.request("POST", f"{path}/unfulfill", {})[0] == 200
        assert tab.read_event() == ("purchases", event_data(seeded_class, student))


def test_student_is_notified_of_goal_and_suggestion_when_an_approval_is_undone(
    server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient
) -> None:
    student = seeded_class.students[0]
    with student_http_client(server, student) as child:
        _, sent = child.request("POST", "/api/goal-suggestions", {"suggestedName": "Swim", "suggestedGoalbucks": 5})
    path = f"/api/goal-suggestions/{sent['id']}"
    assert teacher.request("PUT", f"{path}/approve", {})[0] == 200
    with EventStreamClient(server.port, student.token) as tab:
        assert teacher.request("POST", f"{path}/undo-answer", {})[0] == 200
        received = dict(event for event in (tab.read_event(), tab.read_event()) if event)
    assert received == {
        "goals": event_data(seeded_class, student),
        "goal-suggestions": event_data(seeded_class, student),
    }


def test_moved_student_is_notified_of_the_new_classs_store(
    server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient
) -> None:
    student = seeded_class.students[0]
    _, new = teacher.request("POST", "/api/classrooms", {"name": "Room 20"})
    with EventStreamClient(server.port, student.token) as tab:
        assert teacher.request("PUT", f"/api/students/{student.id}/classroom", {"classroomId": new["id"]})[0] == 200
        tab.read_until(("students", {"classroomId": new["id"], "studentId": student.id}))
        item = {"name": "Pencil", "goalbucksCost": 5}
        assert teacher.request("POST", "/api/store", {**item, "classroomId": seeded_class.id})[0] == 201
        assert teacher.request("POST", "/api/store", {**item, "classroomId": new["id"]})[0] == 201
        events = tab.read_until(("store", {"classroomId": new["id"]}))
    assert ("store", event_data(seeded_class)) not in events


def test_sign_out_ends_only_the_event_streams_of_the_session(
    server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient
) -> None:
    student, classmate = seeded_class.students[:2]
    tabs = EventStreamClient(server.port, student.token), EventStreamClient(server.port, classmate.token)
    with tabs[0] as own, tabs[1] as other:
        with student_http_client(server, student) as child:
            assert child.request("POST", "/api/auth/logout")[0] == 204
        own.wait_until_end()
        correction = {"amount": 9, "reason": "Kind"}
        assert teacher.request("POST", f"/api/students/{classmate.id}/corrections", correction)[0] == 201
        assert other.read_event() == ("goalbucks", event_data(seeded_class, classmate))


def test_deleting_the_student_ends_the_event_stream(
    server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient
) -> None:
    with EventStreamClient(server.port, seeded_class.students[0].token) as tab:
        assert teacher.request("DELETE", f"/api/students/{seeded_class.students[0].id}")[0] == 204
        tab.wait_until_end()


def test_password_change_ends_streams_of_other_devices(
    server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient
) -> None:
    student = teacher.get(f"/api/students/{seeded_class.students[0].id}")
    with EventStreamClient(server.port, seeded_class.students[0].token) as tab:
        path = f"/api/students/{student['id']}"
        assert teacher.request("PUT", path, {**student, "password": "another"})[0] == 200
        tab.wait_until_end()


@pytest.mark.spec("2.31")
def test_a_new_login_card_ends_the_students_streams_and_tells_the_teacher(
    server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient
) -> None:
    student, classmate = seeded_class.students[:2]
    path, body = f"/api/classrooms/{seeded_class.id}/login-cards", {"studentIds": [student.id]}
    with (
        EventStreamClient(server.port, seeded_class.teacher_token) as teacher_tab,
        EventStreamClient(server.port, student.token) as own,
        EventStreamClient(server.port, classmate.token) as other,
    ):
        status, (card,) = teacher.request("POST", path, body)
        assert status == 201
        own.wait_until_end()
        teacher_tab.read_until(("login-cards", event_data(seeded_class)))
        with HttpClient(server.port) as browser:
            assert browser.request("POST", "/api/auth/card", {"code": card["code"]})[0] == 200
        teacher_tab.read_until(("login-cards", event_data(seeded_class)))
        correction = {"amount": 9, "reason": "Kind"}
        assert teacher.request("POST", f"/api/students/{classmate.id}/corrections", correction)[0] == 201
        assert other.read_event() == ("goalbucks", event_data(seeded_class, classmate))


def test_deleting_a_class_ends_the_streams_of_thirty_students(
    server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient
) -> None:
    tabs = [EventStreamClient(server.port, student.token) for student in seeded_class.students]
    assert teacher.request("DELETE", f"/api/classrooms/{seeded_class.id}")[0] == 204
    for tab in tabs:
        tab.wait_until_end()
        tab.connection.close()


def test_newest_stream_of_a_user_closes_the_oldest_beyond_the_limit(
    server: ServerProcess, seeded_class: SeededClass
) -> None:
    token = seeded_class.students[0].token
    tabs = [EventStreamClient(server.port, token) for _ in range(MAX_STREAMS_PER_PERSON + 1)]
    tabs[0].wait_until_end()
    with (
        EventStreamClient(server.port, seeded_class.students[1].token),
        student_http_client(server, seeded_class.students[0]) as child,
    ):
        assert (
            child.request("POST", "/api/goal-suggestions", {"suggestedName": "Swim", "suggestedGoalbucks": 5})[0] == 201
        )
    for tab in tabs[1:]:
        assert tab.read_event() == ("goal-suggestions", event_data(seeded_class, seeded_class.students[0]))
        tab.connection.close()
    tabs[0].connection.close()


@pytest.mark.spec("12.6")
def test_only_the_teacher_is_notified_of_student_sign_ins_and_sign_outs(
    server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient
) -> None:
    student, classmate = seeded_class.students[:2]
    body = {"username": student.username, "password": PASSWORD, "classCode": seeded_class.code}
    tabs = EventStreamClient(server.port, seeded_class.teacher_token), EventStreamClient(server.port, classmate.token)
    with tabs[0] as teacher_tab, tabs[1] as own, student_http_client(server, student) as child:
        for path in ("logout", "student"):
            assert child.request("POST", f"/api/auth/{path}", body)[0] < 300
            teacher_tab.read_until(("signed-in", event_data(seeded_class)))
        correction = {"amount": 9, "reason": "Kind"}
        assert teacher.request("POST", f"/api/students/{classmate.id}/corrections", correction)[0] == 201
        assert own.read_event() == ("goalbucks", event_data(seeded_class, classmate))


def test_password_reset_notifies_activity_log_presence_and_locks_only(
    server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient
) -> None:
    student = teacher.get(f"/api/students/{seeded_class.students[0].id}")
    with EventStreamClient(server.port, seeded_class.teacher_token) as tab:
        path = f"/api/students/{student['id']}"
        assert teacher.request("PUT", path, {**student, "password": "another"})[0] == 200
        expected = [("signed-in", event_data(seeded_class)), ACTIVITY_EVENT, ("sign-in", event_data(seeded_class))]
        assert [next_class_event(tab) for _ in expected] == expected
        assert teacher.request("PUT", path, {**student, "firstName": "Amy"})[0] == 200
        assert next_class_event(tab) == ("students", event_data(seeded_class, seeded_class.students[0]))
        assert teacher.request("PUT", f"/api/classrooms/{seeded_class.id}", {"name": "Room 13"})[0] == 200
        assert next_class_event(tab) == ("classrooms", event_data(seeded_class))


def test_award_to_the_class_is_one_event(server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient) -> None:
    body = {
        "classroomId": seeded_class.id,
        "studentIds": [each.id for each in seeded_class.students],
        "amount": 5,
        "reason": "Tidy",
    }
    with EventStreamClient(server.port, seeded_class.teacher_token) as tab:
        assert teacher.request("POST", "/api/goalbucks/award", body)[0] == 201
        events = [next_class_event(tab) for _ in seeded_class.students]
        assert next_class_event(tab) == ACTIVITY_EVENT
        assert teacher.request("PUT", f"/api/classrooms/{seeded_class.id}", {"name": "Room 13"})[0] == 200
        assert next_class_event(tab) == ("classrooms", event_data(seeded_class))
    assert {each[1]["studentId"] for each in events if each} == {each.id for each in seeded_class.students}


def test_event_stream_without_a_session_is_refused(server: ServerProcess) -> None:
    stranger = EventStreamClient(server.port, "no token")
    assert stranger.response.status == 401
    stranger.connection.close()


def test_only_the_teacher_is_notified_of_failed_sign_ins(
    server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient
) -> None:
    student = seeded_class.students[0]
    code = teacher.get(f"/api/classrooms/single/{seeded_class.id}")["classCode"]
    username = teacher.get(f"/api/students/{student.id}")["username"]
    body = {"username": username, "password": "wrong", "classCode": code}
    tabs = EventStreamClient(server.port, seeded_class.teacher_token), EventStreamClient(server.port, student.token)
    with tabs[0] as teacher_tab, tabs[1] as own, HttpClient(server.port) as anybody:
        assert anybody.request("POST", "/api/auth/student", body)[0] == 401
        assert teacher_tab.read_until(ACTIVITY_EVENT)
        correction = {"amount": 9, "reason": "Kind"}
        assert teacher.request("POST", f"/api/students/{student.id}/corrections", correction)[0] == 201
        assert own.read_event() == ("goalbucks", event_data(seeded_class, student))
