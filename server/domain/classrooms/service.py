"""Creating, changing and deleting classrooms."""

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
    """A class code as compared: without case and surrounding blanks (specification 2.5)."""
    return text.strip().upper()


def find_by_code(db: Session, code: str) -> Classroom | None:
    """The classroom that has this code."""
    return db.scalar(select(Classroom).where(Classroom.class_code == normalise_code(code)))


def new_code(db: Session, but: Container[str] = ()) -> str:
    """A class code that no class has, and none of these."""
    while True:
        code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
        if code not in but and find_by_code(db, code) is None:
            return code


def create(db: Session, actor: Actor, *, name: str, grade_level: str | None) -> Classroom:
    """A new class of the teacher who asks, with a code of its own."""
    classroom = Classroom(teacher_id=actor.id, name=name, grade_level=grade_level, class_code=new_code(db))
    db.add(classroom)
    db.flush()
    return classroom


def renew_code(db: Session, actor: Actor, classroom: Classroom) -> None:
    """Give the class a new code; the old one stops working at once."""
    classroom.class_code = new_code(db)
    db.flush()
    note_done_in(db, actor, classroom.id, Deed("class_code_changed", classroom.name))


def delete(db: Session, actor: Actor, classroom: Classroom) -> None:
    """Remove the class and all that the warning lists: students, goals, balances, submission history, images."""
    hold(db, Classroom, [classroom.id], whole=True)  # its images are all known from now on
    note_done_in(db, actor, classroom.id, Deed("class_deleted", classroom.name))
    deleting(db, Classroom.__tablename__, classroom.id)
    db.delete(classroom)
    db.flush()


def note_done_in(db: Session, teacher: Actor, classroom_id: str, deed: Deed) -> None:
    """For the activity log: the teacher did this in the class, to no one student."""
    note(db, Happening(deed, teacher.id, teachers.person(db, teacher.id), classroom_id))
