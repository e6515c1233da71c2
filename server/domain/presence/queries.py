"""Query for the students of a class who have an active session."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from server import clock
from server.database.columns import connection_of
from server.domain.classrooms.queries import ClassroomSummary
from server.domain.students.models import Student
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


class SignedInStudent(NamedTuple):
    """A signed-in student, with the time when the last session expires without further use."""

    student_id: str
    ends_at: datetime


def signed_in_students(db: Session, classroom: ClassroomSummary) -> Sequence[SignedInStudent]:
    """List each signed-in student of the class once, ordered by id."""
    parameters = {"classroom_id": classroom.id, **active_session_parameters(clock.now())}
    ends: dict[str, datetime] = {}
    for student_id, seen_at, expires_at in connection_of(db).execute(_SESSIONS, parameters):
        end = student_session_ends_at(seen_at, expires_at)
        ends[student_id] = max(end, ends.get(student_id, end))
    return [SignedInStudent(student_id, end) for student_id, end in sorted(ends.items())]
