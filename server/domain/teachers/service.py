"""Creating teachers, and finding them by e-mail or by what the identity provider calls them."""

from sqlalchemy import exists, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from server.database.locking import held
from server.domain.audit.service import Deed, Happening, Person, note
from server.domain.teachers.models import Teacher
from server.errors import DomainError


class EmailTakenError(DomainError):
    """A teacher with this e-mail exists."""

    code = "email_taken"
    sentence = "There is already an account with this e-mail. Please sign in instead."


class TeacherDisabledError(DomainError):
    """The school's administrator lets this teacher in no more; whoever hears it has proved whose account it is."""

    status = 403
    code = "teacher_disabled"
    sentence = "Your school has switched off your GoalBucks account. Please ask whoever runs GoalBucks at your school."


def email_key(email: str) -> str:
    """The e-mail as compared: without case and surrounding blanks (specification 2.8)."""
    return email.strip().casefold()


def has_accounts(db: Session) -> bool:
    """Whether any teacher has an account here."""
    return bool(db.scalar(select(exists(select(Teacher.id)))))


def find_by_email(db: Session, email: str) -> Teacher | None:
    """The teacher with this e-mail."""
    return db.scalar(select(Teacher).where(Teacher.email_key == email_key(email)))


def find_by_provider_uid(db: Session, uid: str) -> Teacher | None:
    """The teacher whom the identity provider calls this; in a write it stays so until that ends."""
    return db.scalar(held(db, select(Teacher).where(Teacher.provider_uid == uid), Teacher))


def require_enabled(db: Session, teacher_id: str) -> None:
    """`TeacherDisabledError`, also when it happens at the same moment."""
    query = held(db, select(Teacher).where(Teacher.id == teacher_id), Teacher)
    if db.scalars(query.execution_options(populate_existing=True)).one().disabled_at is not None:
        raise TeacherDisabledError


def person(db: Session, teacher_id: str) -> Person:
    """The teacher as the activity log names who did something."""
    return Person("teacher", teacher_id, db.get_one(Teacher, teacher_id).name)


def note_done_by(db: Session, teacher: Teacher, deed: Deed) -> None:
    """For the activity log: the teacher did this, to no class."""
    note(db, Happening(deed, teacher.id, Person("teacher", teacher.id, teacher.name)))


def register(
    db: Session, *, name: str, email: str, password_hash: str | None = None, provider_uid: str | None = None
) -> Teacher:
    """A new teacher, who has a password or the provider's uid; `EmailTakenError` when the e-mail has an account."""
    if find_by_email(db, email) is not None:
        raise EmailTakenError
    teacher = Teacher(
        name=name, email=email, email_key=email_key(email), password_hash=password_hash, provider_uid=provider_uid
    )
    db.add(teacher)
    try:
        db.flush()
    except IntegrityError as error:
        if "email_key" not in str(error.orig):
            raise
        raise EmailTakenError from error
    note_done_by(db, teacher, Deed("registered"))
    return teacher
