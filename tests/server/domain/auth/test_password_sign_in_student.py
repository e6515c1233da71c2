"""Sign-in of students with username, password and class code (specification 2.4, 2.5)."""

import pytest

from tests.factories.api_client import error
from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.factories.passwords import PASSWORD
from tests.factories.response_fields import STUDENT_USER

CALL = "/api/auth/student"
USERNAME_AND_PASSWORD_REQUIRED = "Username and password are required."
CLASS_CODE_REQUIRED = "Class code is required for students."


def credentials(classroom: PreparedClassroom, **other: object) -> dict[str, object]:
    """Return the credentials of the class's student, with the fields in `other` replaced."""
    right = {"username": classroom.student.username, "password": PASSWORD, "classCode": classroom.row.class_code}
    return right | other


@pytest.mark.spec("1.3", "2.4", "13.9")
def test_a_student_signs_in_with_username_password_and_class_code(classroom: PreparedClassroom) -> None:
    browser = classroom.test_app.lan_client()
    response = browser.post(CALL, credentials(classroom))
    assert response.status_code == 200
    assert set(response.json()) == {"user"}
    user = response.json()["user"]
    assert set(user) == STUDENT_USER
    assert user == {
        "id": classroom.student.id,
        "username": classroom.student.username,
        "role": "student",
        "name": "Amara Okafor",
        "firstName": "Amara",
        "lastName": "Okafor",
        "classroomId": classroom.row.id,
        "language": None,
        "isSample": False,
    }
    assert browser.get("/api/auth/session").json()["user"] == user
    assert browser.get(f"/api/students/{user['id']}/goals").json() == []


@pytest.mark.spec("2.5", "2.16")
@pytest.mark.parametrize(("stored", "typed"), [("'", "\u2019"), ("\u2019", "'")])
def test_a_student_signs_in_with_either_apostrophe(classroom: PreparedClassroom, stored: str, typed: str) -> None:
    created = {"firstName": "Bo", "lastName": "O'Neil", "username": f"o{stored}neil", "password": f"don{stored}t tell"}
    body = created | {"classroomId": classroom.row.id}
    assert classroom.teacher_client.post("/api/students", body).status_code == 201
    sign_in = credentials(classroom, username=f"O{typed}Neil", password=f"don{typed}t tell")
    response = classroom.test_app.lan_client().post(CALL, sign_in)
    assert response.status_code == 200
    assert response.json()["user"]["username"] == f"o{stored}neil"


@pytest.mark.spec("2.17")
def test_every_failed_sign_in_of_a_student_gets_the_same_response(classroom: PreparedClassroom) -> None:
    elsewhere = classroom.other_classroom()
    bodies = [
        credentials(classroom, password="wrong"),
        credentials(classroom, username="nobody"),
        credentials(classroom, classCode="222222"),
        credentials(classroom, classCode=elsewhere.row.class_code),
        credentials(classroom, username="no'body\0", password="\u2028", classCode="%"),
        credentials(classroom, classCode="x" * 1000),
    ]
    for body in bodies:
        browser = classroom.test_app.lan_client()
        response = browser.post(CALL, body)
        assert response.status_code == 401
        assert response.json() == {
            "error": "Incorrect username, password or class code.",
            "code": "invalid_credentials",
            "key": "invalid_student_credentials",
        }
        assert "set-cookie" not in response.headers
        assert browser.get("/api/auth/session").status_code == 401


def test_the_class_code_tells_two_students_with_one_username_apart(test_app: RunningApp) -> None:
    classrooms = [test_app.classroom(name="Math"), test_app.classroom(name="Art")]
    students = [test_app.student(classroom, username="amara") for classroom in classrooms]
    for classroom, student in zip(classrooms, students, strict=True):
        body = {"username": "amara", "password": PASSWORD, "classCode": classroom.class_code}
        user = test_app.lan_client().post(CALL, body).json()["user"]
        assert (user["id"], user["classroomId"]) == (student.id, classroom.id)


@pytest.mark.spec("2.4")
@pytest.mark.parametrize(
    ("other", "sentence", "fields"),
    [
        ({"username": "", "password": "", "classCode": ""}, USERNAME_AND_PASSWORD_REQUIRED, {"username", "password"}),
        ({"classCode": "  "}, CLASS_CODE_REQUIRED, {"classCode"}),
    ],
)
def test_an_empty_username_password_or_class_code_is_422(
    read_only_classroom: PreparedClassroom, other: dict[str, object], sentence: str, fields: set[str]
) -> None:
    response = read_only_classroom.test_app.lan_client().post(CALL, credentials(read_only_classroom, **other))
    assert error(response) == (422, "invalid")
    assert response.json()["error"] == sentence
    assert set(response.json()["fields"]) == fields


def test_after_a_new_class_code_the_old_one_is_401_and_sessions_stay(classroom: PreparedClassroom) -> None:
    renewed = classroom.teacher_client.post(f"/api/classrooms/{classroom.row.id}/class-code").json()["classCode"]
    assert error(classroom.test_app.lan_client().post(CALL, credentials(classroom))) == (401, "invalid_credentials")
    assert classroom.test_app.lan_client().post(CALL, credentials(classroom, classCode=renewed)).status_code == 200
    assert classroom.student_client.get("/api/auth/session").status_code == 200  # existing sessions stay
