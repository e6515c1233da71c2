"""Queries for students, scoped to what the actor may see: other rows count as not found."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import assert_never
from unicodedata import combining, normalize

from sqlalchemy import Select, bindparam, select
from sqlalchemy.orm import Session

from server.database.columns import connection_of, fetch_row
from server.database.locking import for_update, lock_rows, uses_row_locks
from server.database.lookup import Found, get_or_not_found
from server.domain.classrooms.membership import (
    IS_MEMBER,
    is_archived,
    is_owned_by,
    member_parameters,
    require_not_archived,
    require_permission,
)
from server.domain.classrooms.models import Classroom
from server.domain.classrooms.queries import SELECT_CLASSROOM, ClassroomRow
from server.domain.students.models import Student
from server.errors import NotFoundError
from server.security.actor import Actor
from server.security.permissions import Permission

FULL_NAME = Student.first_name + " " + Student.last_name
"""`Student.full_name` in a query."""


def name_sort_key(first_name: str, last_name: str) -> tuple[str, str]:
    """Sort key for people: last name, then first name, ignoring case and accents."""
    return fold_name(last_name), fold_name(first_name)


@lru_cache(1024)
def fold_name(name: str) -> str:
    """Return the name without case and accents, for comparison."""
    return "".join(char for char in normalize("NFKD", name) if not combining(char)).casefold()


def students_of(db: Session, classroom: Classroom) -> Sequence[Student]:
    """Return the class's students by last name, then first name."""
    rows = db.scalars(select(Student).where(Student.classroom_id == classroom.id)).all()
    return sorted(rows, key=lambda student: name_sort_key(student.first_name, student.last_name))


_OF_STUDENT = SELECT_CLASSROOM.join(Student, Student.classroom_id == Classroom.id).where(
    Student.id == bindparam("student_id")
)
_ENROLLED = _OF_STUDENT.where(Classroom.id == bindparam("id"))


def classroom_of_student(db: Session, student_id: str) -> ClassroomRow:
    """Return the student's class, to be read only."""
    return fetch_row(db, ClassroomRow._make, _OF_STUDENT, {"student_id": student_id})


def enrolled_classroom(db: Session, actor: Actor, classroom_id: str) -> ClassroomRow:
    """Return the class if the student belongs to it; else `NotFoundError`."""
    return fetch_row(db, ClassroomRow._make, _ENROLLED, {"id": classroom_id, "student_id": actor.id})


def lock_visible_row(db: Session, actor: Actor, permission: Permission, model: type[Found], row_id: str) -> Found:
    """Return a row about a student of the teacher's classes, or about the signed-in student; its student is locked.

    The errors are those of `get_classroom`; for a student `NotFoundError` and `ClassArchivedError`.
    """
    (row,) = lock_visible_rows(db, actor, permission, model, [row_id])
    return row


def lock_visible_rows(
    db: Session, actor: Actor, permission: Permission, model: type[Found], row_ids: Sequence[str]
) -> Sequence[Found]:
    """Return these rows as `lock_visible_row` returns one, each once, oldest first: all or `NotFoundError`."""
    wanted = set(row_ids)
    columns = model.__table__.columns
    is_wanted = columns["id"].in_(wanted)
    if uses_row_locks(db):  # before a row is changed: all transactions lock in the same order
        lock_rows(db, Student, select(columns["student_id"]).where(is_wanted))
    query = select(model, columns["classroom_id"], columns["student_id"]).where(is_wanted)
    found = db.execute(query.order_by(columns["id"])).all()
    if len(found) != len(wanted):
        raise NotFoundError
    _require_access(db, actor, permission, {(classroom_id, student_id) for _, classroom_id, student_id in found})
    return [row for row, _, _ in found]


def _require_access(db: Session, actor: Actor, permission: Permission, owners: Collection[tuple[str, str]]) -> None:
    """Refuse a teacher without the permission, students but the rows' own, and changes if archived.

    `owners`: the ids of the class and the student of each row.
    """
    match actor.role:
        case "teacher" | "substitute":
            require_permission(db, actor, permission, [classroom_id for classroom_id, _ in owners])
        case "student":
            for classroom_id, student_id in owners:
                require_own_id(actor, student_id)
                require_not_archived(db, classroom_id)
        case _:
            assert_never(actor.role)


# Built once: building the query costs more than executing it in SQLite.
_ID_OF_MEMBER = (
    select(Student.id)
    .join(Classroom, Classroom.id == Student.classroom_id)
    .where(Student.id == bindparam("id"), IS_MEMBER)
)


def require_visible_student(db: Session, actor: Actor, student_id: str) -> None:
    """Raise `NotFoundError` unless the student is in a class of the teacher, or is the signed-in student.

    For reads: it loads and locks nothing. A signed-in student exists, since its sessions are deleted with it.
    """
    match actor.role:
        case "teacher" | "substitute":
            parameters = {"id": student_id, **member_parameters(actor)}
            if connection_of(db).execute(_ID_OF_MEMBER, parameters).first() is None:
                raise NotFoundError
        case "student":
            require_own_id(actor, student_id)
        case _:
            assert_never(actor.role)


def require_own_id(actor: Actor, student_id: str | None) -> None:
    """Raise `NotFoundError` if a student's request names another student (specification 11.5)."""
    if student_id not in {None, actor.id}:
        raise NotFoundError


def lock_visible_student(db: Session, actor: Actor, permission: Permission, student_id: str) -> Student:
    """Return a student of the teacher's classes, or the signed-in student, locked; the errors of `lock_visible_row`."""
    student = get_or_not_found(db, for_update(db, select(Student).where(Student.id == student_id), Student))
    _require_access(db, actor, permission, [(student.classroom_id, student.id)])
    return student


def lock_own_student(db: Session, actor: Actor) -> Student:
    """Return the signed-in student, locked, for a change by the student; `ClassArchivedError`."""
    lock_rows(db, Student, [actor.id])
    student = db.get_one(Student, actor.id)
    require_not_archived(db, student.classroom_id)
    return student


def may_sign_in(db: Session, student: Student) -> bool:
    """Return whether the student isn't away and the class isn't archived."""
    return student.away_since is None and not is_archived(db, student.classroom_id)


def get_owned_students(db: Session, classroom: Classroom, student_ids: Sequence[str]) -> Sequence[Student]:
    """Return these students of the class, each once, locked; `NotFoundError` if any isn't in the class."""
    wanted = set(student_ids)
    lock_rows(db, Student, list(wanted))
    query = select(Student).where(Student.classroom_id == classroom.id, Student.id.in_(wanted))
    rows = db.scalars(query.order_by(Student.id)).all()
    if len(rows) != len(wanted):
        raise NotFoundError
    return rows


def select_ids_deleted_with(table: str, row_id: str) -> Select[str] | None:
    """Select the ids of the students that are deleted with a row of `table`; None if that table has no students."""
    if table == "teachers":
        return select(Student.id).join(Classroom, Classroom.id == Student.classroom_id).where(is_owned_by(row_id))
    column = {"students": Student.id, "classrooms": Student.classroom_id}.get(table)
    return None if column is None else select(Student.id).where(column == row_id)
