"""The import of confirmed rows into a class."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from server.domain.roster.service import RosterRow, import_rows
from server.security import pictures
from server.security.pictures import PictureClass
from tests.unit.row_builder import RowBuilder


def new_student(number: int) -> RosterRow:
    return RosterRow("Noor", "Ali", f"noor.{number}", "password", None, None, None)


@contextmanager
def recorded_statements(rows: RowBuilder) -> Iterator[list[str]]:
    statements: list[str] = []

    def record(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        statements.append(statement)

    connection = rows.db.connection()
    event.listen(connection, "before_cursor_execute", record)
    yield statements
    event.remove(connection, "before_cursor_execute", record)


def test_all_new_students_get_their_pictures_at_once(rows: RowBuilder) -> None:
    rows.db.add(PictureClass(classroom_id=rows.classroom.id))
    imported = [new_student(number) for number in range(20)]
    with recorded_statements(rows) as statements:
        result = import_rows(rows.db, rows.as_teacher, rows.classroom.id, imported, ["hash"] * 20)
    given = [pictures.find(rows.db, student.id) for student in result.created]
    assert len({each.sequence for each in given if each is not None}) == 20
    reads = [each for each in statements if each.startswith("SELECT") and "FROM student_pictures" in each]
    assert len(reads) <= 2
