"""Sign-in and registration, with rate limits on failed attempts (specification 2.19)."""

from dataclasses import dataclass
from unicodedata import category

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import select
from sqlalchemy.orm import Session

from server.database.locking import for_update
from server.domain.audit.kinds import AuditKind
from server.domain.audit.service import AuditAction
from server.domain.auth import rate_limits
from server.domain.auth.registration_policy import RegistrationPolicy
from server.domain.auth.schemas import FullName, RegistrationBody
from server.domain.classrooms import service as classrooms
from server.domain.students import service as students
from server.domain.students.models import Student
from server.domain.teachers import service as teachers
from server.domain.teachers.models import Teacher
from server.errors import DomainError, InvalidError
from server.security import rate_limit, recovery_codes, sessions, throttle
from server.security.actor import Role
from server.security.identity_provider import ProviderIdentity
from server.security.rate_limit import RateKey
from server.security.sessions import NewSession
from server.security.throttle import SignInAttempt


class InvalidTeacherCredentialsError(DomainError):
    """The same error for every failed sign-in of a teacher."""

    status = 401
    code = "invalid_credentials"
    sentence = "Incorrect e-mail or password."


class InvalidStudentCredentialsError(DomainError):
    """The same error for every failed sign-in of a student."""

    status = 401
    code = "invalid_credentials"
    sentence = "Incorrect username, password or class code."


class LinkRequiredError(DomainError):
    """A local account has the identity's e-mail; its password is required to link the two (specification 2.11)."""

    code = "link_required"
    sentence = "There is already an account with this e-mail here. Enter its password to connect the two."


class IdentityConflictError(DomainError):
    """The account with this e-mail is linked to another identity and has no password to confirm a link with."""

    code = "email_taken"
    sentence = "This e-mail belongs to another sign-in here. Please ask whoever set up this computer."


class NoAccountError(DomainError):
    """The identity is valid but has no account on this server."""

    status = 401
    code = "invalid_credentials"
    sentence = "There is no account for this e-mail here yet. Choose Create Account."


class WrongLinkPasswordError(DomainError):
    """Wrong password for the account to be linked."""

    status = 401
    code = "invalid_credentials"
    sentence = "This is not the password of the account here."


INVALID_CREDENTIALS_ERRORS: dict[Role, type[DomainError]] = {
    "teacher": InvalidTeacherCredentialsError,
    "student": InvalidStudentCredentialsError,
}


_full_name_adapter = TypeAdapter(FullName)


@dataclass(frozen=True, slots=True)
class LoginCandidate:
    """An account as named in a sign-in; `id` and `password_hash` are None if it doesn't exist."""

    role: Role
    login_name: str
    id: str | None
    password_hash: str | None
    class_code_exists: bool = True
    """False for a student's sign-in with an unknown class code."""

    @property
    def account_identifier(self) -> str:
        """Key that failed attempts are counted by."""
        return throttle.account_identifier(self.role, self.id or self.login_name)


@dataclass(frozen=True, slots=True)
class ClientContext:
    """The client of a sign-in: its address, its cookies, and whether it is the class computer itself."""

    address: str
    session_token: str | None
    browser_token: str | None
    is_local: bool
    address_failure_limit: int
    holds_account_lock: bool = False
    """Whether this attempt has waited in the queue for attempts beyond the account's limit."""

    def unknown_class_code_key(self) -> RateKey:
        """Rate limit key for unknown class codes from this address."""
        return rate_limits.unknown_class_code_key(self.address, self.address_failure_limit)

    def attempt(self, candidate: LoginCandidate) -> SignInAttempt:
        """This client's attempt to sign in to the candidate."""
        return SignInAttempt(candidate.account_identifier, self.address, self.browser_token, self.holds_account_lock)


@dataclass(frozen=True, slots=True)
class LoginResult:
    """A new session, and the token of the known-browser cookie."""

    role: Role
    account_id: str
    session: NewSession
    browser_token: str


def find_teacher_candidate(db: Session, email: str, password: str) -> LoginCandidate:
    """Look up a teacher's account by e-mail; e-mail and password are required (specification 2.6)."""
    _require_username_and_password(email, password)
    teacher = teachers.find_by_email(db, email)
    return _candidate("teacher", teachers.email_key(email), teacher)


def find_student_candidate(db: Session, username: str, password: str, class_code: str) -> LoginCandidate:
    """Look up a student's account; username, password and class code are required (specification 2.4)."""
    _require_username_and_password(username, password)
    if not class_code.strip():
        sentence = "Class code is required for students."
        raise InvalidError(sentence, fields={"classCode": sentence})
    classroom = classrooms.find_by_code(db, class_code)
    # Queried without a class too, so that a wrong code takes as long as a right one.
    student = students.find_by_username(db, classroom.id if classroom else "", username)
    login_name = f"{classrooms.normalize_code(class_code)}:{students.username_key(username)}"
    return _candidate("student", login_name, student, class_code_exists=classroom is not None)


def _candidate(
    role: Role, login_name: str, account: Teacher | Student | None, *, class_code_exists: bool = True
) -> LoginCandidate:
    if account is None:
        return LoginCandidate(role, login_name, None, None, class_code_exists)
    return LoginCandidate(role, login_name, account.id, account.password_hash, class_code_exists)


def check_rate_limits(db: Session, client: ClientContext, candidate: LoginCandidate) -> None:
    """Raise `TooManyAttemptsError` or `RateLimitExceededError` before the password is verified."""
    attempt = client.attempt(candidate)
    throttle.check(db, attempt, max_per_address=client.address_failure_limit)
    if candidate.role == "student" and not throttle.is_known_browser(db, attempt):
        # Existing codes too, or the limit would tell them from unknown ones.
        rate_limit.check(db, [client.unknown_class_code_key()])


def complete_sign_in(
    db: Session,
    client: ClientContext,
    candidate: LoginCandidate,
    *,
    correct: bool,
    link: ProviderIdentity | None = None,
) -> LoginResult | None:
    """Sign in and connect the identity `link`, or count the failure and return None.

    The rate limits are checked again, as concurrent attempts may have failed meanwhile. So is the account: a password
    that was replaced during its verification is wrong.
    """
    check_rate_limits(db, client, candidate)
    attempt = client.attempt(candidate)
    if not correct or candidate.id is None or not _is_password_current(db, candidate):
        throttle.record_failure(db, attempt)
        record_account_event(db, candidate.role, candidate.id, "sign_in_failed")
        if not candidate.class_code_exists:
            rate_limit.consume(db, [client.unknown_class_code_key()])
        return None
    if link is not None:
        linked = teachers.find_by_provider_uid(db, link.uid)
        if linked is not None and linked.id != candidate.id:
            raise IdentityConflictError  # linked to another account during the verification
        teacher = db.get_one(Teacher, candidate.id)
        teacher.provider_uid, teacher.email_verified = link.uid, True
        record_account_event(db, "teacher", teacher.id, "identity_connected")
    return start_session(db, client, candidate.role, candidate.id, attempt)


def _is_password_current(db: Session, candidate: LoginCandidate) -> bool:
    """Lock the account and return whether the verified password is still its password."""
    account: Teacher | Student | None
    if candidate.role == "teacher":
        account = db.scalar(for_update(db, select(Teacher).where(Teacher.id == candidate.id), Teacher))
    else:
        account = db.scalar(for_update(db, select(Student).where(Student.id == candidate.id), Student))
    return account is not None and account.password_hash == candidate.password_hash


def register_local(
    db: Session, client: ClientContext, policy: RegistrationPolicy, body: RegistrationBody, password_hash: str
) -> LoginResult:
    """Create a local teacher account and sign in."""
    policy.check_and_consume(db)
    teacher = teachers.register(db, name=body.name, email=body.email, password_hash=password_hash)
    attempt = client.attempt(LoginCandidate("teacher", body.email, teacher.id, password_hash))
    return start_session(db, client, "teacher", teacher.id, attempt)


def find_link_candidate(db: Session, client: ClientContext, identity: ProviderIdentity) -> LoginCandidate | None:
    """Find the account whose password would link the identity; None if there is nothing to link."""
    if teachers.find_by_provider_uid(db, identity.uid) is not None:
        return None
    teacher = _find_by_email(db, client, identity)
    return None if teacher is None else _candidate("teacher", teachers.email_key(identity.email), teacher)


def sign_in_identity(
    db: Session, client: ClientContext, identity: ProviderIdentity, policy: RegistrationPolicy
) -> LoginResult:
    """Sign in with a verified identity, found by uid and never by e-mail alone.

    Creates the account of an unknown identity if the policy allows it. Raises `LinkRequiredError` if a local account
    has its e-mail.
    """
    teacher = teachers.find_by_provider_uid(db, identity.uid)
    if teacher is None:
        same_email = _find_by_email(db, client, identity)
        if same_email is not None:
            raise LinkRequiredError if same_email.password_hash else IdentityConflictError
        policy.check_and_consume(db)
        rate_limit.consume(db, policy.registration_keys())
        teacher = _create_teacher(db, identity)
    return _start_identity_session(db, client, teacher, identity)


def register_identity(
    db: Session, client: ClientContext, identity: ProviderIdentity, policy: RegistrationPolicy
) -> LoginResult:
    """Create an account for the identity and sign in.

    Reuses the identity's account, as a repeated request may follow a lost response. Raises `EmailTakenError`.
    """
    teacher = teachers.find_by_provider_uid(db, identity.uid)
    if teacher is None:
        policy.check_and_consume(db)
        teacher = _create_teacher(db, identity)
    return _start_identity_session(db, client, teacher, identity)


def _find_by_email(db: Session, client: ClientContext, identity: ProviderIdentity) -> Teacher | None:
    """Find the account with the identity's e-mail.

    Remote clients need a verified e-mail, or they could probe which accounts exist.
    """
    return teachers.find_by_email(db, identity.email) if identity.is_email_verified or client.is_local else None


def _create_teacher(db: Session, identity: ProviderIdentity) -> Teacher:
    return teachers.register(db, name=name_from_identity(identity), email=identity.email, provider_uid=identity.uid)


def name_from_identity(identity: ProviderIdentity) -> str:
    """Derive a valid name (specification 2.7) from the provider's name, else from the e-mail's local part.

    Format characters are removed: a direction mark can make a name read as another one.
    """
    for name in (identity.name, identity.email.partition("@")[0]):
        try:
            valid: str = _full_name_adapter.validate_python("".join(char for char in name if category(char) != "Cf"))
        except ValidationError:
            continue
        return valid
    return identity.email[:200]


def _start_identity_session(
    db: Session, client: ClientContext, teacher: Teacher, identity: ProviderIdentity
) -> LoginResult:
    if identity.is_email_verified and not teacher.email_verified:
        _confirm_email_owner(db, teacher)
    attempt = client.attempt(LoginCandidate("teacher", teacher.email_key, teacher.id, None))
    return start_session(db, client, "teacher", teacher.id, attempt)


def _confirm_email_owner(db: Session, teacher: Teacher) -> None:
    """Mark the e-mail as verified and revoke the password, recovery code and sessions from before.

    Another person may have registered with this e-mail, and the provider gives its owner the same uid.
    """
    teacher.email_verified = True
    teacher.password_hash = None
    recovery_codes.delete_code(db, teacher.id)
    sessions.end_sessions_of(db, "teacher", teacher.id)


def start_session(
    db: Session, client: ClientContext, role: Role, account_id: str, attempt: SignInAttempt
) -> LoginResult:
    """Start a session for an authenticated account and record the browser as known to it.

    Raises `TeacherDisabledError` for an account disabled by the school's administrator.
    """
    if role == "teacher":
        teachers.require_enabled(db, account_id)
    session = sessions.create_session(
        db, role, account_id, is_local=client.is_local, previous_token=client.session_token
    )
    record_account_event(db, role, account_id, "sign_in")
    return LoginResult(role, account_id, session, throttle.record_success(db, attempt))


def record_account_event(db: Session, role: Role, account_id: str | None, kind: AuditKind) -> None:
    """Record an audit event by the account or about an attempt to sign in to it; no-op without an account."""
    if account_id is None:
        return
    if role == "student":
        if student := db.get(Student, account_id):
            students.record_event_by_student(db, student, AuditAction(kind))
    elif teacher := db.get(Teacher, account_id):
        teachers.record_teacher_event(db, teacher, AuditAction(kind))


def _require_username_and_password(username: str, password: str) -> None:
    if not username.strip() or not password:
        sentence = "Username and password are required."
        missing = {"username": not username.strip(), "password": not password}
        raise InvalidError(sentence, fields={name: sentence for name, is_missing in missing.items() if is_missing})
