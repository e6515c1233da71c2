"""Changing the own account; each a transaction."""

from datetime import timedelta

from sqlalchemy.orm import Session

from server import clock
from server.database.locking import hold
from server.domain.audit.service import Deed
from server.domain.auth.service import Candidate, Device, check_brakes, note_of_account
from server.domain.students.models import Student
from server.domain.students.service import note_done_to
from server.domain.teachers.models import Teacher
from server.errors import DomainError, NotSignedInError
from server.security import rates, recovery, throttle
from server.security.actor import Actor
from server.security.rates import Rate
from server.security.sessions import end_sessions_of, is_open

RECENT = timedelta(minutes=10)
CHANGES = Rate("password", 20, timedelta(hours=1), "Your password was changed very often in a short time.")
"""Each change costs two hashes, for which sign-ins wait."""


class WrongPasswordError(DomainError):
    """The present password wasn't right; the session stays (specification 2.27)."""

    status = 422
    code = "wrong_password"
    sentence = "This is not your current password."
    about = ("currentPassword",)


class SignInAgainError(DomainError):
    """A session so old doesn't prove that the teacher sits there; a password would outlast whoever does."""

    status = 403
    code = "sign_in_again"
    sentence = "Please sign out, sign in again, and then set the password within 10 minutes."


def teacher_account(db: Session, actor: Actor) -> Teacher:
    """The actor's own account."""
    return db.get_one(Teacher, actor.id)


def has_password(db: Session, actor: Actor) -> bool:
    """Whether the account has one that can be asked for."""
    return _account(db, actor).password_hash is not None


def uses_identity_provider(db: Session, actor: Actor) -> bool:
    """Whether the identity provider signs the teacher in."""
    return teacher_account(db, actor).uses_identity_provider


def rename_teacher(db: Session, actor: Actor, name: str) -> None:
    """The teacher's name as everybody reads it."""
    db.get_one(Teacher, actor.id).name = name
    db.flush()


def candidate_of(db: Session, actor: Actor) -> Candidate:
    """The actor's own account, as one that has to prove itself again; `TooOftenError` when it did so all the time."""
    rates.require(db, [CHANGES.by(actor.id)])
    return Candidate(actor.role, "", actor.id, _account(db, actor).password_hash)


def require_recent_sign_in(db: Session, actor: Actor) -> None:
    """`SignInAgainError` unless the session is at most 10 minutes old."""
    if not is_open(db, actor.session_id, since=clock.now() - RECENT):
        raise SignInAgainError


def wrong_password(db: Session, device: Device, candidate: Candidate) -> None:
    """Count the failure as one of sign-in, so that nobody guesses at a browser left open; brakes may answer first."""
    check_brakes(db, device, candidate)
    throttle.failed(db, device.attempt(candidate))
    note_of_account(db, candidate.role, candidate.id, "sign_in_failed")


def change_password(db: Session, actor: Actor, device: Device, password_hash: str) -> None:
    """The new password counts in place of the one that was given; every other session of the account ends.

    A teacher's identity provider is disconnected as well, and asks for the new one at its next sign-in; a recovery
    code counts no more: whoever knew the old one may have connected an identity, or made a code, with it.

    The brakes are asked again: of many tries at once, only as many as they allow may count.
    `NotSignedInError` when this session ended while the password was checked: what the teacher set meanwhile counts.
    """
    check_brakes(db, device, candidate_of(db, actor))
    account = _keep(db, actor, password_hash)
    if isinstance(account, Teacher):
        account.provider_uid = None


def set_password(db: Session, actor: Actor, password_hash: str) -> None:
    """A password for who has just signed in at the identity provider, as the first one or in place of a forgotten one.

    `SignInAgainError`, and `NotSignedInError` as above; every other session of the account ends.
    """
    require_recent_sign_in(db, actor)
    _keep(db, actor, password_hash)


def _keep(db: Session, actor: Actor, password_hash: str) -> Teacher | Student:
    hold(db, Teacher if actor.is_teacher else Student, [actor.id])
    if not is_open(db, actor.session_id):
        raise NotSignedInError
    rates.count(db, [CHANGES.by(actor.id)])
    account = _account(db, actor)
    account.password_hash = password_hash
    if actor.is_teacher:
        recovery.forget(db, actor.id)
    end_sessions_of(db, actor.role, actor.id, but=actor.session_id)
    note_of_account(db, actor.role, actor.id, "password_changed")
    return account


def sign_out_everywhere(db: Session, actor: Actor) -> None:
    """Every session of the account ends, this one too."""
    note_of_account(db, actor.role, actor.id, "sign_out_everywhere")
    end_sessions_of(db, actor.role, actor.id)


def unlock(db: Session, actor: Actor, student: Student) -> None:
    """Failed sign-ins of the student no longer count."""
    if throttle.release(db, throttle.account_of("student", student.id)):
        note_done_to(db, actor, student, Deed("student_unlocked"))


def _account(db: Session, actor: Actor) -> Teacher | Student:
    account = db.get(Teacher, actor.id) if actor.is_teacher else db.get(Student, actor.id)
    if account is None:  # deleted since the session was looked up
        raise NotSignedInError
    return account
