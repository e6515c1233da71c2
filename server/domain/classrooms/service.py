"""Creation, class codes and deletion of classrooms."""

from collections.abc import Container

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from server.database.hooks import notify_before_delete
from server.database.locking import lock_rows
from server.domain.activity.service import ActivityEvent, record
from server.domain.classrooms.models import Classroom
from server.domain.teachers.sample_account import require_own_account
from server.security.actor import Actor
from server.security.recovery_codes import random_code
from server.security.sessions import end_substitute_sessions

CODE_LENGTH = 6


def normalize_code(text: str) -> str:
    """Normalize a class code for comparison: upper case, without blanks and dashes (specification 2.5)."""
    return "".join(text.split()).replace("-", "").upper()


_BY_CODE = select(Classroom).where(Classroom.class_code == bindparam("class_code"))
_TO_SIGN_IN = _BY_CODE.where(Classroom.archived_at.is_(None))


def find_by_code(db: Session, code: str) -> Classroom | None:
    """Find the classroom whose students sign in with this class code; none for the code of an archived one."""
    return db.scalar(_TO_SIGN_IN, {"class_code": normalize_code(code)})


def is_code_used(db: Session, code: str) -> bool:
    """Return whether a class has this class code, archived or not."""
    return db.scalar(_BY_CODE, {"class_code": code}) is not None


def generate_code(db: Session, exclude: Container[str] = ()) -> str:
    """Generate a class code that is unused and not in `exclude`."""
    while True:
        code = random_code(CODE_LENGTH)
        if code not in exclude and not is_code_used(db, code):
            return code


def create(db: Session, actor: Actor, *, name: str, grade_level: str | None) -> Classroom:
    """Create a class of the actor with a new class code; `SampleClassError` for the account of the sample class."""
    require_own_account(db, actor.id)
    return add(db, actor, name=name, grade_level=grade_level, class_code=generate_code(db))


def add(db: Session, actor: Actor, *, name: str, grade_level: str | None, class_code: str) -> Classroom:
    """Add a class with this code; any account may own it."""
    classroom = Classroom(teacher_id=actor.id, name=name, grade_level=grade_level, class_code=class_code)
    db.add(classroom)
    db.flush()
    return classroom


def renew_code(db: Session, actor: Actor, classroom: Classroom) -> None:
    """Replace the class code; the old one stops working immediately.

    `SampleClassError` for the sample class, whose students have the code as password.
    """
    require_own_account(db, classroom.teacher_id)
    classroom.class_code = generate_code(db)
    db.flush()
    record(db, actor, ActivityEvent("class_code_changed", classroom.name, classroom_id=classroom.id))


def delete(db: Session, actor: Actor, classroom: Classroom) -> None:
    """Delete the class with its students, goals, balances, submission history and images."""
    lock_rows(db, Classroom, [classroom.id], exclusive=True)  # so that no image is added from now on
    record(db, actor, ActivityEvent("class_deleted", classroom.name, classroom_id=classroom.id))
    notify_before_delete(db, Classroom.__tablename__, classroom.id)
    end_substitute_sessions(db, classroom.id)  # while their substitutions exist
    db.delete(classroom)
    db.flush()
