"""Queries for the students of a class who have an active session, and whose sign-in is locked."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from server import clock
from server.database.columns import connection_of
from server.domain.classrooms.queries import ClassroomRow
from server.domain.presence.schemas import LockedStudentResponse, SignedInStudentResponse
from server.domain.students.models import Student
from server.security import throttle
from server.security.sessions import (
    ACTIVE_STUDENT_SESSION,
    SignInSession,
    active_session_parameters,
    student_session_ends_at,
)

_SESSIONS = (
    select(Student.id, SignInSession.seen_at, SignInSession.expires_at)
    .join(SignInSession, SignInSession.student_id == Student.id)
    .where(Student.classroom_id == bindparam("classroom_id"), ACTIVE_STUDENT_SESSION)
)


def signed_in_students(db: Session, classroom: ClassroomRow) -> Sequence[SignedInStudentResponse]:
    """List each signed-in student of the class once, ordered by id, with the end of the last session."""
    parameters = {"classroom_id": classroom.id, **active_session_parameters(clock.now())}
    ends: dict[str, datetime] = {}
    for student_id, seen_at, expires_at in connection_of(db).execute(_SESSIONS, parameters):
        end = student_session_ends_at(seen_at, expires_at)
        ends[student_id] = max(end, ends.get(student_id, end))
    return [SignedInStudentResponse(student_id, end) for student_id, end in sorted(ends.items())]


_IDS = select(Student.id).where(Student.classroom_id == bindparam("classroom_id")).order_by(Student.id)


def locked_students(db: Session, classroom: ClassroomRow) -> Sequence[LockedStudentResponse]:
    """List the students of the class whose limit of failed sign-ins is reached, ordered by id."""
    keys = {throttle.account_key("student", each): each for each in db.scalars(_IDS, {"classroom_id": classroom.id})}
    ends = throttle.locked_until(db, list(keys))
    return [LockedStudentResponse(student_id, ends[key]) for key, student_id in keys.items() if key in ends]
