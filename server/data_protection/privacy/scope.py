"""Scope of an export: all classes of a teacher, or one student."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, false, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from server.domain.activity.models import ActivityRecord
from server.domain.class_goals.models import ClassGoal
from server.domain.classrooms.membership import is_owned_by
from server.domain.classrooms.models import Classroom
from server.domain.no_school_days.models import NoSchoolDays
from server.domain.series.models import GoalSeries
from server.domain.store.models import StoreItem
from server.domain.students.models import Student
from server.domain.teachers.models import Teacher
from server.domain.terms.models import Term
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

    def store_item_filter(self) -> ColumnElement[bool]:
        """Filter for the store items of the classes; none for one student."""
        return StoreItem.classroom_id.in_(self.classes) if self.student_id is None else false()

    def series_filter(self) -> ColumnElement[bool]:
        """Filter for the series of the classes; none for one student, whose goals say it."""
        return GoalSeries.classroom_id.in_(self.classes) if self.student_id is None else false()

    def term_filter(self) -> ColumnElement[bool]:
        """Filter for the terms of the classes; none for one student."""
        return Term.classroom_id.in_(self.classes) if self.student_id is None else false()

    def class_goal_filter(self) -> ColumnElement[bool]:
        """Filter for the goals of the classes; none for one student, whose gifts name theirs."""
        return ClassGoal.classroom_id.in_(self.classes) if self.student_id is None else false()

    def substitution_filter(self) -> ColumnElement[bool]:
        """Filter for the substitutions in the classes; none for one student."""
        return Substitution.classroom_id.in_(self.classes) if self.student_id is None else false()

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
    classes = _class_names(db, teacher_id)
    students = db.scalars(select(Student).where(Student.classroom_id.in_(classes))).all()
    return _make_scope(teacher_id, classes, students, _teacher_names(db))


def student_scope(db: Session, student: Student, teacher_id: str) -> ExportScope:
    """Return the scope of one student and the class, for the teacher."""
    return _make_scope(teacher_id, _class_names(db, teacher_id), [student], _teacher_names(db), student.id)


def _class_names(db: Session, teacher_id: str) -> NamesById:
    return dict(db.execute(select(Classroom.id, Classroom.name).where(is_owned_by(teacher_id))).all())


def _teacher_names(db: Session) -> NamesById:
    names = dict(db.execute(select(Teacher.id, Teacher.name)).all())
    return names | {each.id: substitute_name(each.name) for each in db.scalars(select(Substitution))}


def substitute_name(name: str) -> str:
    """Return the name of a substitute in exported files."""
    return f"{name} (substitute)"


def _make_scope(
    teacher_id: str,
    classes: NamesById,
    students: Sequence[Student],
    teachers: NamesById,
    student_id: str | None = None,
) -> ExportScope:
    return ExportScope(
        teacher_id,
        teachers[teacher_id],
        classes,
        {each.id: each.full_name for each in students},
        {each.id: each.username for each in students},
        teachers,
        student_id,
    )
