"""Teachers let in, kept out and helped, and classes handed over; each a transaction."""

from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from server import clock
from server.class_computer.settings import service as preferences
from server.database.locking import held
from server.domain.audit.service import ADMINISTRATOR, Deed, Happening, note
from server.domain.classrooms.models import Classroom
from server.domain.classrooms.service import normalise_code
from server.domain.teachers import invites
from server.domain.teachers.models import Teacher
from server.domain.teachers.service import email_key
from server.errors import DomainError
from server.security import recovery, throttle
from server.security.sessions import end_sessions_of, shut_sessions_of


class UnknownTeacherError(DomainError):
    """Nobody has this e-mail."""

    code = "unknown_teacher"
    sentence = "No teacher has this e-mail. 'goalbucks admin teachers' lists them all."


class UnknownClassError(DomainError):
    """No class has this code."""

    code = "unknown_class"
    sentence = "No class has this class code. 'goalbucks admin teachers' lists them all."


class UnknownInviteError(DomainError):
    """No invite is called so."""

    code = "unknown_invite"
    sentence = "There is no such invite. 'goalbucks admin invites' lists them all."


class NothingToDoError(DomainError):
    """It is so already."""

    code = "nothing_to_do"
    sentence = "Nothing was changed."


class DisabledTeacherError(DomainError):
    """Nobody could get at a class that such a teacher has."""

    code = "teacher_is_disabled"
    sentence = "This teacher's account is switched off: 'goalbucks admin enable' switches it on. Nothing was changed."


def invite(db: Session, *, uses: int | None, days: int | None) -> str:
    """A new invite code, readable this once."""
    return invites.make(db, uses=uses, expires_at=None if days is None else clock.now() + timedelta(days=days))


def revoke(db: Session, name: str) -> None:
    """The invite counts no more; whoever registered with it stays."""
    found = invites.named(db, name)
    if found is None:
        raise UnknownInviteError
    db.delete(found)
    db.flush()


def reset_password(db: Session, email: str, password_hash: str) -> Teacher:
    """The new password counts; every way in that somebody else may know or hold ends."""
    teacher = _held_teacher(db, email)
    teacher.password_hash, teacher.provider_uid = password_hash, None
    db.flush()
    recovery.forget(db, teacher.id)
    account = throttle.account_of("teacher", teacher.id)
    throttle.forget_browsers(db, account)
    throttle.release(db, account)
    end_sessions_of(db, "teacher", teacher.id)
    _note(db, teacher, Deed("password_reset"))
    return teacher


def disable(db: Session, email: str) -> Teacher:
    """The teacher is signed out and let in no more; classes and students go on."""
    teacher = _held_teacher(db, email)
    if teacher.disabled_at is not None:
        raise NothingToDoError(f"{teacher.name}'s account is switched off already. Nothing was changed.")
    teacher.disabled_at = clock.now()
    db.flush()  # whoever signs in at this moment waits, and hears of it
    shut_sessions_of(db, teacher.id)
    _note(db, teacher, Deed("account_disabled"))
    return teacher


def enable(db: Session, email: str) -> Teacher:
    """The teacher may sign in again."""
    teacher = _held_teacher(db, email)
    if teacher.disabled_at is None:
        raise NothingToDoError(f"{teacher.name}'s account isn't switched off. Nothing was changed.")
    teacher.disabled_at = None
    end_sessions_of(db, "teacher", teacher.id)
    _note(db, teacher, Deed("account_enabled"))
    return teacher


def hand_over(db: Session, class_code: str, email: str) -> tuple[Classroom, Teacher, Teacher]:
    """The class with everybody and everything in it is this teacher's now; and whose it was.

    Reviews, goals and goalbucks keep the names of those who gave them.
    """
    receiver = _held_teacher(db, email)
    query = held(db, select(Classroom).where(Classroom.class_code == normalise_code(class_code)), Classroom)
    classroom = db.scalar(query)
    if classroom is None:
        raise UnknownClassError
    if receiver.disabled_at is not None:
        raise DisabledTeacherError
    if classroom.teacher_id == receiver.id:
        raise NothingToDoError(f"{classroom.name} is a class of {receiver.name} already. Nothing was changed.")
    giver = db.get_one(Teacher, classroom.teacher_id)
    classroom.teacher_id = receiver.id
    db.flush()
    _note(db, giver, Deed("class_handed_over", f"{classroom.name} ({receiver.name})"), classroom.id)
    _note(db, receiver, Deed("class_taken_over", f"{classroom.name} ({giver.name})"), classroom.id)
    return classroom, giver, receiver


def keep_photos(db: Session, days: int | None) -> None:
    """Photos of reviewed submissions go after so many days, in every class of the school; None: they stay."""
    before = preferences.read(db)
    told = preferences.in_words(before, preferences.keep(db, {"image_retention_days": days}))
    if not told:
        raise NothingToDoError("It is so already. Nothing was changed.")
    for teacher in db.scalars(select(Teacher)):
        _note(db, teacher, Deed("settings_changed", told))


def _held_teacher(db: Session, email: str) -> Teacher:
    """The teacher with this e-mail, whom nobody else changes or lets in until this transaction ends."""
    teacher = db.scalar(held(db, select(Teacher).where(Teacher.email_key == email_key(email)), Teacher))
    if teacher is None:
        raise UnknownTeacherError
    return teacher


def _note(db: Session, teacher: Teacher, deed: Deed, classroom_id: str | None = None) -> None:
    note(db, Happening(deed, teacher.id, ADMINISTRATOR, classroom_id))
