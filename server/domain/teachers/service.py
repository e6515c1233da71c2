"""Creation and look-up of teacher accounts."""

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from server.database.locking import for_update
from server.database.unique import flush_unique
from server.domain.activity.service import ActivityEvent, record
from server.domain.teachers.models import SAMPLE_EMAIL, Teacher
from server.domain.teachers.sample_account import IS_SAMPLE
from server.errors import AccountDisabledError, DomainError
from server.security import apostrophes
from server.security.actor import Account


class EmailTakenError(DomainError):
    """A teacher account with this e-mail exists."""

    code = "email_taken"
    sentence = "There is already an account with this e-mail. Please sign in instead."


class TeacherDisabledError(DomainError):
    """The school's administrator has disabled the account; raised only after successful authentication.

    403, since signing in again doesn't help; the 401 for a session that this ended is `AccountDisabledError`.
    """

    status = 403
    code = AccountDisabledError.code
    sentence = AccountDisabledError.sentence


def email_key(email: str) -> str:
    """Normalize an e-mail for comparison: case-folded and trimmed (specification 2.8)."""
    return email.strip().casefold()


def has_accounts(db: Session) -> bool:
    """Return whether there is any teacher account but that of the sample class."""
    return bool(db.scalar(select(exists(select(Teacher.id).where(~IS_SAMPLE)))))


def find_by_email(db: Session, email: str) -> Teacher | None:
    """Find the teacher with this e-mail, even if it was typed with another apostrophe."""
    key = email_key(email)
    keys = dict.fromkeys((key, apostrophes.straighten(key)))
    found = {each.email_key: each for each in db.scalars(select(Teacher).where(Teacher.email_key.in_(keys)))}
    return next((found[each] for each in keys if each in found), None)


def find_by_provider_uid(db: Session, uid: str) -> Teacher | None:
    """Find the teacher linked to this identity and, in a writing transaction, lock the row."""
    return db.scalar(for_update(db, select(Teacher).where(Teacher.provider_uid == uid), Teacher))


def require_enabled(db: Session, teacher_id: str) -> None:
    """Raise `TeacherDisabledError` if the account is disabled; locks the row."""
    query = for_update(db, select(Teacher).where(Teacher.id == teacher_id), Teacher)
    if db.scalars(query).one().disabled_at is not None:
        raise TeacherDisabledError


def register(
    db: Session, *, name: str, email: str, password_hash: str | None = None, provider_uid: str | None = None
) -> Teacher:
    """Create a teacher with a password or an identity's uid.

    Raises `EmailTakenError` for the e-mail of another account and for that of the sample class.
    """
    if email_key(email) == SAMPLE_EMAIL or find_by_email(db, email) is not None:
        raise EmailTakenError
    return _add(db, Teacher(name=name, email=email, password_hash=password_hash, provider_uid=provider_uid))


def add_sample(db: Session, name: str) -> Teacher:
    """Create the account of the sample class, which has no password and no identity."""
    return _add(db, Teacher(name=name, email=SAMPLE_EMAIL))


def _add(db: Session, teacher: Teacher) -> Teacher:
    teacher.email_key = email_key(teacher.email)
    db.add(teacher)
    flush_unique(db, {"email_key": EmailTakenError})
    record(db, Account(teacher.id, "teacher"), ActivityEvent("registered"))
    return teacher
