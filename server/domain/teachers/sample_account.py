"""The account that owns the sample class: a teacher without a password, marked by its e-mail (specification 21)."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from server.database.locking import for_update
from server.domain.teachers.models import SAMPLE_EMAIL, Teacher
from server.errors import DomainError

IS_SAMPLE = Teacher.email_key == SAMPLE_EMAIL
"""Condition on teachers: the account of the sample class."""


class SampleClassError(DomainError):
    """What the account of the sample class can't do: get a password, another class or another class code."""

    code = "sample_class"
    sentence = "This can't be done with the sample class. Please sign in with your own account for it."


def find_sample(db: Session) -> Teacher | None:
    """Return the account of the sample class, if there is one."""
    return db.scalar(for_update(db, select(Teacher).where(IS_SAMPLE), Teacher))


def require_own_account(db: Session, teacher_id: str) -> None:
    """Raise `SampleClassError` for the account of the sample class."""
    if db.get_one(Teacher, teacher_id).is_sample:
        raise SampleClassError
