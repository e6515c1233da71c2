"""Balances of a class as a CSV file that is safe to open in spreadsheets (specification 4.10)."""

from urllib.parse import unquote

import pytest
from httpx2 import Response

from server.domain.classrooms.models import Classroom
from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom

HEADINGS = ["Last name", "First name", "Username", "GoalBucks", "Earned", "Spent", "Goals completed"]


def download(classroom: PreparedClassroom) -> Response:
    response = classroom.teacher_client.get(f"/api/classrooms/{classroom.row.id}/balances.csv")
    assert response.status_code == 200
    return response


def test_balances_file_is_a_download_named_after_the_class(classroom: PreparedClassroom) -> None:
    headers = download(classroom).headers
    assert headers["content-type"] == "text/csv; charset=utf-8"
    disposition = headers["content-disposition"]
    assert disposition.startswith("attachment; filename=\"GoalBucks.csv\"; filename*=UTF-8''")
    assert unquote(disposition.partition("''")[2]) == "Room 12 Homeroom GoalBucks.csv"


@pytest.mark.spec("17.1")
def test_balances_file_has_headings_in_the_language(classroom: PreparedClassroom) -> None:
    path = f"/api/classrooms/{classroom.row.id}/balances.csv"
    content = classroom.teacher_client.get(f"{path}?language=es").content.decode("utf-8-sig")
    assert content.startswith(
        '"Apellido","Nombre","Nombre de usuario","GoalBucks","Ganados","Gastados","Metas logradas"'
    )
    assert error(classroom.teacher_client.get(f"{path}?language=xx")) == (422, "invalid")


@pytest.mark.parametrize("name", ["Klasse 5ä 😀", 'a"b; c=d\\e/..', "two\r\nX-Evil: 1", "גן א", "100% 'Math'"])
def test_any_class_name_gives_a_valid_content_disposition_header(classroom: PreparedClassroom, name: str) -> None:
    with classroom.test_app.transactions.writing() as db:  # older versions accepted a name of two lines
        db.get_one(Classroom, classroom.row.id).name = name
    headers = download(classroom).headers
    disposition = headers["content-disposition"]
    assert disposition.isascii()
    assert "x-evil" not in headers
    encoded = disposition.partition("UTF-8''")[2]
    assert unquote(encoded) == f"{name} GoalBucks.csv"
    assert not set(encoded) & set("\"';/\\ \r\n")


def test_balances_file_starts_with_a_byte_order_mark(classroom: PreparedClassroom) -> None:
    content = download(classroom).content
    assert content.startswith(b"\xef\xbb\xbf")
    assert content.count(b"\xef\xbb\xbf") == 1
    assert content.decode("utf-8-sig").splitlines()[0] == ",".join(f'"{heading}"' for heading in HEADINGS)


def test_numbers_are_written_as_numbers_and_texts_as_texts(classroom: PreparedClassroom) -> None:
    classroom.teacher_client.post(
        f"/api/students/{classroom.student.id}/corrections", {"amount": -3, "reason": "Counted twice"}
    )
    line = download(classroom).content.decode("utf-8-sig").splitlines()[1]
    assert line == f'"Okafor","Amara","{classroom.student.username}",-3,-3,0,0'
