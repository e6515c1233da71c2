"""Queries of the administrator's list of teachers and classes."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from server.domain.activity.models import ActivityRecord
from server.domain.classrooms.models import Classroom
from server.domain.students.models import Student
from server.domain.teachers.models import Teacher


@dataclass(frozen=True, slots=True)
class ClassSummary:
    """A class and its number of students."""

    name: str
    class_code: str
    student_count: int


@dataclass(frozen=True, slots=True)
class TeacherSummary:
    """A teacher account with its classes that aren't archived, for the administrator's list."""

    name: str
    email: str
    classes: tuple[ClassSummary, ...]
    last_sign_in: datetime | None
    """None: no sign-in in the activity log, which covers the last year."""
    disabled_at: datetime | None

    @property
    def student_count(self) -> int:
        """Number of students in all classes."""
        return sum(each.student_count for each in self.classes)


def list_teachers(db: Session) -> Sequence[TeacherSummary]:
    """All teachers, sorted by name, then e-mail."""
    classes = _classes_by_teacher(db)
    last_sign_ins = (
        select(ActivityRecord.who_id, func.max(ActivityRecord.created_at))
        .where(ActivityRecord.kind == "sign_in", ActivityRecord.who_role == "teacher")
        .group_by(ActivityRecord.who_id)
    )
    last = dict(db.execute(last_sign_ins).all())
    return [
        TeacherSummary(each.name, each.email, tuple(classes[each.id]), last.get(each.id), each.disabled_at)
        for each in sorted(db.scalars(select(Teacher)), key=lambda each: (each.name.casefold(), each.email_key))
    ]


def _classes_by_teacher(db: Session) -> defaultdict[str, list[ClassSummary]]:
    rows = db.execute(
        select(Classroom.teacher_id, Classroom.name, Classroom.class_code, func.count(Student.id))
        .outerjoin(Student, Student.classroom_id == Classroom.id)
        .where(Classroom.archived_at.is_(None))
        .group_by(Classroom.id)
        .order_by(Classroom.id)
    )
    found: defaultdict[str, list[ClassSummary]] = defaultdict(list)
    for teacher_id, name, class_code, students in rows:
        found[teacher_id].append(ClassSummary(name, class_code, students))
    return found
