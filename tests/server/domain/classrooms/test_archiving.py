"""Archiving a class and bringing it back: who is signed out, what is still read, and what two windows do."""

from collections.abc import Callable
from functools import partial

import pytest
from httpx2 import Response

from server.domain.activity.models import ActivityRecord
from server.domain.classrooms.models import Classroom
from server.domain.submissions.models import Submission
from tests.factories.api_client import ApiClient, error, is_signed_in
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently, run_while_locked
from tests.factories.passwords import PASSWORD
from tests.factories.response_fields import CLASSROOM

pytestmark = pytest.mark.postgresql
Body = dict[str, object]
Attempts = dict[str, tuple[str, Body]]
"""Path and body by the way to sign in."""
READS = (
    "/api/classrooms/single/{classroom}",
    "/api/classrooms/{classroom}/students",
    "/api/classrooms/{classroom}/students/stats",
    "/api/classrooms/{classroom}/progress",
    "/api/classrooms/{classroom}/reports",
    "/api/classrooms/{classroom}/balances.csv",
    "/api/store/classroom/{classroom}",
    "/api/purchases/classroom/{classroom}",
    "/api/students/{student}",
    "/api/students/{student}/home",
    "/api/students/{student}/progress",
    "/api/students/{student}/export",
    "/api/submissions/student/{student}",
)


def set_archived(classroom: PreparedClassroom, *, archived: bool = True) -> Response:
    path = f"/api/classrooms/{classroom.row.id}/archived"
    return classroom.teacher_client.put(path, {"archived": archived})


@pytest.mark.spec("4.12")
def test_an_archived_class_is_listed_only_with_archived_ones_until_it_is_brought_back(
    classroom: PreparedClassroom,
) -> None:
    (before,) = classroom.teacher_client.get("/api/classrooms").json()
    response = set_archived(classroom)
    assert response.status_code == 200
    assert set(response.json()) == CLASSROOM
    assert response.json()["archivedAt"] is not None
    assert classroom.teacher_client.get("/api/classrooms").json() == []
    assert classroom.teacher_client.get("/api/classrooms?archived=true").json() == [response.json()]
    back = set_archived(classroom, archived=False).json()
    assert back == before | {"classCode": back["classCode"]}
    assert back["classCode"] != before["classCode"]
    assert classroom.teacher_client.get("/api/classrooms").json() == [back]
    assert classroom.teacher_client.get("/api/classrooms?archived=true").json() == []


@pytest.mark.spec("4.12")
def test_a_refused_change_says_what_to_do(classroom: PreparedClassroom) -> None:
    set_archived(classroom)
    response = classroom.teacher_client.put(f"/api/classrooms/{classroom.row.id}", {"name": "Art"})
    assert error(response) == (409, "class_archived")
    assert response.json()["error"] == (
        "This class is archived, so nothing in it can be changed. Bring it back first: under Classes, Archived."
    )


@pytest.mark.spec("4.12")
def test_everything_in_an_archived_class_is_still_read(classroom: PreparedClassroom) -> None:
    set_archived(classroom)
    for path in READS:
        response = classroom.teacher_client.get(path.format(classroom=classroom.row.id, student=classroom.student.id))
        assert response.status_code == 200, path


@pytest.mark.spec("4.12")
def test_a_student_neither_moves_into_an_archived_class_nor_out_of_it(classroom: PreparedClassroom) -> None:
    current = classroom.other_classroom()
    set_archived(classroom)
    for student, target in ((classroom.student, current.row), (current.student, classroom.row)):
        response = classroom.teacher_client.put(f"/api/students/{student.id}/classroom", {"classroomId": target.id})
        assert error(response) == (409, "class_archived")


def attempts(classroom: PreparedClassroom, code: str) -> Attempts:
    """Each way to sign in with the student's right secret and this class code."""
    student = classroom.student
    pictures: Body = {"classCode": code, "studentId": student.id, "pictures": classroom.test_app.pictures_of(student)}
    return {
        "password": ("/api/auth/student", {"username": student.username, "password": PASSWORD, "classCode": code}),
        "pictures": ("/api/auth/pictures", pictures),
        "names": ("/api/auth/pictures/names", {"classCode": code}),
    }


def outcomes(browser: ApiClient, calls: Attempts) -> dict[str, tuple[int, str] | int]:
    responses = {way: browser.post(path, body) for way, (path, body) in calls.items()}
    return {way: each.status_code if each.is_success else error(each) for way, each in responses.items()}


@pytest.mark.spec("4.12")
def test_nobody_signs_in_to_an_archived_class_which_is_like_an_unknown_one(classroom: PreparedClassroom) -> None:
    classroom.test_app.switch_pictures(classroom.row)
    card: Attempts = {"card": ("/api/auth/card", {"code": classroom.test_app.login_card(classroom.student)})}
    look: Attempts = {"look": ("/api/auth/card/look", card["card"][1])}
    known, unknown = attempts(classroom, classroom.row.class_code), attempts(classroom, "ZZZZZZ")
    browser, other = (classroom.test_app.lan_client() for _ in range(2))
    assert outcomes(other, known | card) == dict.fromkeys(known | card, 200)
    set_archived(classroom)
    assert not is_signed_in(other)
    assert not is_signed_in(classroom.student_client)
    assert is_signed_in(classroom.teacher_client)
    assert outcomes(browser, known) == outcomes(browser, unknown)
    assert outcomes(browser, card | look) == dict.fromkeys(card | look, (401, "invalid_card"))
    code = set_archived(classroom, archived=False).json()["classCode"]
    assert outcomes(browser, known) == outcomes(browser, unknown)
    assert outcomes(browser, attempts(classroom, code) | card) == dict.fromkeys(known | card, 200)


def submit_while_it_is_archived(classroom: PreparedClassroom) -> list[Callable[[], Response]]:
    """Return the archiving, in the midst of the submissions of thirty students."""
    calls: list[Callable[[], Response]] = []
    for number in range(30):
        student = classroom.test_app.student(classroom.row, f"Student {number}")
        goal, client = classroom.test_app.goal(student), classroom.test_app.client_for(student)
        calls.append(partial(client.upload, goal, text="Done"))
    return [*calls[:15], partial(set_archived, classroom), *calls[15:]]


@pytest.mark.spec("4.12")
def test_what_thirty_students_send_while_their_class_is_archived_is_stored_whole_or_refused(
    classroom: PreparedClassroom,
) -> None:
    responses = run_concurrently(*submit_while_it_is_archived(classroom))
    archived = responses.pop(15)
    assert archived.status_code == 200
    refused = {error(each) for each in responses if not each.is_success}
    assert refused <= {(401, "not_signed_in"), (409, "class_archived")}
    with classroom.test_app.open_session() as db:
        stored = db.query(Submission).all()
        archived_at = db.get_one(Classroom, classroom.row.id).archived_at
    assert len(stored) == sum(each.is_success for each in responses)
    assert archived_at is not None


@pytest.mark.spec("4.12")
def test_of_two_windows_that_archive_a_class_one_does_it(classroom: PreparedClassroom) -> None:
    responses = run_while_locked(
        classroom.test_app.transactions, classroom.row, *[partial(set_archived, classroom)] * 2
    )
    assert [each.status_code for each in responses] == [200, 200]
    assert responses[0].json() == responses[1].json()
    with classroom.test_app.open_session() as db:
        assert db.query(ActivityRecord).filter_by(kind="class_archived").count() == 1


def test_a_sign_in_during_the_archiving_leaves_nobody_signed_in(classroom: PreparedClassroom) -> None:
    browsers = [classroom.test_app.lan_client() for _ in range(4)]
    sign_ins = [partial(classroom.sign_in_student, browser) for browser in browsers]
    run_concurrently(*sign_ins, partial(set_archived, classroom))
    assert not any(is_signed_in(browser) for browser in browsers)
