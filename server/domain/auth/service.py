"""Proving who one is, with brakes on wrong tries (specification 2.19)."""

from dataclasses import dataclass, replace
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
from server.security import rates, recovery, sessions, throttle
from server.security.actor import Role
from server.security.identity_provider import Identity
from server.security.rates import Counted
from server.security.sessions import NewSession
from server.security.throttle import Attempt


class InvalidTeacherCredentialsError(DomainError):
    """One answer for every failed sign-in of a teacher."""

    status = 401
    code = "invalid_credentials"
    sentence = "Incorrect e-mail or password."


class InvalidStudentCredentialsError(DomainError):
    """One answer for every failed sign-in of a student."""

    status = 401
    code = "invalid_credentials"
    sentence = "Incorrect username, password or class code."


class LinkRequiredError(DomainError):
    """A local account has the e-mail; its password proves that it is the same person's (specification 2.11)."""

    code = "link_required"
    sentence = "There is already an account with this e-mail here. Enter its password to connect the two."


class OtherIdentityError(DomainError):
    """The e-mail's account knows another identity, and has no password to prove itself with."""

    code = "email_taken"
    sentence = "This e-mail belongs to another sign-in here. Please ask whoever set up this computer."


class NoAccountYetError(DomainError):
    """The identity provider knows the person, this computer doesn't."""

    status = 401
    code = "invalid_credentials"
    sentence = "There is no account for this e-mail here yet. Choose Create Account."


class WrongLinkPasswordError(DomainError):
    """The password of the account that is to be linked was wrong."""

    status = 401
    code = "invalid_credentials"
    sentence = "This is not the password of the account here."


INVALID: dict[Role, type[DomainError]] = {
    "teacher": InvalidTeacherCredentialsError,
    "student": InvalidStudentCredentialsError,
}


_full_name = TypeAdapter(FullName)


@dataclass(frozen=True, slots=True)
class Candidate:
    """An account as somebody named it; `id` and `password_hash` are None when there is no such account."""

    role: Role
    named: str
    id: str | None
    password_hash: str | None
    code_exists: bool = True
    """False: a student's, of a class code that there isn't."""

    @property
    def account(self) -> str:
        """What the brakes count by."""
        return throttle.account_of(self.role, self.id or self.named)


@dataclass(frozen=True, slots=True)
class Device:
    """What is asking: its address, the tokens its browser sent, and whether it is the computer itself."""

    address: str
    session_token: str | None
    browser_token: str | None
    desktop: bool
    failures_per_address: int
    has_turn: bool = False
    """Whether this attempt has waited for a turn beyond the account's limit."""

    def unknown_class_code(self) -> Counted:
        """A try with a class code that there isn't, from here."""
        return rate_limits.unknown_class_code(self.address, self.failures_per_address)

    def attempt(self, candidate: Candidate) -> Attempt:
        """This device's try at that account."""
        return Attempt(candidate.account, self.address, self.browser_token, self.has_turn)


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A session, and the token by which the browser is known to the account."""

    role: Role
    account_id: str
    session: NewSession
    browser_token: str


def find_teacher(db: Session, email: str, password: str) -> Candidate:
    """The teacher account that was named; both texts are required (specification 2.6)."""
    _require_both(email, password)
    teacher = teachers.find_by_email(db, email)
    return _candidate("teacher", teachers.email_key(email), teacher)


def find_student(db: Session, username: str, password: str, class_code: str) -> Candidate:
    """The student account that was named; all three texts are required (specification 2.4)."""
    _require_both(username, password)
    if not class_code.strip():
        sentence = "Class code is required for students."
        raise InvalidError(sentence, fields={"classCode": sentence})
    classroom = classrooms.find_by_code(db, class_code)
    # Looked for in no class as well, so that a wrong code takes as long as a right one.
    student = students.find_by_username(db, classroom.id if classroom else "", username)
    named = f"{classrooms.normalise_code(class_code)}:{students.username_key(username)}"
    return replace(_candidate("student", named, student), code_exists=classroom is not None)


def _candidate(role: Role, named: str, account: Teacher | Student | None) -> Candidate:
    if account is None:
        return Candidate(role, named, None, None)
    return Candidate(role, named, account.id, account.password_hash)


def check_brakes(db: Session, device: Device, candidate: Candidate) -> None:
    """`TooManyAttemptsError` or `TooOftenError` before any time is spent on the password."""
    attempt = device.attempt(candidate)
    throttle.check(db, attempt, per_address=device.failures_per_address)
    if candidate.role == "student" and not throttle.knows(db, attempt):
        # Right codes too, or the brake would tell them from wrong ones.
        rates.require(db, [device.unknown_class_code()])


def conclude(
    db: Session, device: Device, candidate: Candidate, *, correct: bool, link: Identity | None = None
) -> SignedIn | None:
    """Sign in, or count the failure and give None; `link`: from now on this identity is the teacher's too.

    The brakes are asked again: of many tries at once, only as many as they allow may have counted by now. So is the
    account: a password that was replaced while it was checked is a wrong one.
    """
    check_brakes(db, device, candidate)
    attempt = device.attempt(candidate)
    if not correct or candidate.id is None or not _still_counts(db, candidate):
        throttle.failed(db, attempt)
        note_of_account(db, candidate.role, candidate.id, "sign_in_failed")
        if not candidate.code_exists:
            rates.count(db, [device.unknown_class_code()])
        return None
    if link is not None:
        known = teachers.find_by_provider_uid(db, link.uid)
        if known is not None and known.id != candidate.id:
            raise OtherIdentityError  # connected to another one while the password was checked
        # The password has shown whose the account is.
        teacher = db.get_one(Teacher, candidate.id)
        teacher.provider_uid, teacher.email_verified = link.uid, True
        note_of_account(db, "teacher", teacher.id, "identity_connected")
    return open_session(db, device, candidate.role, candidate.id, attempt)


def _still_counts(db: Session, candidate: Candidate) -> bool:
    """Whether the password that was checked is the account's; nobody gives it another until this transaction ends."""
    account: Teacher | Student | None
    if candidate.role == "teacher":
        account = db.scalar(held(db, select(Teacher).where(Teacher.id == candidate.id), Teacher))
    else:
        account = db.scalar(held(db, select(Student).where(Student.id == candidate.id), Student))
    return account is not None and account.password_hash == candidate.password_hash


def register(db: Session, device: Device, admission: Admission, body: RegistrationBody, hashed: str) -> SignedIn:
    """A new teacher, signed in; `hashed` is what is kept of the password."""
    admission.use(db)
    teacher = teachers.register(db, name=body.name, email=body.email, password_hash=hashed)
    attempt = device.attempt(Candidate("teacher", body.email, teacher.id, hashed))
    return open_session(db, device, "teacher", teacher.id, attempt)


def find_link(db: Session, device: Device, identity: Identity) -> Candidate | None:
    """The account whose password would link the identity; None when there is nothing to link."""
    if teachers.find_by_provider_uid(db, identity.uid) is not None:
        return None
    teacher = _of_same_email(db, device, identity)
    return None if teacher is None else _candidate("teacher", teachers.email_key(identity.email), teacher)


def enter(db: Session, device: Device, identity: Identity, admission: Admission) -> SignedIn:
    """Sign in whom the identity provider vouches for: known by uid, never by e-mail alone.

    Somebody new gets an account, if admitted; LinkRequiredError when a local one has the e-mail.
    """
    teacher = teachers.find_by_provider_uid(db, identity.uid)
    if teacher is None:
        same_email = _of_same_email(db, device, identity)
        if same_email is not None:
            raise LinkRequiredError if same_email.password_hash else OtherIdentityError
        admission.use(db)
        rates.count(db, admission.registration())
        teacher = _create(db, identity)
    return _open_for(db, device, teacher, identity)


def register_identity(db: Session, device: Device, identity: Identity, admission: Admission) -> SignedIn:
    """A new teacher for the identity; the one that it has, when an answer was lost; `EmailTakenError` as `register`."""
    teacher = teachers.find_by_provider_uid(db, identity.uid)
    if teacher is None:
        admission.use(db)
        teacher = _create(db, identity)
    return _open_for(db, device, teacher, identity)


def _of_same_email(db: Session, device: Device, identity: Identity) -> Teacher | None:
    """The account here with the identity's e-mail.

    From another device only for who surely has that e-mail: else anybody could ask whose account is here.
    """
    return teachers.find_by_email(db, identity.email) if identity.verified or device.desktop else None


def _create(db: Session, identity: Identity) -> Teacher:
    return teachers.register(db, name=name_of(identity), email=identity.email, provider_uid=identity.uid)


def name_of(identity: Identity) -> str:
    """A name by our rules (specification 2.7): the provider's, else what stands before the @.

    Without what can't be seen: a direction mark may make a name read as somebody else's.
    """
    for name in (identity.name, identity.email.partition("@")[0]):
        try:
            kept: str = _full_name.validate_python("".join(each for each in name if category(each) != "Cf"))
        except ValidationError:
            continue
        return kept
    return identity.email[:200]


def _open_for(db: Session, device: Device, teacher: Teacher, identity: Identity) -> SignedIn:
    if identity.verified and not teacher.email_verified:
        _confirm(db, teacher)
    attempt = device.attempt(Candidate("teacher", teacher.email_key, teacher.id, None))
    return open_session(db, device, "teacher", teacher.id, attempt)


def _confirm(db: Session, teacher: Teacher) -> None:
    """From now on it is known whose the account is.

    Somebody else may have made it with this e-mail, and the provider gives the owner the same uid: a password, a
    recovery code and sessions of that time count no more.
    """
    teacher.email_verified = True
    teacher.password_hash = None
    recovery.forget(db, teacher.id)
    sessions.end_sessions_of(db, "teacher", teacher.id)


def open_session(db: Session, device: Device, role: Role, account_id: str, attempt: Attempt) -> SignedIn:
    """A session for an account that has proved itself; its browser is known from now on.

    `TeacherDisabledError` for a teacher whom the school's administrator lets in no more.
    """
    if role == "teacher":
        teachers.require_enabled(db, account_id)
    session = sessions.open_session(db, role, account_id, desktop=device.desktop, replacing=device.session_token)
    note_of_account(db, role, account_id, "sign_in")
    return SignedIn(role, account_id, session, throttle.succeeded(db, attempt))


def note_of_account(db: Session, role: Role, account_id: str | None, kind: Kind) -> None:
    """For the activity log: an account's own doing, or what was tried with it; nothing of one that there isn't."""
    if account_id is None:
        return
    if role == "student":
        if student := db.get(Student, account_id):
            students.note_done_by(db, student, Deed(kind))
    elif teacher := db.get(Teacher, account_id):
        teachers.note_done_by(db, teacher, Deed(kind))


def _require_both(username: str, password: str) -> None:
    if not username.strip() or not password:
        sentence = "Username and password are required."
        missing = {"username": not username.strip(), "password": not password}
        raise InvalidError(sentence, fields={name: sentence for name, is_missing in missing.items() if is_missing})
