"""Changes by a teacher to the pictures of a class, within the caller's transaction."""

from collections import Counter
from collections.abc import Sequence

from sqlalchemy import ColumnElement, and_, func, select
from sqlalchemy.orm import Session

from server import clock
from server.domain.activity.kinds import ActivityKind
from server.domain.activity.service import ActivityEvent, record
from server.domain.classrooms.models import Classroom
from server.domain.picture_sign_in.schemas import ClassPicturesResponse, StudentPicturesResponse
from server.domain.pictures import service as pictures
from server.domain.pictures.models import PictureClass, PictureFailure, StudentPictures
from server.domain.pictures.service import (
    ADDRESS_WINDOW,
    DAY,
    MAX_FAILURES_A_DAY,
    MAX_FAILURES_AT_ADDRESS,
    MAX_FAILURES_OF_ADDRESS,
)
from server.domain.students.models import Student
from server.domain.students.queries import get_owned_students, students_of
from server.errors import DomainError, InvalidError
from server.security import throttle
from server.security.actor import Actor


class PicturesTakenError(DomainError):
    """Another student of the class has these pictures."""

    code = "pictures_taken"
    sentence = "Another student in this class has these pictures now. Please give new ones."


def pictures_of_class(db: Session, classroom: Classroom) -> ClassPicturesResponse:
    """Return the pictures of the class; kept ones also while it doesn't sign in with them."""
    students = students_of(db, classroom)
    own = db.scalars(select(StudentPictures).where(StudentPictures.classroom_id == classroom.id))
    by_student = {each.student_id: each.pictures for each in own}
    ids = [each.id for each in students]
    locked = _locks(db, ids)
    rows = [
        StudentPicturesResponse.from_row(
            each, student_id=each.id, pictures=by_student.get(each.id), locked_after=locked.get(each.id)
        )
        for each in students
    ]
    return ClassPicturesResponse(pictures.is_on(db, classroom.id), _count_stopped_devices(db, ids), rows)


def _of_day() -> ColumnElement[bool]:
    moment = clock.now()
    return and_(PictureFailure.created_at > moment - DAY, PictureFailure.created_at <= moment)


def _locks(db: Session, student_ids: Sequence[str]) -> dict[str, int]:
    """Return for each locked student the limit of wrong tries that was reached, by `pictures.locked_until`'s rules."""
    failures = db.scalars(select(PictureFailure).where(PictureFailure.student_id.in_(student_ids), _of_day())).all()
    since = clock.now() - ADDRESS_WINDOW
    recent = Counter((each.student_id, each.browser or each.address) for each in failures if each.created_at > since)
    in_day = Counter(each.student_id for each in failures if each.browser is None)
    locks = {key[0]: MAX_FAILURES_AT_ADDRESS for key, n in recent.items() if n >= MAX_FAILURES_AT_ADDRESS}
    return locks | {student: MAX_FAILURES_A_DAY for student, n in in_day.items() if n >= MAX_FAILURES_A_DAY}


def _count_stopped_devices(db: Session, student_ids: Sequence[str]) -> int:
    """Return the number of addresses that `pictures.stopped_until` stops, of those that tried at these students."""
    by_unknown_browsers = and_(PictureFailure.browser.is_(None), _of_day())
    at_class = select(PictureFailure.address).where(PictureFailure.student_id.in_(student_ids), by_unknown_browsers)
    stopped = (
        select(PictureFailure.address)
        .where(PictureFailure.address.in_(at_class), by_unknown_browsers)
        .group_by(PictureFailure.address)
        .having(func.count() >= MAX_FAILURES_OF_ADDRESS)
    )
    return len(db.scalars(stopped).all())


def switch(db: Session, actor: Actor, classroom: Classroom, *, on: bool) -> None:
    """Switch picture sign-in of the class on or off; a student without pictures gets some. Off, they are kept."""
    pictures.lock_class(db, classroom.id)
    switched = db.scalar(select(PictureClass).where(PictureClass.classroom_id == classroom.id))
    if on == (switched is not None):
        return
    if switched is None:
        db.add(PictureClass(classroom_id=classroom.id))
        having = select(StudentPictures.student_id).where(StudentPictures.classroom_id == classroom.id)
        without = select(Student.id).where(Student.classroom_id == classroom.id, Student.id.not_in(having))
        pictures.give(db, classroom.id, db.scalars(without.order_by(Student.id)).all())
    else:
        db.delete(switched)
    kind: ActivityKind = "pictures_on" if on else "pictures_off"
    record(db, actor, ActivityEvent(kind, classroom.name, classroom_id=classroom.id))


def renew(db: Session, actor: Actor, classroom: Classroom, student_ids: Sequence[str]) -> None:
    """Give students of the class new pictures, which unlocks them and makes their browsers unknown."""
    students = get_owned_students(db, classroom, student_ids)
    pictures.give(db, classroom.id, [each.id for each in students])
    for student in students:
        _forget_tries_and_browsers(db, student)
    record(db, actor, ActivityEvent("pictures_changed", student_ids=[each.id for each in students]))


def set_pictures(db: Session, actor: Actor, student: Student, chosen: Sequence[str] | None) -> None:
    """Give a student these pictures, such as the earlier ones; None: none, so that only the username is left.

    Unlocks the student and makes the browsers that the student used unknown.
    `PicturesTakenError` if another student of the class has them.
    """
    if chosen is not None and len(set(chosen)) < len(chosen):
        raise InvalidError(about=["pictures"])
    sequence = None if chosen is None else ",".join(chosen)
    pictures.lock_class(db, student.classroom_id)
    if pictures.owner_of(db, student.classroom_id, sequence) not in {None, student.id}:
        raise PicturesTakenError
    own = pictures.find(db, student.id)
    if own is None:
        db.add(StudentPictures(student_id=student.id, classroom_id=student.classroom_id, sequence=sequence))
    else:
        own.sequence = sequence
    _forget_tries_and_browsers(db, student)
    kind: ActivityKind = "pictures_off" if sequence is None else "pictures_changed"
    record(db, actor, ActivityEvent(kind, student_ids=[student.id]))


def _forget_tries_and_browsers(db: Session, student: Student) -> None:
    pictures.reset_failures(db, student.id)
    throttle.delete_known_browsers(db, "student", student.id)
