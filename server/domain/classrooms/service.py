"""Creation, class codes and deletion of classrooms."""

import secrets
from collections.abc import Container

from sqlalchemy import select
from sqlalchemy.orm import Session

from server.database.hooks import deleting
from server.database.locking import hold
from server.domain.audit.service import Deed, Happening, note
from server.domain.classrooms.models import Classroom
from server.domain.teachers import service as teachers
from server.security.actor import Actor

CODE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH = 6


def normalise_code(text: str) -> str:
    """Normalize a class code for comparison: upper case and trimmed (specification 2.5)."""
    return text.strip().upper()


def find_by_code(db: Session, code: str) -> Classroom | None:
    """Find the classroom with this class code."""
    return db.scalar(select(Classroom).where(Classroom.class_code == normalise_code(code)))


def new_code(db: Session, but: Container[str] = ()) -> str:
    """Generate a class code that is unused and not in `exclude`."""
    while True:
        code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
        if code not in but and find_by_code(db, code) is None:
            return code


def create(db: Session, actor: Actor, *, name: str, grade_level: str | None) -> Classroom:
    """Create a class of the actor with a new class code."""
    classroom = Classroom(teacher_id=actor.id, name=name, grade_level=grade_level, class_code=new_code(db))
    db.add(classroom)
    db.flush()
    return classroom


def renew_code(db: Session, actor: Actor, classroom: Classroom) -> None:
    """Replace the class code; the old one stops working at once."""
    classroom.class_code = new_code(db)
    db.flush()
    note_done_in(db, actor, classroom.id, Deed("class_code_changed", classroom.name))


def delete(db: Session, actor: Actor, classroom: Classroom) -> None:
    """Delete the class with its students, goals, balances, submission history and images."""
    hold(db, Classroom, [classroom.id], whole=True)  # so that no image is added from now on
    note_done_in(db, actor, classroom.id, Deed("class_deleted", classroom.name))
    deleting(db, Classroom.__tablename__, classroom.id)
    db.delete(classroom)
    db.flush()


def note_done_in(db: Session, teacher: Actor, classroom_id: str, deed: Deed) -> None:
    """Record an audit event by the teacher that concerns a class and no single student."""
    note(db, Happening(deed, teacher.id, teachers.person(db, teacher.id), classroom_id))
