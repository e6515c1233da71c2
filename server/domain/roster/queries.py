"""Queries for roster import: the students with whom the rows of a list are compared."""

from dataclasses import dataclass

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from server.domain.classrooms.membership import IS_LISTED, is_owned_by, member_parameters, role_in
from server.domain.classrooms.models import Classroom
from server.domain.goalbucks.models import Balance
from server.domain.goalbucks.queries import SPENDABLE
from server.domain.students.models import Student
from server.security.actor import Actor
from server.security.permissions import PERMISSIONS


@dataclass(frozen=True, slots=True)
class KnownStudent:
    """A student of the class, or one who can be moved there."""

    id: str
    classroom_id: str
    class_name: str
    first_name: str
    last_name: str
    username: str
    username_key: str
    external_id: str | None
    balance: int


def known_students(db: Session, actor: Actor, classroom: Classroom) -> list[KnownStudent]:
    """Return the students of the class and, for its owner, of the owner's other classes that aren't archived."""
    can_move = "administer" in PERMISSIONS[role_in(actor, classroom)]
    is_known = Student.classroom_id == classroom.id
    query = (
        select(
            Student.id,
            Student.classroom_id,
            Classroom.name,
            Student.first_name,
            Student.last_name,
            Student.username,
            Student.username_key,
            Student.external_id,
            SPENDABLE,
        )
        .join(Classroom, Classroom.id == Student.classroom_id)
        .outerjoin(Balance, Balance.student_id == Student.id)
        .where(IS_LISTED, or_(is_known, is_owned_by(actor.id)) if can_move else is_known)
        .order_by(Student.id)
    )
    return [KnownStudent(*row) for row in db.execute(query, member_parameters(actor))]
