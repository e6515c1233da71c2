"""Common parts of all sign-ins: client, account, rate limits, and the session at the end (specification 2.19)."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from server.database.transactions import Transactions
from server.domain.activity.kinds import ActivityKind
from server.domain.activity.service import ActivityEvent, record
from server.domain.auth import sign_in_limits
from server.domain.auth.queries import session_response
from server.domain.auth.schemas import SessionResponse
from server.domain.students.models import Student
from server.domain.teachers import service as teachers
from server.domain.teachers.models import Teacher
from server.requests import rate_limit
from server.requests.fair_queue import FairQueues
from server.requests.rate_limit import RateKey
from server.security import sessions, throttle
from server.security.actor import Account, AccountRole
from server.security.identity_provider import IdentityProvider
from server.security.passwords import PasswordHasher
from server.security.sessions import NewSession, SigningInBrowser
from server.security.throttle import AccountLimitError, SignInAttempt, TooManyAttemptsError


class StudentLockedError(TooManyAttemptsError):
    """`TooManyAttemptsError` for a student, whom the teacher can unlock."""

    key = "student_locked"
    sentence = "Too many wrong sign-ins. Ask your teacher, or wait a few minutes and try again."


@dataclass(frozen=True, slots=True)
class LoginCandidate:
    """An account as named in a sign-in; `id` and `secret_hash` are None if it doesn't exist."""

    role: AccountRole
    login_name: str
    id: str | None
    secret_hash: str | None
    """The hash of the secret that is asked for: of the password, or of the recovery code."""
    class_code_exists: bool = True
    """False for a student's sign-in with an unknown class code."""

    @classmethod
    def of(
        cls, role: AccountRole, login_name: str, account: Teacher | Student | None, *, class_code_exists: bool = True
    ) -> "LoginCandidate":
        """Build the candidate of an account that was looked up by `login_name`, found or not."""
        if account is None:
            return cls(role, login_name, None, None, class_code_exists)
        return cls(role, login_name, account.id, account.password_hash, class_code_exists)

    @property
    def account_key(self) -> str:
        """Key that failed attempts are counted by."""
        return throttle.account_key(self.role, self.id or self.login_name)


@dataclass(frozen=True, slots=True)
class ClientContext:
    """The client of a sign-in: its address, its cookies, and whether it is the class computer itself."""

    address: str
    session_token: str | None
    browser_token: str | None
    is_local: bool
    address_failure_limit: int
    device: str | None = None
    """The browser's description, if it is recognized."""
    holds_account_slot: bool = False
    """Whether this attempt holds `FairQueues.account_slot`, which it needs once the account has too many failures."""

    def unknown_class_code_key(self) -> RateKey:
        """Rate limit key for unknown class codes from this address."""
        return sign_in_limits.unknown_class_code_key(self.address, self.address_failure_limit)

    def attempt(self, candidate: LoginCandidate) -> SignInAttempt:
        """This client's attempt to sign in to the candidate."""
        return SignInAttempt(candidate.account_key, self.address, self.browser_token, self.holds_account_slot)


@dataclass(frozen=True, slots=True)
class SignInContext:
    """The client of a sign-in, and the services that a sign-in uses."""

    client: ClientContext
    transactions: Transactions
    queues: FairQueues
    password_hasher: PasswordHasher
    identity_provider: IdentityProvider | None = None
    """None without a Firebase project."""


@dataclass(frozen=True, slots=True)
class LoginResult:
    """A completed sign-in: the signed-in user, the new session, and the token of the known-browser cookie.

    A substitute has no account to which a browser could be known.
    """

    response: SessionResponse
    session: NewSession
    browser_token: str | None


def check_rate_limits(db: Session, client: ClientContext, candidate: LoginCandidate) -> None:
    """Raise `TooManyAttemptsError` or `RateLimitExceededError` before the password is verified.

    The limit on unknown class codes doesn't apply to a browser that is known to the account, so that guesses by others
    at the same address don't lock it out.
    """
    attempt = client.attempt(candidate)
    try:
        throttle.check(db, attempt, max_per_address=client.address_failure_limit)
    except AccountLimitError:
        raise
    except TooManyAttemptsError as error:
        if candidate.role == "student":
            raise StudentLockedError(headers=error.headers) from error
        raise
    if candidate.role == "student" and not throttle.is_known_browser(db, attempt):
        # Checked whether or not the class code exists; otherwise a 429 would reveal which codes don't.
        rate_limit.check(db, [client.unknown_class_code_key()])


def start_session(
    db: Session, client: ClientContext, role: AccountRole, account_id: str, *, kind: ActivityKind = "sign_in"
) -> LoginResult:
    """Start a session for an authenticated account and record the browser as known to it; `kind` is the event.

    Raises `TeacherDisabledError` for an account disabled by the school's administrator.
    """
    if role == "teacher":
        teachers.require_enabled(db, account_id)
    browser = SigningInBrowser(client.is_local, client.session_token, client.device)
    session = sessions.create_session(db, role, account_id, browser)
    record(db, Account(account_id, role), ActivityEvent(kind))
    attempt = SignInAttempt(throttle.account_key(role, account_id), client.address, client.browser_token)
    browser_token = throttle.record_success(db, attempt)
    return LoginResult(session_response(db, role, account_id), session, browser_token)
