"""Which rows an export has."""

from sqlalchemy import select

from server.data_protection.privacy.scope import student_scope, teacher_scope
from server.domain.activity.models import ActivityRecord
from server.domain.classrooms.models import Classroom
from server.domain.store.models import StoreItem
from server.domain.students import service as students
from server.domain.students.models import Student
from tests.unit.row_builder import RowBuilder


def test_a_teachers_export_has_all_own_classes_and_students_and_no_others(rows: RowBuilder) -> None:
    rows.for_other_teacher()
    second = rows.add_classroom()
    scope = teacher_scope(rows.db, rows.teacher.id)
    assert (scope.teacher_id, scope.teacher_name) == (rows.teacher.id, rows.teacher.name)
    assert scope.classes.keys() == {rows.classroom.id, second.id}
    assert set(rows.db.scalars(select(Classroom.id).where(scope.classroom_filter()))) == {rows.classroom.id, second.id}
    assert list(rows.db.scalars(select(Student.id).where(scope.student_filter(Student.id)))) == [rows.student.id]


def test_an_export_of_one_student_has_neither_classmates_nor_store_items(rows: RowBuilder) -> None:
    classmate = rows.add_student()
    rows.add_item()
    scope = student_scope(rows.db, rows.student, rows.teacher.id)
    assert list(rows.db.scalars(select(Student.id).where(scope.student_filter(Student.id)))) == [rows.student.id]
    assert list(rows.db.scalars(select(StoreItem.id).where(scope.class_filter(StoreItem.classroom_id)))) == []
    assert scope.display_name(classmate.id) is None


def test_an_export_of_one_student_has_only_the_events_of_that_student(rows: RowBuilder) -> None:
    rows.award(5, rows.student)
    rows.award(3, rows.add_student())
    scope = student_scope(rows.db, rows.student, rows.teacher.id)
    events = rows.db.scalars(select(ActivityRecord).where(scope.activity_filter())).all()
    assert [(each.student_id, each.amount) for each in events] == [(rows.student.id, 5)]


def test_an_export_of_a_moved_student_has_the_new_class_and_the_names_of_both(rows: RowBuilder) -> None:
    old, new = rows.classroom, rows.add_classroom("Room 14")
    students.move(rows.db, rows.as_teacher, rows.student, new)
    scope = student_scope(rows.db, rows.student, rows.teacher.id)
    assert list(rows.db.scalars(select(Classroom.id).where(scope.classroom_filter()))) == [new.id]
    assert scope.classes == {old.id: old.name, new.id: new.name}


def test_names_of_students_and_of_all_teachers_are_known(rows: RowBuilder) -> None:
    other = rows.for_other_teacher()
    scope = teacher_scope(rows.db, rows.teacher.id)
    assert scope.display_name(rows.student.id) == rows.student.full_name
    assert scope.display_name(other.teacher.id) == other.teacher.name
    assert scope.display_name(other.student.id) is None
    assert scope.display_name(None) is None
