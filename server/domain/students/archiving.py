"""Archiving a class and bringing it back, within the caller's transaction."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from server import clock
from server.database.locking import lock_rows
from server.domain.activity.kinds import ActivityKind
from server.domain.activity.service import ActivityEvent, record
from server.domain.classrooms.models import Classroom
from server.domain.classrooms.service import generate_code
from server.domain.students.models import Student
from server.domain.students.queries import students_of
from server.domain.teachers.sample_account import require_own_account
from server.security.actor import Actor
from server.security.sessions import SignInSession, end_sessions_of, end_substitute_sessions


def set_archived(db: Session, actor: Actor, classroom: Classroom, *, archived: bool) -> None:
    """Archive the class, which ends the sessions in it, or bring it back with a new class code.

    The sessions of its students and its substitutes end.
    `SampleClassError` for the sample class, whose students have the code as password.
    """
    require_own_account(db, classroom.teacher_id)
    lock_rows(db, Classroom, [classroom.id], exclusive=True)  # waits for changes in the class and for sign-ins
    db.refresh(classroom)  # another request may have archived it meanwhile
    if archived == (classroom.archived_at is not None):
        return
    if archived:
        classroom.archived_at = clock.now()
        for student in students_of(db, classroom):
            end_sessions_of(db, "student", student.id)
        end_substitute_sessions(db, classroom.id)
    else:
        classroom.archived_at = None
        classroom.class_code = generate_code(db)
    db.flush()
    kind: ActivityKind = "class_archived" if archived else "class_brought_back"
    record(db, actor, ActivityEvent(kind, classroom.name, classroom_id=classroom.id))


def find_signed_in_to_archived(db: Session) -> Sequence[Student]:
    """Return the students of archived classes who have a session."""
    signed_in = select(SignInSession.student_id).where(SignInSession.student_id.is_not(None))
    archived = select(Classroom.id).where(Classroom.archived_at.is_not(None))
    query = select(Student).where(Student.id.in_(signed_in), Student.classroom_id.in_(archived))
    return db.scalars(query.order_by(Student.id)).all()
