"""Account recovery for teachers: create a recovery code, and reset a forgotten password with it."""

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy.orm import Session

from server.database.locking import lock_rows
from server.domain.accounts.reauthentication import (
    find_login_candidate,
    require_recent_sign_in,
    with_current_password,
)
from server.domain.accounts.schemas import RecoveryCodeResponse
from server.domain.accounts.service import get_teacher
from server.domain.activity.service import ActivityEvent, record
from server.domain.auth.secret_verification import verify_secret
from server.domain.auth.sign_in import (
    ClientContext,
    LoginCandidate,
    LoginResult,
    SignInContext,
    check_rate_limits,
    start_session,
)
from server.domain.teachers import service as teachers
from server.domain.teachers.models import Teacher
from server.domain.teachers.sample_account import require_own_account
from server.errors import DomainError, InvalidError, NotSignedInError
from server.requests import rate_limit
from server.requests.rate_limit import TRY_AGAIN, RateLimit, RateLimitExceededError
from server.security import recovery_codes, throttle
from server.security.actor import Account, Actor
from server.security.recovery_codes import RecoveryCode, generate_recovery_code, normalize_typed_code
from server.security.sessions import end_sessions_of, is_open
from server.texts.field_errors import field_sentence


class RecoveryCodeLimitError(RateLimitExceededError):
    """Recovery codes made for one account."""

    key = "recovery_code_limit"
    sentence = f"Recovery codes were made very often in a short time. {TRY_AGAIN}"


RECOVERY_CODE_LIMIT = RateLimit("recovery_code", 20, timedelta(hours=1), RecoveryCodeLimitError)
"""Each code costs two password hashes, which delay sign-ins."""


class InvalidRecoveryCodeError(DomainError):
    """The same error for an unknown e-mail and for a wrong, used or replaced code."""

    status = 401
    code = "invalid_recovery_code"
    sentence = "This is not the recovery code of this e-mail, or it was used or replaced."


@dataclass(frozen=True, slots=True)
class AccountRecovery:
    """Creation and use of recovery codes."""

    context: SignInContext

    async def create_code(self, teacher: Actor, current_password: str | None) -> RecoveryCodeResponse:
        """Create a code, which replaces the previous one; an account without a password needs a recent sign-in.

        Raises `WrongPasswordError`, `RecentSignInRequiredError`, `InvalidError` for a missing password, and the errors
        of the rate limits.
        """
        transactions = self.context.transactions
        by_password = await transactions.read(lambda db: require_reauthentication(db, teacher, current_password))
        code = generate_recovery_code()

        async def save(client: ClientContext) -> RecoveryCode:
            code_hash = await self.context.password_hasher.hash(normalize_typed_code(code))
            return await transactions.write(
                lambda db: replace_recovery_code(db, teacher, client, code_hash, by_password=by_password)
            )

        if by_password:
            saved = await with_current_password(self.context, teacher, current_password or "", save)
        else:
            saved = await save(self.context.client)
        return RecoveryCodeResponse(code=code, made_at=saved.created_at)

    async def recover(self, email: str, code: str, new_password: str) -> LoginResult:
        """Set a new password with a code, and sign in; raises `InvalidRecoveryCodeError`."""
        transactions = self.context.transactions
        candidate = await transactions.read(lambda db: find_candidate(db, email))

        async def complete(client: ClientContext, *, correct: bool) -> LoginResult | None:
            password_hash = await self.context.password_hasher.hash(new_password) if correct else ""
            return await transactions.write(
                lambda db: reset_password(db, client, candidate, correct=correct, password_hash=password_hash)
            )

        login = await verify_secret(self.context, candidate, normalize_typed_code(code), complete)
        if login is None:
            raise InvalidRecoveryCodeError
        return login


def require_reauthentication(db: Session, teacher: Actor, current_password: str | None) -> bool:
    """Require re-authentication and return whether it is by password; an account without one needs a recent sign-in.

    Raises `RecentSignInRequiredError` for an older session, `InvalidError` for a missing password, `SampleClassError`
    for the account of the sample class.
    """
    require_own_account(db, teacher.id)
    rate_limit.check(db, [RECOVERY_CODE_LIMIT.for_key(teacher.id)])
    if not get_teacher(db, teacher).has_password:
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
    rate_limit.consume(db, [RECOVERY_CODE_LIMIT.for_key(teacher.id)])
    record(db, teacher, ActivityEvent("recovery_code_made"))
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
        if candidate.id is not None:
            record(db, Account(candidate.id, "teacher"), ActivityEvent("recovery_code_failed"))
        return None
    recovery_codes.delete_code(db, candidate.id)
    teacher = db.get_one(Teacher, candidate.id)
    teacher.password_hash, teacher.provider_uid = password_hash, None
    end_sessions_of(db, "teacher", teacher.id)
    throttle.delete_known_browsers(db, "teacher", teacher.id)
    record(db, Account(teacher.id, "teacher"), ActivityEvent("recovery_code_used"))
    return start_session(db, client, "teacher", teacher.id)


def _is_code_current(db: Session, candidate: LoginCandidate) -> bool:
    """Return whether the verified code is still the teacher's code."""
    code = candidate.id and recovery_codes.find_code(db, candidate.id)
    return bool(code and code.code_hash == candidate.secret_hash)
