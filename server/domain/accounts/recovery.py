"""A teacher's recovery code: made in good time by who knows the password, used once by who has forgotten it."""

from datetime import timedelta

from sqlalchemy.orm import Session

from server.database.locking import hold
from server.domain.accounts.service import candidate_of, has_password, require_recent_sign_in
from server.domain.auth.service import Candidate, Device, SignedIn, check_brakes, note_of_account, open_session
from server.domain.teachers import service as teachers
from server.domain.teachers.models import Teacher
from server.errors import DomainError, InvalidError, NotSignedInError
from server.security import rates, recovery, throttle
from server.security.actor import Actor
from server.security.rates import Rate
from server.security.recovery import RecoveryCode
from server.security.sessions import end_sessions_of, is_open

_CODES = Rate("recovery_code", 20, timedelta(hours=1), "Recovery codes were made very often in a short time.")
"""Each costs two hashes, for which sign-ins wait."""


class InvalidRecoveryCodeError(DomainError):
    """One answer for whatever is wrong with it."""

    status = 401
    code = "invalid_recovery_code"
    sentence = "This is not the recovery code of this e-mail, or it was used or replaced."


def require_proof(db: Session, teacher: Actor, current_password: str | None) -> bool:
    """Whether it is the present password that proves who asks; without one, a sign-in of the last minutes does.

    `SignInAgainError` for a session that is older, 422 for a password that is missing.
    """
    rates.require(db, [_CODES.by(teacher.id)])
    if not has_password(db, teacher):
        require_recent_sign_in(db, teacher)
        return False
    if current_password is None:
        raise InvalidError(fields={"currentPassword": "is required"})
    return True


def keep(db: Session, teacher: Actor, device: Device, code_hash: str, *, proved_by_password: bool) -> RecoveryCode:
    """The code with this hash counts in place of the one before.

    Brakes and session are asked again: what happened while the password was checked counts.
    """
    if proved_by_password:
        check_brakes(db, device, candidate_of(db, teacher))
    else:
        require_recent_sign_in(db, teacher)
    hold(db, Teacher, [teacher.id])
    if not is_open(db, teacher.session_id):
        raise NotSignedInError
    rates.count(db, [_CODES.by(teacher.id)])
    note_of_account(db, "teacher", teacher.id, "recovery_code_made")
    return recovery.keep(db, teacher.id, code_hash)


def find(db: Session, email: str) -> Candidate:
    """The teacher's account that was named, with its code's hash where sign-in has the password's.

    It has the same brakes as signing in: who guesses at both gets no more tries.
    """
    teacher = teachers.find_by_email(db, email)
    if teacher is None:
        return Candidate("teacher", teachers.email_key(email), None, None)
    code = recovery.find(db, teacher.id)
    return Candidate("teacher", teacher.email_key, teacher.id, None if code is None else code.code_hash)


def use(db: Session, device: Device, candidate: Candidate, *, correct: bool, password_hash: str) -> SignedIn | None:
    """The new password counts, the code no more, and the teacher is signed in; or count the failure and give None.

    Whoever knew the old password may have stayed signed in, connected an identity, or have a browser that the brakes
    let pass: all of that ends, as when a password is changed.
    """
    check_brakes(db, device, candidate)
    if candidate.id is not None:
        hold(db, Teacher, [candidate.id])
    attempt = device.attempt(candidate)
    if candidate.id is None or not correct or not _still_counts(db, candidate):
        throttle.failed(db, attempt)
        note_of_account(db, "teacher", candidate.id, "recovery_code_failed")
        return None
    recovery.forget(db, candidate.id)
    teacher = db.get_one(Teacher, candidate.id)
    teacher.password_hash, teacher.provider_uid = password_hash, None
    end_sessions_of(db, "teacher", teacher.id)
    throttle.forget_browsers(db, candidate.account)
    note_of_account(db, "teacher", teacher.id, "recovery_code_used")
    return open_session(db, device, "teacher", teacher.id, attempt)


def _still_counts(db: Session, candidate: Candidate) -> bool:
    """Whether nobody has used or replaced the code while it was checked."""
    code = candidate.id and recovery.find(db, candidate.id)
    return bool(code and code.code_hash == candidate.password_hash)
