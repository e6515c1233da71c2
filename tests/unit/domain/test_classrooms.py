"""Class codes, and the ownership and deletion of classes."""

import secrets

import pytest
from sqlalchemy import select

from server.domain.classrooms import queries, service
from server.domain.classrooms.models import Classroom
from server.domain.students.models import Student
from tests.unit.row_builder import RowBuilder


@pytest.mark.spec("4.2")
def test_a_class_code_has_six_characters_that_cannot_be_mistaken_for_others(rows: RowBuilder) -> None:
    codes = {service.generate_code(rows.db) for _ in range(50)}
    assert len(codes) == 50
    assert all(len(code) == 6 for code in codes)
    assert set("".join(codes)) <= set("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")


def test_a_code_that_is_taken_or_excluded_is_not_generated(rows: RowBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
    rows.classroom.class_code = "AAAAAA"
    rows.db.flush()
    drawn = iter("AAAAAA" + "BBBBBB" + "CCCCCC")
    monkeypatch.setattr(secrets, "choice", lambda _alphabet: next(drawn))
    assert service.generate_code(rows.db, exclude={"BBBBBB"}) == "CCCCCC"


@pytest.mark.spec("2.5")
@pytest.mark.parametrize("typed", ["K7M4QX", "k7m4qx", " K7m4Qx\t", "\u00a0k7m4qx\n", "K7M 4QX", "k7m-4qx"])
def test_a_class_is_found_by_its_code_in_any_case_and_with_blanks_and_dashes(rows: RowBuilder, typed: str) -> None:
    rows.classroom.class_code = "K7M4QX"
    rows.db.flush()
    assert service.find_by_code(rows.db, typed) is rows.classroom


@pytest.mark.parametrize("typed", ["", "K7M4Q", "K7M4QXX", "K7M_4QX", "K7M4Q%"])
def test_an_unknown_or_invalid_code_finds_no_class(rows: RowBuilder, typed: str) -> None:
    rows.classroom.class_code = "K7M4QX"
    rows.db.flush()
    assert service.find_by_code(rows.db, typed) is None


def test_a_renewed_code_replaces_the_old_one(rows: RowBuilder) -> None:
    old = rows.classroom.class_code
    service.renew_code(rows.db, rows.as_teacher, rows.classroom)
    assert service.find_by_code(rows.db, old) is None
    assert service.find_by_code(rows.db, rows.classroom.class_code) is rows.classroom
    assert rows.events()[-1].kind == "class_code_changed"


@pytest.mark.spec("3.4")
def test_a_teacher_finds_only_own_classes_the_oldest_first(rows: RowBuilder) -> None:
    second = rows.add_classroom()
    rows.for_other_teacher()
    assert [each.id for each in queries.classrooms_of(rows.db, rows.as_teacher)] == [rows.classroom.id, second.id]


def test_deleting_a_class_deletes_only_its_own_students(rows: RowBuilder) -> None:
    other_rows = rows.for_other_teacher()
    rows.award(5)
    service.delete(rows.db, rows.as_teacher, rows.classroom)
    assert rows.db.scalars(select(Classroom.id)).all() == [other_rows.classroom.id]
    assert rows.db.scalars(select(Student.id)).all() == [other_rows.student.id]
    award, deleted = rows.events()[-2:]
    assert (award.kind, award.student_name) == ("award", "Amara Okafor")
    assert (deleted.kind, deleted.about, deleted.student_name) == ("class_deleted", "Room 12 Homeroom", None)
