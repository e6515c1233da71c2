"""Sign-in with pictures on a device that isn't signed in: the names of a class, and an attempt with three pictures."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from server import clock
from server.database.locking import for_update
from server.domain.activity.service import ActivityEvent, record
from server.domain.auth.sign_in import ClientContext, LoginResult, start_session
from server.domain.classrooms import service as classrooms
from server.domain.classrooms.models import Classroom
from server.domain.picture_sign_in.errors import (
    NoPictureSignInError,
    PicturesLockedError,
    PicturesStoppedError,
    WrongPicturesError,
)
from server.domain.picture_sign_in.labels import name_labels
from server.domain.pictures import service as pictures
from server.domain.pictures.models import StudentPictures
from server.domain.pictures.service import PictureAttempt
from server.domain.students.models import Student
from server.domain.students.queries import may_sign_in
from server.errors import DomainError
from server.requests import rate_limit
from server.requests.rate_limit import RateLimitExceededError
from server.security import throttle
from server.security.actor import Account
from server.security.throttle import SignInAttempt


def list_names(db: Session, client: ClientContext, class_code: str) -> list[tuple[str, str]] | None:
    """Return ids and labels of the students who have pictures; None if the class doesn't sign in with pictures."""
    classroom = _find_class(db, class_code)
    students: Sequence[Student] = ()
    if classroom is not None:
        having = select(StudentPictures.student_id).where(
            StudentPictures.classroom_id == classroom.id, StudentPictures.sequence.is_not(None)
        )
        students = db.scalars(select(Student).where(Student.id.in_(having), Student.away_since.is_(None))).all()
    _check_class_code_limit(db, client, students)
    return None if classroom is None else name_labels(students)


def count_unknown_class(db: Session, client: ClientContext) -> None:
    """Count a class code without picture sign-in as an unknown one."""
    rate_limit.consume(db, [client.unknown_class_code_key()])


def sign_in(
    db: Session, client: ClientContext, class_code: str, student_id: str, chosen: Sequence[str]
) -> LoginResult | DomainError:
    """Sign in a student with pictures.

    Returns a refusal that has to be committed, since it is counted; raises those that aren't.
    """
    classroom = _find_class(db, class_code)
    student = None
    if classroom is not None:
        is_in_class = Student.classroom_id == classroom.id
        query = select(Student).where(Student.id == student_id, is_in_class)
        student = db.scalar(for_update(db, query, Student))
        if student is not None and not may_sign_in(db, student):
            student = None
    _check_class_code_limit(db, client, [student] if student else [])
    if classroom is None:
        count_unknown_class(db, client)
        return NoPictureSignInError()
    return WrongPicturesError() if student is None else _try_pictures(db, client, student, chosen)


def _try_pictures(
    db: Session, client: ClientContext, student: Student, chosen: Sequence[str]
) -> LoginResult | DomainError:
    sign_in_attempt = _sign_in_attempt(client, student)
    browser = sign_in_attempt.browser if throttle.is_known_browser(db, sign_in_attempt) else None
    attempt = PictureAttempt(student.id, client.address, browser)
    if (locked := _find_lock(db, attempt)) is not None:
        raise locked
    own = pictures.find(db, student.id)
    if own is not None and own.sequence == ",".join(chosen):
        return start_session(db, client, "student", student.id)
    pictures.record_failure(db, attempt)
    record(db, Account(student.id, "student"), ActivityEvent("pictures_failed"))
    return _find_lock(db, attempt) or WrongPicturesError()


def _find_class(db: Session, class_code: str) -> Classroom | None:
    """Return the class with this code if it signs in with pictures."""
    classroom = classrooms.find_by_code(db, class_code)
    # Queried without a class too, so that an unknown code takes as long.
    is_on = pictures.is_on(db, classroom.id if classroom else "")
    return classroom if is_on else None


def _check_class_code_limit(db: Session, client: ClientContext, students: Sequence[Student]) -> None:
    """Raise 429 after too many unknown class codes from this address, except for a browser of one of the students."""
    try:
        rate_limit.check(db, [client.unknown_class_code_key()])
    except RateLimitExceededError:
        if not any(throttle.is_known_browser(db, _sign_in_attempt(client, each)) for each in students):
            raise


def _sign_in_attempt(client: ClientContext, student: Student) -> SignInAttempt:
    """Return this client's attempt to sign in as the student, by which its known browsers are found."""
    return SignInAttempt(throttle.account_key("student", student.id), client.address, client.browser_token)


def _find_lock(db: Session, attempt: PictureAttempt) -> DomainError | None:
    """Return the error if wrong tries have stopped this device or locked the student's pictures, else None."""
    if (until := pictures.stopped_until(db, attempt)) is not None:
        return PicturesStoppedError(headers=_retry_after(until))
    if (until := pictures.locked_until(db, attempt)) is not None:
        return PicturesLockedError(headers=_retry_after(until))
    return None


def _retry_after(moment: datetime) -> dict[str, str]:
    return {"Retry-After": str(max(1, int((moment - clock.now()).total_seconds())))}
