"""Account recovery for teachers: create a recovery code, and reset a forgotten password with it."""

from datetime import timedelta

from sqlalchemy.orm import Session

from server.database.locking import lock_rows
from server.domain.accounts.service import find_login_candidate, has_password, require_recent_sign_in
from server.domain.auth.sign_in import (
    ClientContext,
    LoginCandidate,
    LoginResult,
    check_rate_limits,
    record_account_event,
    start_session,
)
from server.domain.teachers import service as teachers
from server.domain.teachers.models import Teacher
from server.errors import DomainError, InvalidError, NotSignedInError
from server.security import rate_limit, recovery_codes, throttle
from server.security.actor import Actor
from server.security.rate_limit import TRY_AGAIN, RateLimit, RateLimitExceededError
from server.security.recovery_codes import RecoveryCode
from server.security.sessions import end_sessions_of, is_open
from server.texts.field_errors import field_sentence


class RecoveryCodeLimitError(RateLimitExceededError):
    """Recovery codes made for one account."""

    key = "recovery_code_limit"
    sentence = f"Recovery codes were made very often in a short time. {TRY_AGAIN}"


_RECOVERY_CODE_LIMIT = RateLimit("recovery_code", 20, timedelta(hours=1), RecoveryCodeLimitError)
"""Each code costs two password hashes, which delay sign-ins."""


class InvalidRecoveryCodeError(DomainError):
    """The same error for an unknown e-mail and for a wrong, used or replaced code."""

    status = 401
    code = "invalid_recovery_code"
    sentence = "This is not the recovery code of this e-mail, or it was used or replaced."


def require_reauthentication(db: Session, teacher: Actor, current_password: str | None) -> bool:
    """Require re-authentication and return whether it is by password; an account without one needs a recent sign-in.

    Raises `RecentSignInRequiredError` for an older session, `InvalidError` for a missing password.
    """
    rate_limit.check(db, [_RECOVERY_CODE_LIMIT.for_key(teacher.id)])
    if not has_password(db, teacher):
        require_recent_sign_in(db, teacher)
        return False
    if current_password is None:
        raise InvalidError(fields={"currentPassword": field_sentence("missing")})
    return True


def replace_recovery_code(
    db: Session, teacher: Actor, client: ClientContext, code_hash: str, *, by_password: bool
) -> RecoveryCode:
    """Store the hash of a new recovery code, which replaces the previous one.

    Rate limits and session are checked again, as they may have changed while the password was verified.
    """
    if by_password:
        check_rate_limits(db, client, find_login_candidate(db, teacher))
    else:
        require_recent_sign_in(db, teacher)
    lock_rows(db, Teacher, [teacher.id])
    if not is_open(db, teacher.session_id):
        raise NotSignedInError
    rate_limit.consume(db, [_RECOVERY_CODE_LIMIT.for_key(teacher.id)])
    record_account_event(db, "teacher", teacher.id, "recovery_code_made")
    return recovery_codes.replace_code(db, teacher.id, code_hash)


def find_candidate(db: Session, email: str) -> LoginCandidate:
    """Look up a teacher's account by e-mail, with the recovery code's hash in place of the password's.

    Attempts count towards the same rate limits as sign-ins.
    """
    teacher = teachers.find_by_email(db, email)
    if teacher is None:
        return LoginCandidate("teacher", teachers.email_key(email), None, None)
    code = recovery_codes.find_code(db, teacher.id)
    return LoginCandidate("teacher", teacher.email_key, teacher.id, None if code is None else code.code_hash)


def reset_password(
    db: Session, client: ClientContext, candidate: LoginCandidate, *, correct: bool, password_hash: str
) -> LoginResult | None:
    """Set the new password, delete the code and sign in; or count the failure and return None.

    All sessions, the linked identity and the known browsers are revoked, as the old password may have been known to
    others.
    """
    check_rate_limits(db, client, candidate)
    if candidate.id is not None:
        lock_rows(db, Teacher, [candidate.id])
    if candidate.id is None or not correct or not _is_code_current(db, candidate):
        throttle.record_failure(db, client.attempt(candidate))
        record_account_event(db, "teacher", candidate.id, "recovery_code_failed")
        return None
    recovery_codes.delete_code(db, candidate.id)
    teacher = db.get_one(Teacher, candidate.id)
    teacher.password_hash, teacher.provider_uid = password_hash, None
    end_sessions_of(db, "teacher", teacher.id)
    throttle.delete_known_browsers(db, "teacher", teacher.id)
    record_account_event(db, "teacher", teacher.id, "recovery_code_used")
    return start_session(db, client, "teacher", teacher.id)


def _is_code_current(db: Session, candidate: LoginCandidate) -> bool:
    """Return whether the verified code is still the teacher's code."""
    code = candidate.id and recovery_codes.find_code(db, candidate.id)
    return bool(code and code.code_hash == candidate.secret_hash)
