"""Signing in to the sample class, and removing it, within the caller's transaction."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from server.database.hooks import notify_before_delete
from server.database.locking import advisory_xact_lock, lock_rows
from server.domain.classrooms.membership import is_owned_by
from server.domain.classrooms.models import Classroom
from server.domain.teachers.models import Teacher
from server.domain.teachers.sample_account import find_sample
from server.errors import NotFoundError
from server.security.actor import Actor
from server.security.sessions import end_sessions_of


def find_made(db: Session) -> Teacher | None:
    """Return the account of the sample class; None if there is none, or if its class was deleted."""
    advisory_xact_lock(db, "sample class")
    teacher = find_sample(db)
    if teacher is None or db.scalar(select(Classroom.id).where(is_owned_by(teacher.id)).limit(1)) is None:
        return None
    return teacher


def remove(db: Session, actor: Actor) -> None:
    """Delete the account of the sample class, with the class and all sessions; `NotFoundError` for another account.

    Without the backup that is made before a real class is deleted.
    """
    teacher = find_sample(db)
    if teacher is None or teacher.id != actor.id:
        raise NotFoundError
    classes = db.scalars(select(Classroom).where(is_owned_by(teacher.id))).all()
    lock_rows(db, Classroom, [each.id for each in classes], exclusive=True)  # so that no image is added from now on
    notify_before_delete(db, Teacher.__tablename__, teacher.id)
    for classroom in classes:  # not by the cascade alone: the hooks tell the pages of its students that they are over
        db.delete(classroom)
    end_sessions_of(db, "teacher", teacher.id)
    db.delete(teacher)
    db.flush()
