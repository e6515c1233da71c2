"""Sign-in with a password: students by username and class code, teachers by e-mail (specification 2.4, 2.6)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import assert_never

from sqlalchemy import select
from sqlalchemy.orm import Session

from server.database.locking import for_update
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
from server.domain.classrooms import service as classrooms
from server.domain.students import service as students
from server.domain.students.models import Student
from server.domain.students.queries import may_sign_in
from server.domain.teachers import service as teachers
from server.domain.teachers.models import Teacher
from server.errors import DomainError, InvalidError
from server.requests import rate_limit
from server.security import apostrophes, throttle
from server.security.actor import Account


class ClassCodeRequiredError(InvalidError):
    """A student's sign-in without a class code."""

    key = "class_code_required"
    sentence = "Class code is required for students."
    about = ("classCode",)


class CredentialsRequiredError(InvalidError):
    """A sign-in without a username, a password or both."""

    key = "credentials_required"
    sentence = "Username and password are required."


class InvalidTeacherCredentialsError(DomainError):
    """The same error for every failed sign-in of a teacher."""

    status = 401
    code = "invalid_credentials"
    key = "invalid_teacher_credentials"
    sentence = "Incorrect e-mail or password."


class InvalidStudentCredentialsError(DomainError):
    """The same error for every failed sign-in of a student."""

    status = 401
    code = "invalid_credentials"
    key = "invalid_student_credentials"
    sentence = "Incorrect username, password or class code."


@dataclass(frozen=True, slots=True)
class PasswordSignIn:
    """Sign-in with a password, which is verified within the rate limits.

    An unknown account is counted and takes as long as a wrong password, so that neither tells which accounts exist.
    """

    context: SignInContext

    async def sign_in_student(self, username: str, password: str, class_code: str) -> LoginResult:
        """Sign in a student; raises `InvalidStudentCredentialsError`."""
        candidate = await self.context.transactions.read(
            lambda db: _find_student_candidate(db, username, password, class_code)
        )
        login = await self.sign_in(candidate, password)
        if login is None:
            raise InvalidStudentCredentialsError
        return login

    async def sign_in_teacher(self, email: str, password: str) -> LoginResult:
        """Sign in a teacher; raises `InvalidTeacherCredentialsError`."""
        candidate = await self.context.transactions.read(lambda db: _find_teacher_candidate(db, email, password))
        login = await self.sign_in(candidate, password)
        if login is None:
            raise InvalidTeacherCredentialsError
        return login

    async def sign_in(
        self, candidate: LoginCandidate, password: str, on_correct: Callable[[Session], None] | None = None
    ) -> LoginResult | None:
        """Verify the password and sign in; None if it is wrong. `on_correct` runs in the same transaction."""

        async def complete(client: ClientContext, *, correct: bool) -> LoginResult | None:
            def work(db: Session) -> LoginResult | None:
                check_rate_limits(db, client, candidate)  # again: concurrent attempts may have failed meanwhile
                # The session forgets unreferenced objects: this reference saves two queries of `start_session`.
                account = _lock_account(db, candidate) if correct else None
                if account is None or account.password_hash != candidate.secret_hash or _is_refused(db, account):
                    _record_failure(db, client, candidate)
                    return None
                if on_correct is not None:
                    on_correct(db)
                return start_session(db, client, candidate.role, account.id)

            return await self.context.transactions.write(work)

        return await verify_secret(self.context, candidate, password, complete)


def _find_student_candidate(db: Session, username: str, password: str, class_code: str) -> LoginCandidate:
    _require_username_and_password(username, password)
    if not class_code.strip():
        raise ClassCodeRequiredError
    classroom = classrooms.find_by_code(db, class_code)
    # Queried without a class too, so that a wrong code takes as long as a right one.
    student = students.find_by_username(db, classroom.id if classroom else "", username)
    if student is not None and student.away_since is not None:
        student = None
    login_name = f"{classrooms.normalize_code(class_code)}:{students.username_key(username)}"
    return LoginCandidate.of("student", login_name, student, class_code_exists=classroom is not None)


def _find_teacher_candidate(db: Session, email: str, password: str) -> LoginCandidate:
    _require_username_and_password(email, password)
    # One name for all apostrophes: the limits mustn't tell which accounts exist.
    login_name = apostrophes.straighten(teachers.email_key(email))
    return LoginCandidate.of("teacher", login_name, teachers.find_by_email(db, email))


def _require_username_and_password(username: str, password: str) -> None:
    is_given = {"username": bool(username.strip()), "password": bool(password)}
    if missing := [name for name, given in is_given.items() if not given]:
        raise CredentialsRequiredError(about=missing)


def _lock_account(db: Session, candidate: LoginCandidate) -> Teacher | Student | None:
    """Lock and return the account; None if it doesn't exist, or no longer."""
    match candidate.role:
        case "teacher":
            return db.scalar(for_update(db, select(Teacher).where(Teacher.id == candidate.id), Teacher))
        case "student":
            return db.scalar(for_update(db, select(Student).where(Student.id == candidate.id), Student))
        case _:
            assert_never(candidate.role)


def _is_refused(db: Session, account: Teacher | Student) -> bool:
    """Whether it is a student who became away, or whose class was archived, while the password was verified."""
    return isinstance(account, Student) and not may_sign_in(db, account)


def _record_failure(db: Session, client: ClientContext, candidate: LoginCandidate) -> None:
    """Count the failure of the account and the address, and an unknown class code in addition."""
    throttle.record_failure(db, client.attempt(candidate))
    if candidate.id is not None:
        record(db, Account(candidate.id, candidate.role), ActivityEvent("sign_in_failed"))
    if not candidate.class_code_exists:
        rate_limit.consume(db, [client.unknown_class_code_key()])
