"""Whose data it is about: all of a teacher's classes, or one student."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, false, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from server.domain.audit.models import Activity
from server.domain.classrooms.models import Classroom
from server.domain.store.models import StoreItem
from server.domain.students.models import Student
from server.domain.teachers.models import Teacher

Names = dict[str, str]


@dataclass(frozen=True, slots=True)
class Scope:
    """The classes with their names, the students with theirs, and which rows of a table belong to them."""

    teacher_id: str
    teacher_name: str
    classes: Names
    students: Names
    usernames: Names
    teachers: Names
    """All of the server's: a class that was handed over has rows of whoever had it before."""
    student_id: str | None = None
    """The one student; None: everybody in the classes."""

    def of_students(self, column: InstrumentedAttribute[str]) -> ColumnElement[bool]:
        """The rows of these students, of a table that names the student in `column`."""
        if self.student_id is not None:
            return column == self.student_id
        return column.in_(select(Student.id).where(Student.classroom_id.in_(self.classes)))

    def own_classes(self) -> ColumnElement[bool]:
        """The classes themselves."""
        return Classroom.id.in_(self.classes)

    def own_items(self) -> ColumnElement[bool]:
        """The store; it is the class's and not the student's."""
        return StoreItem.classroom_id.in_(self.classes) if self.student_id is None else false()

    def own_activity(self) -> ColumnElement[bool]:
        """What was done by the teacher and the students, or by and to the one student."""
        if self.student_id is None:
            return Activity.teacher_id == self.teacher_id
        return or_(Activity.student_id == self.student_id, Activity.who_id == self.student_id)

    def who(self, person_id: str | None) -> str | None:
        """The name of whoever did something."""
        if person_id is None:
            return None
        return self.teachers.get(person_id) or self.students.get(person_id)


def of_teacher(db: Session, teacher_id: str, teacher_name: str) -> Scope:
    """All classes of the teacher."""
    classes = db.scalars(select(Classroom).where(Classroom.teacher_id == teacher_id)).all()
    students = db.scalars(select(Student).where(Student.classroom_id.in_([each.id for each in classes]))).all()
    return _scope((teacher_id, teacher_name), classes, students, _teachers(db))


def of_student(db: Session, student: Student, teacher_id: str, teacher_name: str) -> Scope:
    """One student, with the name of its class."""
    classes = db.scalars(select(Classroom).where(Classroom.id == student.classroom_id)).all()
    return _scope((teacher_id, teacher_name), classes, [student], _teachers(db), student.id)


def _teachers(db: Session) -> Names:
    return dict(db.execute(select(Teacher.id, Teacher.name)).all())


def _scope(
    teacher: tuple[str, str],
    classes: Sequence[Classroom],
    students: Sequence[Student],
    teachers: Names,
    student_id: str | None = None,
) -> Scope:
    return Scope(
        *teacher,
        {each.id: each.name for each in classes},
        {each.id: each.full_name for each in students},
        {each.id: each.username for each in students},
        teachers,
        student_id,
    )
