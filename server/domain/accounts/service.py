"""Account changes, one transaction each."""

from datetime import timedelta

from sqlalchemy.orm import Session

from server import clock
from server.database.locking import lock_rows
from server.domain.auth.sign_in import ClientContext, LoginCandidate, check_rate_limits, record_account_event
from server.domain.students.models import Student
from server.domain.teachers.models import Teacher
from server.errors import DomainError, NotSignedInError
from server.security import rate_limit, recovery_codes, throttle
from server.security.actor import Actor
from server.security.rate_limit import TRY_AGAIN, RateLimit, RateLimitExceededError
from server.security.sessions import end_sessions_of, is_open
from server.texts.language import Language

MAX_SIGN_IN_AGE = timedelta(minutes=10)


class PasswordChangeLimitError(RateLimitExceededError):
    """Password changes of one account."""

    key = "password_change_limit"
    sentence = f"Your password was changed very often in a short time. {TRY_AGAIN}"


PASSWORD_CHANGE_LIMIT = RateLimit("password", 20, timedelta(hours=1), PasswordChangeLimitError)
"""Each change costs two password hashes, which delay sign-ins."""


class WrongPasswordError(DomainError):
    """The current password is wrong; the session stays valid (specification 2.27)."""

    status = 422
    code = "wrong_password"
    sentence = "This is not your current password."
    about = ("currentPassword",)


class RecentSignInRequiredError(DomainError):
    """The session is too old to set a password, and so lasting access, without the current one."""

    status = 403
    code = "sign_in_again"
    sentence = "Please sign out, sign in again, and then set the password within 10 minutes."


def get_teacher(db: Session, actor: Actor) -> Teacher:
    """Load the signed-in teacher's account."""
    return db.get_one(Teacher, actor.id)


def has_password(db: Session, actor: Actor) -> bool:
    """Return whether the account has a password."""
    return _load_account(db, actor).password_hash is not None


def uses_identity_provider(db: Session, actor: Actor) -> bool:
    """Return whether the teacher's account is linked to an identity."""
    return get_teacher(db, actor).uses_identity_provider


def rename_teacher(db: Session, actor: Actor, name: str) -> None:
    """Change the teacher's display name."""
    db.get_one(Teacher, actor.id).name = name
    db.flush()


def choose_language(db: Session, actor: Actor, language: Language) -> None:
    """Store the language in which the account's owner sees GoalBucks."""
    _load_account(db, actor).language = language
    db.flush()


def find_login_candidate(db: Session, actor: Actor) -> LoginCandidate:
    """Return the actor's account as a candidate for re-authentication.

    Raises `RateLimitExceededError` after too many password changes.
    """
    rate_limit.check(db, [PASSWORD_CHANGE_LIMIT.for_key(actor.id)])
    return LoginCandidate(actor.role, "", actor.id, _load_account(db, actor).password_hash)


def require_recent_sign_in(db: Session, actor: Actor) -> None:
    """Raise `RecentSignInRequiredError` unless the session is at most 10 minutes old."""
    if not is_open(db, actor.session_id, since=clock.now() - MAX_SIGN_IN_AGE):
        raise RecentSignInRequiredError


def record_wrong_password(db: Session, client: ClientContext, candidate: LoginCandidate) -> None:
    """Count a wrong current password as a failed sign-in, so that an open session can't be used to guess it.

    Raises the errors of the rate limits.
    """
    check_rate_limits(db, client, candidate)
    throttle.record_failure(db, client.attempt(candidate))
    record_account_event(db, candidate.role, candidate.id, "sign_in_failed")


def change_password(db: Session, actor: Actor, client: ClientContext, password_hash: str) -> None:
    """Replace the password after the current one was verified; ends every other session of the account.

    Also unlinks a teacher's identity, which has to be linked again with the new password, and deletes the recovery
    code: both may have been created by another person who knew the old password.

    The rate limits are checked again, as concurrent attempts may have failed meanwhile. Raises `NotSignedInError` if
    this session ended during the verification.
    """
    check_rate_limits(db, client, find_login_candidate(db, actor))
    account = _store_password(db, actor, password_hash)
    if isinstance(account, Teacher):
        account.provider_uid = None


def set_password(db: Session, actor: Actor, password_hash: str) -> None:
    """Set a first password, or replace a forgotten one, after a recent sign-in through the identity provider.

    Ends every other session of the account. Raises `RecentSignInRequiredError`, and `NotSignedInError` if this session
    has ended.
    """
    require_recent_sign_in(db, actor)
    _store_password(db, actor, password_hash)


def _store_password(db: Session, actor: Actor, password_hash: str) -> Teacher | Student:
    lock_rows(db, Teacher if actor.is_teacher else Student, [actor.id])
    if not is_open(db, actor.session_id):
        raise NotSignedInError
    rate_limit.consume(db, [PASSWORD_CHANGE_LIMIT.for_key(actor.id)])
    account = _load_account(db, actor)
    account.password_hash = password_hash
    if actor.is_teacher:
        recovery_codes.delete_code(db, actor.id)
    end_sessions_of(db, actor.role, actor.id, exclude=actor.session_id)
    record_account_event(db, actor.role, actor.id, "password_changed")
    return account


def sign_out_everywhere(db: Session, actor: Actor) -> None:
    """End every session of the account, this one included."""
    record_account_event(db, actor.role, actor.id, "sign_out_everywhere")
    end_sessions_of(db, actor.role, actor.id)


def _load_account(db: Session, actor: Actor) -> Teacher | Student:
    account = db.get(Teacher, actor.id) if actor.is_teacher else db.get(Student, actor.id)
    if account is None:  # deleted since the session was looked up
        raise NotSignedInError
    return account
