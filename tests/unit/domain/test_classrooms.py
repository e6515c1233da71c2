"""Class codes, and the ownership and deletion of classes."""

import secrets

import pytest
from sqlalchemy import select

from server.domain.classrooms import queries, service
from server.domain.classrooms.models import Classroom
from server.domain.students.models import Student
from server.errors import NotFoundError
from tests.unit.school import School


def test_a_class_code_has_six_characters_that_cannot_be_mistaken_for_others(school: School) -> None:
    codes = {service.generate_code(school.db) for _ in range(50)}
    assert len(codes) == 50
    assert all(len(code) == 6 for code in codes)
    assert set("".join(codes)) <= set("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")


def test_a_code_that_is_taken_or_excluded_is_not_generated(school: School, monkeypatch: pytest.MonkeyPatch) -> None:
    school.classroom.class_code = "AAAAAA"
    school.db.flush()
    drawn = iter("AAAAAA" + "BBBBBB" + "CCCCCC")
    monkeypatch.setattr(secrets, "choice", lambda _alphabet: next(drawn))
    assert service.generate_code(school.db, exclude={"BBBBBB"}) == "CCCCCC"


@pytest.mark.spec("2.5")
@pytest.mark.parametrize("typed", ["K7M4QX", "k7m4qx", " K7m4Qx\t", "\u00a0k7m4qx\n"])
def test_a_class_is_found_by_its_code_in_any_case_and_with_blanks_around_it(school: School, typed: str) -> None:
    school.classroom.class_code = "K7M4QX"
    school.db.flush()
    assert service.find_by_code(school.db, typed) is school.classroom


@pytest.mark.parametrize("typed", ["", "K7M4Q", "K7M4QXX", "K7M 4QX", "K7M4Q%"])
def test_anything_else_finds_no_class(school: School, typed: str) -> None:
    school.classroom.class_code = "K7M4QX"
    school.db.flush()
    assert service.find_by_code(school.db, typed) is None


def test_a_renewed_code_replaces_the_old_one(school: School) -> None:
    old = school.classroom.class_code
    service.renew_code(school.db, school.as_teacher, school.classroom)
    assert service.find_by_code(school.db, old) is None
    assert service.find_by_code(school.db, school.classroom.class_code) is school.classroom
    assert school.events()[-1].kind == "class_code_changed"


def test_a_teacher_finds_own_classes_alone(school: School) -> None:
    second, other = school.add_classroom(), school.elsewhere()
    owned = queries.get_owned_classrooms(school.db, school.teacher.id)
    assert [each.id for each in owned] == [school.classroom.id, second.id]
    assert queries.get_owned_classroom(school.db, school.as_teacher, second.id) is second
    with pytest.raises(NotFoundError):
        queries.get_owned_classroom(school.db, school.as_teacher, other.classroom.id)


def test_deleting_a_class_deletes_its_students_and_nobody_elses(school: School) -> None:
    elsewhere = school.elsewhere()
    service.delete(school.db, school.as_teacher, school.classroom)
    assert school.db.scalars(select(Classroom.id)).all() == [elsewhere.classroom.id]
    assert school.db.scalars(select(Student.id)).all() == [elsewhere.student.id]
    assert school.events()[-1].kind == "class_deleted"
