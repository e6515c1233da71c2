"""Changing the own account; each a transaction."""

from datetime import timedelta

from sqlalchemy.orm import Session

from server import clock
from server.errors import DomainError, NotSignedInError
from server.security import throttle
from server.security.actor import Actor
from server.security.sessions import end_sessions_of, is_open
from server.signin.service import Candidate, Device, check_brakes
from server.students.models import Student
from server.teachers.models import Teacher

RECENT = timedelta(minutes=10)


class WrongPasswordError(DomainError):
    """The present password wasn't right; the session stays (decisions.md, Signing in)."""

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


def rename_teacher(db: Session, actor: Actor, name: str) -> None:
    """The teacher's name as everybody reads it."""
    db.get_one(Teacher, actor.id).name = name
    db.flush()


def candidate_of(db: Session, actor: Actor) -> Candidate:
    """The actor's own account, as one that has to prove itself again."""
    return Candidate(actor.role, "", actor.id, _account(db, actor).password_hash)


def require_recent_sign_in(db: Session, actor: Actor) -> None:
    """`SignInAgainError` unless the session is at most 10 minutes old."""
    if not is_open(db, actor.session_id, since=clock.now() - RECENT):
        raise SignInAgainError


def wrong_password(db: Session, device: Device, candidate: Candidate) -> None:
    """Count the failure as one of sign-in, so that nobody guesses at a browser left open; brakes may answer first."""
    check_brakes(db, device, candidate)
    throttle.failed(db, device.attempt(candidate))


def change_password(db: Session, actor: Actor, device: Device, password_hash: str) -> None:
    """The new password, or the first one, counts; every other session of the account ends.

    The brakes are asked again: of many tries at once, only as many as they allow may count.
    `NotSignedInError` when this session ended while the password was checked: what the teacher set meanwhile counts.
    """
    check_brakes(db, device, candidate_of(db, actor))
    if not is_open(db, actor.session_id):
        raise NotSignedInError
    _account(db, actor).password_hash = password_hash
    end_sessions_of(db, actor.role, actor.id, but=actor.session_id)


def sign_out_everywhere(db: Session, actor: Actor) -> None:
    """Every session of the account ends, this one too."""
    end_sessions_of(db, actor.role, actor.id)


def unlock(db: Session, student: Student) -> None:
    """Failed sign-ins of the student no longer count."""
    throttle.release(db, throttle.account_of("student", student.id))


def _account(db: Session, actor: Actor) -> Teacher | Student:
    account = db.get(Teacher, actor.id) if actor.is_teacher else db.get(Student, actor.id)
    if account is None:  # deleted since the session was looked up
        raise NotSignedInError
    return account
