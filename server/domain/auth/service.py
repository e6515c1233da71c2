"""Sign-in and registration, with rate limits on failed attempts (specification 2.19)."""

from dataclasses import dataclass
from unicodedata import category

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import select
from sqlalchemy.orm import Session

from server.database.locking import held
from server.domain.audit.kinds import Kind
from server.domain.audit.service import Deed
from server.domain.auth import rate_limits
from server.domain.auth.registration_policy import Admission
from server.domain.auth.schemas import FullName, RegistrationBody
from server.domain.classrooms import service as classrooms
from server.domain.students import service as students
from server.domain.students.models import Student
from server.domain.teachers import service as teachers
from server.domain.teachers.models import Teacher
from server.errors import DomainError, InvalidError
from server.security import rate_limit, recovery, sessions, throttle
from server.security.actor import Role
from server.security.identity_provider import Identity
from server.security.rate_limit import RateKey
from server.security.sessions import NewSession
from server.security.throttle import Attempt


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


class OtherIdentityError(DomainError):
    """The account with this e-mail is linked to another identity and has no password to confirm a link with."""

    code = "email_taken"
    sentence = "This e-mail belongs to another sign-in here. Please ask whoever set up this computer."


class NoAccountYetError(DomainError):
    """The identity is valid but has no account on this server."""

    status = 401
    code = "invalid_credentials"
    sentence = "There is no account for this e-mail here yet. Choose Create Account."


class WrongLinkPasswordError(DomainError):
    """Wrong password for the account to be linked."""

    status = 401
    code = "invalid_credentials"
    sentence = "This is not the password of the account here."


INVALID: dict[Role, type[DomainError]] = {
    "teacher": InvalidTeacherCredentialsError,
    "student": InvalidStudentCredentialsError,
}


_full_name_adapter = TypeAdapter(FullName)


@dataclass(frozen=True, slots=True)
class Candidate:
    """An account as named in a sign-in; `id` and `password_hash` are None if it doesn't exist."""

    role: Role
    named: str
    id: str | None
    password_hash: str | None
    code_exists: bool = True
    """False for a student's sign-in with an unknown class code."""

    @property
    def account(self) -> str:
        """Key that failed attempts are counted by."""
        return throttle.account_of(self.role, self.id or self.named)


@dataclass(frozen=True, slots=True)
class Device:
    """The client of a sign-in: its address, its cookies, and whether it is the class computer itself."""

    address: str
    session_token: str | None
    browser_token: str | None
    desktop: bool
    failures_per_address: int
    has_turn: bool = False
    """Whether this attempt has waited in the queue for attempts beyond the account's limit."""

    def unknown_class_code(self) -> RateKey:
        """Rate limit key for unknown class codes from this address."""
        return rate_limits.unknown_class_code(self.address, self.failures_per_address)

    def attempt(self, candidate: Candidate) -> Attempt:
        """This client's attempt to sign in to the candidate."""
        return Attempt(candidate.account, self.address, self.browser_token, self.has_turn)


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A new session, and the token of the known-browser cookie."""

    role: Role
    account_id: str
    session: NewSession
    browser_token: str


def find_teacher(db: Session, email: str, password: str) -> Candidate:
    """Look up a teacher's account by e-mail; e-mail and password are required (specification 2.6)."""
    _require_username_and_password(email, password)
    teacher = teachers.find_by_email(db, email)
    return _candidate("teacher", teachers.email_key(email), teacher)


def find_student(db: Session, username: str, password: str, class_code: str) -> Candidate:
    """Look up a student's account; username, password and class code are required (specification 2.4)."""
    _require_username_and_password(username, password)
    if not class_code.strip():
        sentence = "Class code is required for students."
        raise InvalidError(sentence, fields={"classCode": sentence})
    classroom = classrooms.find_by_code(db, class_code)
    # Queried without a class too, so that a wrong code takes as long as a right one.
    student = students.find_by_username(db, classroom.id if classroom else "", username)
    login_name = f"{classrooms.normalise_code(class_code)}:{students.username_key(username)}"
    return _candidate("student", login_name, student, class_code_exists=classroom is not None)


def _candidate(
    role: Role, login_name: str, account: Teacher | Student | None, *, class_code_exists: bool = True
) -> Candidate:
    if account is None:
        return Candidate(role, login_name, None, None, class_code_exists)
    return Candidate(role, login_name, account.id, account.password_hash, class_code_exists)


def check_brakes(db: Session, client: Device, candidate: Candidate) -> None:
    """Raise `TooManyAttemptsError` or `RateLimitExceededError` before the password is verified."""
    attempt = client.attempt(candidate)
    throttle.check(db, attempt, per_address=client.failures_per_address)
    if candidate.role == "student" and not throttle.knows(db, attempt):
        # Existing codes too, or the limit would tell them from unknown ones.
        rate_limit.check(db, [client.unknown_class_code()])


def conclude(
    db: Session, client: Device, candidate: Candidate, *, correct: bool, link: Identity | None = None
) -> SignedIn | None:
    """Sign in and connect the identity `link`, or count the failure and return None.

    The rate limits are checked again, as concurrent attempts may have failed meanwhile. So is the account: a password
    that was replaced during its verification is wrong.
    """
    check_brakes(db, client, candidate)
    attempt = client.attempt(candidate)
    if not correct or candidate.id is None or not _is_password_current(db, candidate):
        throttle.failed(db, attempt)
        note_of_account(db, candidate.role, candidate.id, "sign_in_failed")
        if not candidate.code_exists:
            rate_limit.consume(db, [client.unknown_class_code()])
        return None
    if link is not None:
        linked = teachers.find_by_provider_uid(db, link.uid)
        if linked is not None and linked.id != candidate.id:
            raise OtherIdentityError  # linked to another account during the verification
        teacher = db.get_one(Teacher, candidate.id)
        teacher.provider_uid, teacher.email_verified = link.uid, True
        note_of_account(db, "teacher", teacher.id, "identity_connected")
    return open_session(db, client, candidate.role, candidate.id, attempt)


def _is_password_current(db: Session, candidate: Candidate) -> bool:
    """Lock the account and return whether the verified password is still its password."""
    account: Teacher | Student | None
    if candidate.role == "teacher":
        account = db.scalar(held(db, select(Teacher).where(Teacher.id == candidate.id), Teacher))
    else:
        account = db.scalar(held(db, select(Student).where(Student.id == candidate.id), Student))
    return account is not None and account.password_hash == candidate.password_hash


def register(db: Session, client: Device, policy: Admission, body: RegistrationBody, password_hash: str) -> SignedIn:
    """Create a local teacher account and sign in."""
    policy.use(db)
    teacher = teachers.register(db, name=body.name, email=body.email, password_hash=password_hash)
    attempt = client.attempt(Candidate("teacher", body.email, teacher.id, password_hash))
    return open_session(db, client, "teacher", teacher.id, attempt)


def find_link(db: Session, client: Device, identity: Identity) -> Candidate | None:
    """Find the account whose password would link the identity; None if there is nothing to link."""
    if teachers.find_by_provider_uid(db, identity.uid) is not None:
        return None
    teacher = _find_by_email(db, client, identity)
    return None if teacher is None else _candidate("teacher", teachers.email_key(identity.email), teacher)


def enter(db: Session, client: Device, identity: Identity, policy: Admission) -> SignedIn:
    """Sign in with a verified identity, found by uid and never by e-mail alone.

    Creates the account of an unknown identity if the policy allows it. Raises `LinkRequiredError` if a local account
    has its e-mail.
    """
    teacher = teachers.find_by_provider_uid(db, identity.uid)
    if teacher is None:
        same_email = _find_by_email(db, client, identity)
        if same_email is not None:
            raise LinkRequiredError if same_email.password_hash else OtherIdentityError
        policy.use(db)
        rate_limit.consume(db, policy.registration())
        teacher = _create_teacher(db, identity)
    return _start_identity_session(db, client, teacher, identity)


def register_identity(db: Session, client: Device, identity: Identity, policy: Admission) -> SignedIn:
    """Create an account for the identity and sign in.

    Reuses the identity's account, as a repeated request may follow a lost response. Raises `EmailTakenError`.
    """
    teacher = teachers.find_by_provider_uid(db, identity.uid)
    if teacher is None:
        policy.use(db)
        teacher = _create_teacher(db, identity)
    return _start_identity_session(db, client, teacher, identity)


def _find_by_email(db: Session, client: Device, identity: Identity) -> Teacher | None:
    """Find the account with the identity's e-mail.

    Remote clients need a verified e-mail, or they could probe which accounts exist.
    """
    return teachers.find_by_email(db, identity.email) if identity.verified or client.desktop else None


def _create_teacher(db: Session, identity: Identity) -> Teacher:
    return teachers.register(db, name=name_of(identity), email=identity.email, provider_uid=identity.uid)


def name_of(identity: Identity) -> str:
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


def _start_identity_session(db: Session, client: Device, teacher: Teacher, identity: Identity) -> SignedIn:
    if identity.verified and not teacher.email_verified:
        _confirm_email_owner(db, teacher)
    attempt = client.attempt(Candidate("teacher", teacher.email_key, teacher.id, None))
    return open_session(db, client, "teacher", teacher.id, attempt)


def _confirm_email_owner(db: Session, teacher: Teacher) -> None:
    """Mark the e-mail as verified and revoke the password, recovery code and sessions from before.

    Another person may have registered with this e-mail, and the provider gives its owner the same uid.
    """
    teacher.email_verified = True
    teacher.password_hash = None
    recovery.forget(db, teacher.id)
    sessions.end_sessions_of(db, "teacher", teacher.id)


def open_session(db: Session, client: Device, role: Role, account_id: str, attempt: Attempt) -> SignedIn:
    """Start a session for an authenticated account and record the browser as known to it.

    Raises `TeacherDisabledError` for an account disabled by the school's administrator.
    """
    if role == "teacher":
        teachers.require_enabled(db, account_id)
    session = sessions.open_session(db, role, account_id, desktop=client.desktop, replacing=client.session_token)
    note_of_account(db, role, account_id, "sign_in")
    return SignedIn(role, account_id, session, throttle.succeeded(db, attempt))


def note_of_account(db: Session, role: Role, account_id: str | None, kind: Kind) -> None:
    """Record an audit event by the account or about an attempt to sign in to it; no-op without an account."""
    if account_id is None:
        return
    if role == "student":
        if student := db.get(Student, account_id):
            students.note_done_by(db, student, Deed(kind))
    elif teacher := db.get(Teacher, account_id):
        teachers.note_done_by(db, teacher, Deed(kind))


def _require_username_and_password(username: str, password: str) -> None:
    if not username.strip() or not password:
        sentence = "Username and password are required."
        missing = {"username": not username.strip(), "password": not password}
        raise InvalidError(sentence, fields={name: sentence for name, is_missing in missing.items() if is_missing})
