"""Sign-in of students with username, password and class code (specification 2.4, 2.5)."""

import pytest

from tests.factories.bad_values import NOT_TEXT
from tests.factories.fields import STUDENT_USER
from tests.factories.passwords import PASSWORD
from tests.factories.room import Room
from tests.factories.world import World, error

CALL = "/api/auth/student"
USERNAME_AND_PASSWORD_REQUIRED = "Username and password are required."
CLASS_CODE_REQUIRED = "Class code is required for students."


def credentials(room: Room, **other: object) -> dict[str, object]:
    """Return the credentials of the room's student, with the fields in `other` replaced."""
    right = {"username": room.student.username, "password": PASSWORD, "classCode": room.classroom.class_code}
    return right | other


@pytest.mark.spec("1.3", "2.4", "13.9")
def test_a_student_signs_in_with_username_password_and_class_code(room: Room) -> None:
    browser = room.world.device()
    answer = browser.post(CALL, credentials(room))
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


def test_a_student_signs_in_at_the_class_computer_too(room: Room) -> None:
    assert room.world.visitor().post(CALL, credentials(room)).status_code == 200


@pytest.mark.spec("2.5")
@pytest.mark.parametrize("change", [str.upper, str.lower, str.title, lambda text: f" \t{text}\u00a0\n"])
@pytest.mark.parametrize("field", ["username", "classCode"])
def test_username_and_class_code_are_compared_without_case_and_surrounding_whitespace(
    room: Room, field: str, change: object
) -> None:
    assert callable(change)
    body = credentials(room)
    assert room.world.device().post(CALL, body | {field: change(body[field])}).status_code == 200


@pytest.mark.spec("2.5")
@pytest.mark.parametrize(
    ("username", "typed"), [("Straße", "STRASSE"), ("ÉMILE", "émile"), ("amara o", "Amara O"), ("李明", " 李明 ")]
)
def test_usernames_are_case_folded_in_all_scripts(room: Room, username: str, typed: str) -> None:
    room.world.student(room.classroom, username=username)
    assert room.world.device().post(CALL, credentials(room, username=typed)).status_code == 200


@pytest.mark.spec("2.5")
@pytest.mark.parametrize("password", [PASSWORD.upper(), f" {PASSWORD}", f"{PASSWORD} "])
def test_a_students_password_is_compared_exactly(room: Room, password: str) -> None:
    assert error(room.world.device().post(CALL, credentials(room, password=password))) == (401, "invalid_credentials")


@pytest.mark.spec("2.17")
def test_every_failed_sign_in_of_a_student_gets_the_same_response(room: Room) -> None:
    elsewhere = room.another()
    bodies = [
        credentials(room, password="wrong"),
        credentials(room, username="nobody"),
        credentials(room, classCode="222222"),
        credentials(room, classCode=elsewhere.classroom.class_code),
        credentials(room, username="no'body\0", password="\u2028", classCode="%"),
        credentials(room, classCode="x" * 1000),
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


def test_the_class_code_tells_two_students_with_one_username_apart(world: World) -> None:
    rooms = [world.classroom(name="Math"), world.classroom(name="Art")]
    students = [world.student(classroom, username="amara") for classroom in rooms]
    for classroom, student in zip(rooms, students, strict=True):
        body = {"username": "amara", "password": PASSWORD, "classCode": classroom.class_code}
        user = world.device().post(CALL, body).json()["user"]
        assert (user["id"], user["classroomId"]) == (student.id, classroom.id)


def test_a_teacher_cannot_sign_in_as_a_student(room: Room) -> None:
    answer = room.world.device().post(CALL, credentials(room, username=room.teacher.email))
    assert error(answer) == (401, "invalid_credentials")


@pytest.mark.spec("2.4")
@pytest.mark.parametrize(
    ("other", "sentence", "fields"),
    [
        ({"username": ""}, USERNAME_AND_PASSWORD_REQUIRED, {"username"}),
        ({"username": " "}, USERNAME_AND_PASSWORD_REQUIRED, {"username"}),
        ({"password": ""}, USERNAME_AND_PASSWORD_REQUIRED, {"password"}),
        ({"username": "", "password": "", "classCode": ""}, USERNAME_AND_PASSWORD_REQUIRED, {"username", "password"}),
        ({"classCode": ""}, CLASS_CODE_REQUIRED, {"classCode"}),
        ({"classCode": "  "}, CLASS_CODE_REQUIRED, {"classCode"}),
    ],
)
def test_an_empty_username_password_or_class_code_is_422(
    untouched: Room, other: dict[str, object], sentence: str, fields: set[str]
) -> None:
    answer = untouched.world.device().post(CALL, credentials(untouched, **other))
    assert error(answer) == (422, "invalid")
    assert answer.json()["error"] == sentence
    assert set(answer.json()["fields"]) == fields


@pytest.mark.parametrize(
    ("left", "sentence"),
    [
        ([], USERNAME_AND_PASSWORD_REQUIRED),
        (["username"], USERNAME_AND_PASSWORD_REQUIRED),
        (["password"], USERNAME_AND_PASSWORD_REQUIRED),
        (["username", "password"], CLASS_CODE_REQUIRED),
    ],
)
def test_a_missing_username_password_or_class_code_is_422(untouched: Room, left: list[str], sentence: str) -> None:
    body = {field: value for field, value in credentials(untouched).items() if field in left}
    answer = untouched.world.device().post(CALL, body)
    assert error(answer) == (422, "invalid")
    assert answer.json()["error"] == sentence


@pytest.mark.parametrize("value", [*NOT_TEXT, None, pytest.param("x" * 10_000, id="10,000 characters")])
@pytest.mark.parametrize("field", ["username", "password", "classCode"])
def test_a_credential_of_a_student_that_is_no_text_or_too_long_is_422(
    untouched: Room, field: str, value: object
) -> None:
    answer = untouched.world.device().post(CALL, credentials(untouched, **{field: value}))
    assert error(answer) == (422, "invalid")
    assert set(answer.json()["fields"]) == {field}


def test_after_a_new_class_code_the_old_one_is_401_and_sessions_stay(room: Room) -> None:
    renewed = room.desk.post(f"/api/classrooms/{room.classroom.id}/class-code").json()["classCode"]
    assert error(room.world.device().post(CALL, credentials(room))) == (401, "invalid_credentials")
    assert room.world.device().post(CALL, credentials(room, classCode=renewed)).status_code == 200
    assert room.tablet.get("/api/auth/session").status_code == 200  # existing sessions stay
