"""Students sign in by username, password and class code (specification 2.4, 2.5)."""

import pytest

from tests.factories.bad_values import NOT_TEXT
from tests.factories.fields import STUDENT_USER
from tests.factories.passwords import PASSWORD
from tests.factories.room import Room
from tests.factories.world import World, error

CALL = "/api/auth/student"
BOTH = "Username and password are required."
CODE = "Class code is required for students."


def typed(room: Room, **other: object) -> dict[str, object]:
    """What the room's student types, but for what is `other`."""
    right = {"username": room.student.username, "password": PASSWORD, "classCode": room.classroom.class_code}
    return right | other


@pytest.mark.spec("1.3", "2.4", "13.9")
def test_a_student_signs_in(room: Room) -> None:
    browser = room.world.device()
    answer = browser.post(CALL, typed(room))
    assert answer.status_code == 200
    assert set(answer.json()) == {"user"}
    user = answer.json()["user"]
    assert set(user) == STUDENT_USER
    assert user == {
        "id": room.student.id,
        "username": room.student.username,
        "role": "student",
        "name": "Amara Okafor",
        "firstName": "Amara",
        "lastName": "Okafor",
        "classroomId": room.classroom.id,
    }
    assert browser.get("/api/auth/session").json()["user"] == user
    assert browser.get(f"/api/students/{user['id']}/goals").json() == []


def test_students_may_sign_in_at_the_class_computer_too(room: Room) -> None:
    assert room.world.visitor().post(CALL, typed(room)).status_code == 200


@pytest.mark.spec("2.5")
@pytest.mark.parametrize("change", [str.upper, str.lower, str.title, lambda text: f" \t{text}\u00a0\n"])
@pytest.mark.parametrize("field", ["username", "classCode"])
def test_username_and_class_code_are_compared_without_case_and_blanks(room: Room, field: str, change: object) -> None:
    assert callable(change)
    body = typed(room)
    assert room.world.device().post(CALL, body | {field: change(body[field])}).status_code == 200


@pytest.mark.spec("2.5")
@pytest.mark.parametrize(
    ("kept", "asked"), [("Straße", "STRASSE"), ("ÉMILE", "émile"), ("amara o", "Amara O"), ("李明", " 李明 ")]
)
def test_case_is_that_of_all_scripts(room: Room, kept: str, asked: str) -> None:
    room.world.student(room.classroom, username=kept)
    assert room.world.device().post(CALL, typed(room, username=asked)).status_code == 200


@pytest.mark.spec("2.5")
@pytest.mark.parametrize("password", [PASSWORD.upper(), f" {PASSWORD}", f"{PASSWORD} "])
def test_the_password_is_compared_exactly(room: Room, password: str) -> None:
    assert error(room.world.device().post(CALL, typed(room, password=password))) == (401, "invalid_credentials")


@pytest.mark.spec("2.17")
def test_every_failure_has_one_answer(room: Room) -> None:
    elsewhere = room.another()
    bodies = [
        typed(room, password="wrong"),
        typed(room, username="nobody"),
        typed(room, classCode="222222"),
        typed(room, classCode=elsewhere.classroom.class_code),
        typed(room, username="no'body\0", password="\u2028", classCode="%"),
        typed(room, classCode="x" * 1000),
    ]
    for body in bodies:
        browser = room.world.device()
        answer = browser.post(CALL, body)
        assert answer.status_code == 401
        assert answer.json() == {
            "error": "Incorrect username, password or class code.",
            "code": "invalid_credentials",
        }
        assert "set-cookie" not in answer.headers
        assert browser.get("/api/auth/session").status_code == 401


def test_one_username_in_two_classes_is_two_students(world: World) -> None:
    rooms = [world.classroom(name="Math"), world.classroom(name="Art")]
    students = [world.student(classroom, username="amara") for classroom in rooms]
    for classroom, student in zip(rooms, students, strict=True):
        body = {"username": "amara", "password": PASSWORD, "classCode": classroom.class_code}
        user = world.device().post(CALL, body).json()["user"]
        assert (user["id"], user["classroomId"]) == (student.id, classroom.id)


def test_a_teacher_is_no_student(room: Room) -> None:
    answer = room.world.device().post(CALL, typed(room, username=room.teacher.email))
    assert error(answer) == (401, "invalid_credentials")


@pytest.mark.spec("2.4")
@pytest.mark.parametrize(
    ("other", "sentence", "fields"),
    [
        ({"username": ""}, BOTH, {"username"}),
        ({"username": " "}, BOTH, {"username"}),
        ({"password": ""}, BOTH, {"password"}),
        ({"username": "", "password": "", "classCode": ""}, BOTH, {"username", "password"}),
        ({"classCode": ""}, CODE, {"classCode"}),
        ({"classCode": "  "}, CODE, {"classCode"}),
    ],
)
def test_all_three_are_required(untouched: Room, other: dict[str, object], sentence: str, fields: set[str]) -> None:
    answer = untouched.world.device().post(CALL, typed(untouched, **other))
    assert error(answer) == (422, "invalid")
    assert answer.json()["error"] == sentence
    assert set(answer.json()["fields"]) == fields


@pytest.mark.parametrize(
    ("left", "sentence"), [([], BOTH), (["username"], BOTH), (["password"], BOTH), (["username", "password"], CODE)]
)
def test_what_is_missing_is_required_as_well(untouched: Room, left: list[str], sentence: str) -> None:
    body = {field: value for field, value in typed(untouched).items() if field in left}
    answer = untouched.world.device().post(CALL, body)
    assert error(answer) == (422, "invalid")
    assert answer.json()["error"] == sentence


@pytest.mark.parametrize("value", [*NOT_TEXT, None, pytest.param("x" * 10_000, id="10,000 characters")])
@pytest.mark.parametrize("field", ["username", "password", "classCode"])
def test_what_is_no_text_or_far_too_long_is_422(untouched: Room, field: str, value: object) -> None:
    answer = untouched.world.device().post(CALL, typed(untouched, **{field: value}))
    assert error(answer) == (422, "invalid")
    assert set(answer.json()["fields"]) == {field}


def test_a_new_class_code_replaces_the_old_one_at_once(room: Room) -> None:
    renewed = room.desk.post(f"/api/classrooms/{room.classroom.id}/class-code").json()["classCode"]
    assert error(room.world.device().post(CALL, typed(room))) == (401, "invalid_credentials")
    assert room.world.device().post(CALL, typed(room, classCode=renewed)).status_code == 200
    assert room.tablet.get("/api/auth/session").status_code == 200  # who is in stays in
