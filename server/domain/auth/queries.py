"""Responses that describe the signed-in user."""

from typing import assert_never

from sqlalchemy.orm import Session

from server.domain.auth.schemas import CurrentSessionResponse, Membership, SessionResponse, StudentUser, TeacherUser
from server.domain.classrooms.queries import is_sample_class
from server.domain.students.models import Student
from server.domain.teachers.models import Teacher
from server.security.actor import AccountRole, Actor
from server.security.sessions import session_lifetime
from server.security.substitutions import Substitution


def session_response(db: Session, role: AccountRole, account_id: str) -> SessionResponse:
    """Build the response with the account's user data."""
    match role:
        case "teacher":
            teacher = db.get_one(Teacher, account_id)
            return SessionResponse(user=TeacherUser.model_validate(teacher))
        case "student":
            student = db.get_one(Student, account_id)
            is_sample = is_sample_class(db, student.classroom_id)
            user = StudentUser.from_row(student, role="student", name=student.full_name, is_sample=is_sample)
            return SessionResponse(user=user)
        case _:
            assert_never(role)


def substitute_response(substitution: Substitution) -> SessionResponse:
    """Build the response with the user data of a substitute, who has no account."""
    membership = Membership(classroom_id=substitution.classroom_id, until=substitution.ends_at)
    user = TeacherUser(
        id=substitution.id, username="", name=substitution.name, language=None, is_sample=False, membership=membership
    )
    return SessionResponse(user=user)


def _response_of(db: Session, actor: Actor) -> SessionResponse:
    if actor.role == "substitute":
        return substitute_response(db.get_one(Substitution, actor.id))
    return session_response(db, actor.role, actor.id)


def current_session_response(db: Session, actor: Actor) -> CurrentSessionResponse:
    """Build the response with the signed-in user and the session's remaining lifetime."""
    remaining, idle = session_lifetime(db, actor.session_id)
    return CurrentSessionResponse(
        user=_response_of(db, actor).user,
        expires_in=int(remaining.total_seconds()),
        idle_timeout=None if idle is None else int(idle.total_seconds()),
    )
