"""Scope of an export: all classes of a teacher, or one student."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, false, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from server.domain.activity.models import ActivityRecord
from server.domain.classrooms.membership import is_owned_by
from server.domain.classrooms.models import Classroom
from server.domain.no_school_days.models import NoSchoolDays
from server.domain.students.models import Student
from server.domain.teachers.models import Teacher
from server.security.substitutions import Substitution

NamesById = dict[str, str]


@dataclass(frozen=True, slots=True)
class ExportScope:
    """Names by id of the teacher's classes and the exported students, and the filters of the exported rows."""

    teacher_id: str
    teacher_name: str
    classes: NamesById
    """All of the teacher: events of a student who has moved keep the class in which they happened."""
    students: NamesById
    usernames: NamesById
    teachers: NamesById
    """All teachers of the server, since a transferred class has rows of its previous teachers, and all substitutes."""
    student_id: str | None = None
    """The exported student; None: all students of the classes."""

    def student_filter(self, column: InstrumentedAttribute[str]) -> ColumnElement[bool]:
        """Filter for rows whose `column` is the id of an exported student."""
        if self.student_id is not None:
            return column == self.student_id
        return column.in_(select(Student.id).where(Student.classroom_id.in_(self.classes)))

    def classroom_filter(self) -> ColumnElement[bool]:
        """Filter for the exported classes; for one student the present one."""
        if self.student_id is not None:
            return Classroom.id.in_(select(Student.classroom_id).where(Student.id == self.student_id))
        return Classroom.id.in_(self.classes)

    def class_filter(self, column: InstrumentedAttribute[str]) -> ColumnElement[bool]:
        """Filter for rows of a class as a whole, by its id in `column`; a student's export has none of them."""
        return column.in_(self.classes) if self.student_id is None else false()

    def no_school_filter(self) -> ColumnElement[bool]:
        """Filter for the teacher's days without school; none for one student."""
        return NoSchoolDays.teacher_id == self.teacher_id if self.student_id is None else false()

    def activity_filter(self) -> ColumnElement[bool]:
        """Filter for the teacher's whole activity log, or the events by and about the one student."""
        if self.student_id is None:
            return ActivityRecord.teacher_id == self.teacher_id
        return or_(ActivityRecord.student_id == self.student_id, ActivityRecord.who_id == self.student_id)

    def display_name(self, person_id: str | None) -> str | None:
        """Return the name of a teacher or student; None if unknown."""
        if person_id is None:
            return None
        return self.teachers.get(person_id) or self.students.get(person_id)


def teacher_scope(db: Session, teacher_id: str) -> ExportScope:
    """Return the scope of all classes of the teacher."""
    students = select(Student).join(Classroom).where(is_owned_by(teacher_id))
    return _make_scope(db, teacher_id, db.scalars(students).all())


def student_scope(db: Session, student: Student, teacher_id: str) -> ExportScope:
    """Return the scope of one student and the class, for the teacher."""
    return _make_scope(db, teacher_id, [student], student.id)


def substitute_name(name: str) -> str:
    """Return the name of a substitute in exported files."""
    return f"{name} (substitute)"


def _make_scope(
    db: Session, teacher_id: str, students: Sequence[Student], student_id: str | None = None
) -> ExportScope:
    teachers = dict(db.execute(select(Teacher.id, Teacher.name)).all())
    teachers |= {each.id: substitute_name(each.name) for each in db.scalars(select(Substitution))}
    return ExportScope(
        teacher_id,
        teachers[teacher_id],
        dict(db.execute(select(Classroom.id, Classroom.name).where(is_owned_by(teacher_id))).all()),
        {each.id: each.full_name for each in students},
        {each.id: each.username for each in students},
        teachers,
        student_id,
    )
