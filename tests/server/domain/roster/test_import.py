"""`POST /api/classrooms/{id}/roster`: all rows or none, once for each key, and changes of the class's students."""

import json
import zipfile
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any

import pytest
from httpx2 import Response
from sqlalchemy import select

from server.domain.activity.models import ActivityRecord
from server.domain.roster.reading.table import MAX_STUDENTS
from server.domain.students.models import Student
from tests.factories.api_client import ApiClient, error
from tests.factories.classroom import PreparedClassroom
from tests.factories.snapshots import assert_unchanged

Body = dict[str, Any]


def row(first: str, last: str, **more: object) -> Body:
    username = f"{first}.{last}".lower()
    return {"firstName": first, "lastName": last, "username": username, "password": "maple.otter", **more}


def send(classroom: PreparedClassroom, *rows: Body, key: str | None = None) -> Response:
    client: ApiClient = classroom.teacher_client
    headers = {} if key is None else {"Idempotency-Key": key}
    return client.post(f"/api/classrooms/{classroom.row.id}/roster", {"rows": list(rows)}, headers=headers)


def students(classroom: PreparedClassroom) -> dict[str, Student]:
    with classroom.test_app.open_session() as db:
        rows = db.scalars(select(Student).where(Student.classroom_id == classroom.row.id))
        return {each.username: each for each in rows}


@pytest.mark.spec("5.14")
@pytest.mark.postgresql
def test_new_students_can_sign_in(classroom: PreparedClassroom) -> None:
    response = send(classroom, row("Ada", "Okoro", externalId="000417"), row("Ife", "Bello"))
    body = response.json()
    assert response.status_code == 201
    assert [each["firstName"] for each in body["created"]] == ["Ada", "Ife"]
    assert (body["changed"], body["moved"], body["unchanged"]) == ([], [], 0)
    assert "password" not in response.text
    assert students(classroom)["ada.okoro"].external_id == "000417"
    credentials = {"username": "ADA.okoro", "password": "maple.otter", "classCode": classroom.row.class_code}
    assert classroom.test_app.lan_client().post("/api/auth/student", credentials).status_code == 200
    with classroom.test_app.open_session() as db:
        (event,) = db.scalars(select(ActivityRecord).where(ActivityRecord.kind == "roster_imported"))
    assert (event.about, event.count) == (classroom.row.name, 2)


@pytest.mark.postgresql
def test_a_student_of_another_class_moves_with_balance_username_and_password(classroom: PreparedClassroom) -> None:
    test_app = classroom.test_app
    student = test_app.student(test_app.classroom(classroom.teacher, "Science Club"), "Emma", "Li", username="emma.l")
    test_app.award(student, 80)
    response = send(classroom, row("Emma", "Li", externalId="418", moveStudentId=student.id))
    assert [each["username"] for each in response.json()["moved"]] == ["emma.l"]
    moved = students(classroom)["emma.l"]
    assert (moved.id, moved.external_id, moved.password_hash) == (student.id, "418", student.password_hash)
    balance = classroom.balance(student.id)
    assert balance["balance"] == 80
    assert send(classroom, row("Emma", "Li", moveStudentId=student.id)).json()["unchanged"] == 1


@pytest.mark.spec("26.4")
@pytest.mark.parametrize("joined", ["the class", "the student's class"])
def test_a_co_teacher_moves_no_student_by_a_list_and_is_not_offered_to(
    classroom: PreparedClassroom, joined: str
) -> None:
    test_app, emma = classroom.test_app, row("Emma", "Li")
    other = classroom.other_teachers_classroom()
    source, target = (other, classroom) if joined == "the class" else (classroom, other)
    student = test_app.student(source.row, "Emma", "Li", username=emma["username"])
    test_app.join(classroom.row, other.teacher)
    client, path = other.teacher_client, f"/api/classrooms/{target.row.id}/roster"
    with assert_unchanged(test_app):
        refused = client.post(path, {"rows": [emma | {"moveStudentId": student.id}]})
    assert error(refused) == (403, "owner_only")
    preview = client.http.post(f"{path}/preview", data={"text": "First name,Last name\nEmma,Li"}, files={"": ("", b"")})
    (shown,) = preview.json()["rows"]
    assert (shown["status"], shown["reasons"]) == ("ready", [])


def test_a_class_that_has_changed_meanwhile_is_409_and_nothing_is_imported(classroom: PreparedClassroom) -> None:
    assert send(classroom, row("Ada", "Okoro")).status_code == 201
    taken = row("Ife", "Bello", username="ADA.OKORO")
    with assert_unchanged(classroom.test_app):
        response = send(classroom, row("Uma", "Rao"), taken)
    assert error(response) == (409, "roster_conflict")
    assert list(response.json()["fields"]) == ["rows.1.username"]
    assert response.json()["error"].startswith("Nothing was imported, because of Ife Bello: Another student")


def test_a_row_whose_username_looks_like_another_one_is_409_and_nothing_is_imported(
    classroom: PreparedClassroom,
) -> None:
    rows = [row("Uma", "Rao"), row("Ife", "Bello", username="ife\u200b"), row("Ada", "Okoro", username="ada.\u043e")]
    with assert_unchanged(classroom.test_app):
        response = send(classroom, *rows)
    assert error(response) == (409, "roster_conflict")
    assert list(response.json()["fields"]) == ["rows.1.username", "rows.2.username"]
    assert "Ife Bello: This username has a character that can't be seen." in response.json()["error"]


@pytest.mark.parametrize(
    ("rows", "expected", "field"),
    [
        ([], (422, "invalid"), "rows"),
        ([row("A", "B")] * (MAX_STUDENTS + 1), (422, "invalid"), "rows"),
        ([row("A", "B"), row("", "C")], (422, "invalid"), "rows.1.firstName"),
        ([row("A", "B", password="abc")], (422, "invalid"), "rows.0.password"),
        ([row("A", "B"), row("C", "D", username="A.B ")], (422, "roster_duplicate"), "rows.1.username"),
    ],
)
def test_rows_that_cannot_be_imported_are_named(
    read_only_classroom: PreparedClassroom, rows: list[Body], expected: tuple[int, str], field: str
) -> None:
    with assert_unchanged(read_only_classroom.test_app):
        response = send(read_only_classroom, *rows)
    assert error(response) == expected
    assert list(response.json()["fields"]) == [field]


def test_repeating_an_idempotency_key_imports_once(classroom: PreparedClassroom) -> None:
    first = send(classroom, row("Ada", "Okoro"), key="one press")
    again = send(classroom, row("Ada", "Okoro"), key="one press")
    assert (again.status_code, again.json()) == (first.status_code, first.json())
    assert error(send(classroom, row("Ife", "Bello"), key="one press")) == (422, "idempotency_key_reused")


@pytest.mark.postgresql
def test_concurrent_calls_with_one_key_import_once(classroom: PreparedClassroom) -> None:
    with ThreadPoolExecutor(3) as threads:
        sent = list(threads.map(lambda _: send(classroom, row("Ada", "Okoro"), key="one press"), range(3)))
    assert [each.status_code for each in sent] == [201] * 3
    assert len({each.text for each in sent}) == 1
    assert list(students(classroom)).count("ada.okoro") == 1


def test_an_identifier_is_exported_and_erased_with_its_student(classroom: PreparedClassroom) -> None:
    (student,) = send(classroom, row("Ada", "Okoro", externalId="000417")).json()["created"]
    export = classroom.teacher_client.get(f"/api/students/{student['id']}/export")
    with zipfile.ZipFile(BytesIO(export.content)) as archive:
        assert json.loads(archive.read("goalbucks.json"))["students"][0]["externalId"] == "000417"
    erased = classroom.teacher_client.post(f"/api/students/{student['id']}/erase", {"name": "Ada Okoro"})
    assert erased.status_code == 200
    assert send(classroom, row("Ada", "Okoro", externalId="000417")).status_code == 201
