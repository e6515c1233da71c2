"""Account recovery for teachers: create a recovery code, and reset a forgotten password with it."""

from datetime import timedelta

from sqlalchemy.orm import Session

from server.database.locking import hold
from server.domain.accounts.service import candidate_of, has_password, require_recent_sign_in
from server.domain.auth.service import Candidate, Device, SignedIn, check_brakes, note_of_account, open_session
from server.domain.teachers import service as teachers
from server.domain.teachers.models import Teacher
from server.errors import DomainError, InvalidError, NotSignedInError
from server.security import rate_limit, recovery, throttle
from server.security.actor import Actor
from server.security.rate_limit import Rate
from server.security.recovery import RecoveryCode
from server.security.sessions import end_sessions_of, is_open

_RECOVERY_CODE_LIMIT = Rate(
    "recovery_code", 20, timedelta(hours=1), "Recovery codes were made very often in a short time."
)
"""Each code costs two password hashes, which delay sign-ins."""


class InvalidRecoveryCodeError(DomainError):
    """The same error for an unknown e-mail and for a wrong, used or replaced code."""

    status = 401
    code = "invalid_recovery_code"
    sentence = "This is not the recovery code of this e-mail, or it was used or replaced."


def require_proof(db: Session, teacher: Actor, current_password: str | None) -> bool:
    """Require re-authentication and return whether it is by password; an account without one needs a recent sign-in.

    Raises `RecentSignInRequiredError` for an older session, `InvalidError` for a missing password.
    """
    rate_limit.check(db, [_RECOVERY_CODE_LIMIT.for_key(teacher.id)])
    if not has_password(db, teacher):
        require_recent_sign_in(db, teacher)
        return False
    if current_password is None:
        raise InvalidError(fields={"currentPassword": "is required"})
    return True


def keep(db: Session, teacher: Actor, client: Device, code_hash: str, *, proved_by_password: bool) -> RecoveryCode:
    """Store the hash of a new recovery code, which replaces the previous one.

    Rate limits and session are checked again, as they may have changed while the password was verified.
    """
    if proved_by_password:
        check_brakes(db, client, candidate_of(db, teacher))
    else:
        require_recent_sign_in(db, teacher)
    hold(db, Teacher, [teacher.id])
    if not is_open(db, teacher.session_id):
        raise NotSignedInError
    rate_limit.consume(db, [_RECOVERY_CODE_LIMIT.for_key(teacher.id)])
    note_of_account(db, "teacher", teacher.id, "recovery_code_made")
    return recovery.keep(db, teacher.id, code_hash)


def find(db: Session, email: str) -> Candidate:
    """Look up a teacher's account by e-mail, with the recovery code's hash in place of the password's.

    Attempts count towards the same rate limits as sign-ins.
    """
    teacher = teachers.find_by_email(db, email)
    if teacher is None:
        return Candidate("teacher", teachers.email_key(email), None, None)
    code = recovery.find(db, teacher.id)
    return Candidate("teacher", teacher.email_key, teacher.id, None if code is None else code.code_hash)


def use(db: Session, client: Device, candidate: Candidate, *, correct: bool, password_hash: str) -> SignedIn | None:
    """Set the new password, delete the code and sign in; or count the failure and return None.

    All sessions, the linked identity and the known browsers are revoked, as the old password may have been known to
    others.
    """
    check_brakes(db, client, candidate)
    if candidate.id is not None:
        hold(db, Teacher, [candidate.id])
    attempt = client.attempt(candidate)
    if candidate.id is None or not correct or not _is_code_current(db, candidate):
        throttle.failed(db, attempt)
        note_of_account(db, "teacher", candidate.id, "recovery_code_failed")
        return None
    recovery.forget(db, candidate.id)
    teacher = db.get_one(Teacher, candidate.id)
    teacher.password_hash, teacher.provider_uid = password_hash, None
    end_sessions_of(db, "teacher", teacher.id)
    throttle.forget_browsers(db, candidate.account)
    note_of_account(db, "teacher", teacher.id, "recovery_code_used")
    return open_session(db, client, "teacher", teacher.id, attempt)


def _is_code_current(db: Session, candidate: Candidate) -> bool:
    """Return whether the verified code is still the teacher's code."""
    code = candidate.id and recovery.find(db, candidate.id)
    return bool(code and code.code_hash == candidate.password_hash)
