"""Scoped look-ups of students: what isn't the actor's is as absent as what doesn't exist."""

from collections.abc import Sequence
from functools import lru_cache
from unicodedata import combining, normalize

from sqlalchemy import ColumnElement, and_, select
from sqlalchemy.orm import Session

from server.database.base import Row
from server.database.locking import held, hold, locks_rows
from server.domain.classrooms.models import Classroom
from server.domain.students.models import Student
from server.errors import NotFoundError
from server.security.actor import Actor


def by_name(first_name: str, last_name: str) -> tuple[str, str]:
    """The sorting key of a list of people: last name, first name, without case and accents."""
    return _plain(last_name), _plain(first_name)


@lru_cache(1024)  # the same names come with every list
def _plain(name: str) -> str:
    return "".join(char for char in normalize("NFKD", name) if not combining(char)).casefold()


def students_of(db: Session, classroom: Classroom) -> Sequence[Student]:
    """The class's students, by last name, first name."""
    rows = db.scalars(select(Student).where(Student.classroom_id == classroom.id)).all()
    return sorted(rows, key=lambda student: by_name(student.first_name, student.last_name))


def classroom_of(db: Session, student: Student) -> Classroom:
    """The student's class."""
    return db.scalars(select(Classroom).where(Classroom.id == student.classroom_id)).one()


def attended(db: Session, actor: Actor, classroom_id: str) -> Classroom:
    """The student's own class; else `NotFoundError`."""
    query = select(Classroom).join(Student, Student.classroom_id == Classroom.id)
    found = db.scalar(query.where(Classroom.id == classroom_id, Student.id == actor.id))
    if found is None:
        raise NotFoundError
    return found


def hold_owners(db: Session, model: type[Row], ids: Sequence[str]) -> None:
    """Hold the students whose rows of `model` these are: whoever changes such a row holds its student first."""
    if locks_rows(db):
        columns = model.__table__.columns
        hold(db, Student, select(columns["student_id"]).where(columns["id"].in_(ids)))


def visible_to(actor: Actor) -> ColumnElement[bool]:
    """Joined to classrooms: the students of this teacher, or this student itself."""
    return Classroom.teacher_id == actor.id if actor.is_teacher else Student.id == actor.id


def own_student(db: Session, actor: Actor, student_id: str) -> Student:
    """The teacher's own student, or the student itself; else `NotFoundError`."""
    query = select(Student).join(Classroom, Classroom.id == Student.classroom_id)
    query = query.where(and_(Student.id == student_id, visible_to(actor)))
    found = db.scalar(held(db, query, Student))
    if found is None:
        raise NotFoundError
    return found


def own_students(db: Session, classroom: Classroom, student_ids: Sequence[str]) -> Sequence[Student]:
    """These students of this class, each once; `NotFoundError` when any isn't of the class."""
    wanted = set(student_ids)
    hold(db, Student, list(wanted))
    query = select(Student).where(Student.classroom_id == classroom.id, Student.id.in_(wanted))
    rows = db.scalars(query.order_by(Student.id)).all()
    if len(rows) != len(wanted):
        raise NotFoundError
    return rows
