"""The import of confirmed rows into a class."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import event

from server.database.locking import LOCKED_ROW_IDS
from server.domain.pictures import service as pictures
from server.domain.pictures.models import PictureClass
from server.domain.roster.errors import RosterConflictError
from server.domain.roster.service import RosterImportResult, RosterRow, import_rows, require_consistent
from server.domain.students import service as students
from server.domain.students.models import Student
from server.errors import DomainError
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
        result = import_rows(rows.db, rows.as_teacher, rows.classroom, imported, ["hash"] * 20)
    given = [pictures.find(rows.db, student.id) for student in result.created]
    assert len({each.sequence for each in given if each is not None}) == 20
    reads = [each for each in statements if each.startswith("SELECT") and "FROM student_pictures" in each]
    assert len(reads) <= 2


def row_of(student: Student, **changes: Any) -> RosterRow:
    """Return the row of a student of the class, as the preview has it."""
    row = RosterRow(student.first_name, student.last_name, student.username, None, None, student.id, None)
    return replace(row, **changes)


def run(rows: RowBuilder, *imported: RosterRow) -> RosterImportResult:
    hashes = [row.password and f"hash of {row.password}" for row in imported]
    return import_rows(rows.db, rows.as_teacher, rows.classroom, imported, hashes)


def test_students_who_are_there_are_locked_at_once(rows: RowBuilder) -> None:
    rows.db.info[LOCKED_ROW_IDS] = set()  # as in a transaction on PostgreSQL
    present = [rows.add_student(first_name="Noor") for _ in range(2)]
    with recorded_statements(rows) as statements:
        run(rows, *(row_of(student, first_name="Nora") for student in present[::-1]))
    assert rows.db.info[LOCKED_ROW_IDS] == {student.id for student in present}
    locking = [each for each in statements if each.startswith("SELECT students.id \n")]
    assert len(locking) == 1
    assert "ORDER BY students.id" in locking[0]


@pytest.mark.parametrize(
    ("imported", "field"),
    [
        ([replace(new_student(1), student_id="a", move_student_id="b")], "rows.0.moveStudentId"),
        ([new_student(1), replace(new_student(2), password=None)], "rows.1.password"),
        ([new_student(1), replace(new_student(2), username=" NOOR.1")], "rows.1.username"),
        ([replace(new_student(number), external_id="417") for number in (1, 2)], "rows.1.externalId"),
        (
            [replace(new_student(1), student_id="a"), replace(new_student(2), move_student_id="a")],
            "rows.1.studentId",
        ),
    ],
)
def test_rows_that_contradict_each_other_are_refused(imported: list[RosterRow], field: str) -> None:
    with pytest.raises(DomainError) as refused:
        require_consistent(imported)
    assert refused.value.status == 422
    assert list(refused.value.fields) == [field]


def test_a_student_who_moves_here_may_have_the_username_of_another_row() -> None:
    require_consistent([new_student(1), replace(new_student(1), move_student_id="a")])


def test_students_are_created_changed_moved_or_left_as_they_are(rows: RowBuilder) -> None:
    same = rows.add_student()
    moved = rows.add_student(rows.add_classroom(), username="noor.1")
    result = run(
        rows,
        new_student(2),
        row_of(rows.student, last_name="Li", external_id="417"),
        row_of(same),
        replace(new_student(1), move_student_id=moved.id, external_id="418"),
    )
    assert [student.username for student in result.created] == ["noor.2"]
    assert (result.changed, result.moved, result.unchanged) == ([rows.student], [moved], 1)
    assert (rows.student.full_name, rows.student.external_id) == ("Amara Li", "417")
    assert rows.student.password_hash == "hash"
    assert (moved.classroom_id, moved.external_id, moved.full_name) == (rows.classroom.id, "418", "Amara Okafor")
    assert [(event.kind, event.count) for event in rows.events()[-2:]] == [("student_moved", 1), ("roster_imported", 1)]


@pytest.mark.parametrize(
    ("changes", "unchanged"),
    [
        ({}, True),
        ({"external_id": "417"}, True),
        ({"external_id": "418"}, False),
        ({"first_name": "amara"}, False),
        ({"username": "another"}, False),
        ({"password": "new password"}, False),
    ],
)
def test_a_row_changes_its_student_unless_all_of_it_is_the_same(
    rows: RowBuilder, changes: dict[str, str], *, unchanged: bool
) -> None:
    students.set_external_id(rows.db, rows.student, "417")
    result = run(rows, row_of(rows.student, **changes))
    assert (result.unchanged, len(result.changed)) == ((1, 0) if unchanged else (0, 1))
    assert rows.student.external_id == changes.get("external_id", "417")


def test_a_student_who_has_moved_here_already_is_unchanged(rows: RowBuilder) -> None:
    assert run(rows, replace(new_student(1), move_student_id=rows.student.id)).unchanged == 1


def test_a_new_student_may_have_the_username_that_a_later_row_gives_up(rows: RowBuilder) -> None:
    before = rows.student.username
    result = run(rows, replace(new_student(1), username=before), row_of(rows.student, username="amara.2"))
    assert (result.created[0].username, rows.student.username) == (before, "amara.2")


def test_all_rows_that_do_not_fit_the_class_are_named(rows: RowBuilder) -> None:
    students.set_external_id(rows.db, rows.student, "417")
    elsewhere, stranger = rows.add_student(rows.add_classroom()), rows.for_other_teacher().student
    with pytest.raises(RosterConflictError) as refused:
        run(
            rows,
            new_student(1),
            replace(new_student(2), username=rows.student.username.upper()),
            replace(new_student(3), external_id="417"),
            row_of(elsewhere),
            replace(new_student(4), move_student_id=stranger.id),
        )
    assert set(refused.value.fields) == {
        "rows.1.username",
        "rows.2.externalId",
        "rows.3.studentId",
        "rows.4.studentId",
    }
