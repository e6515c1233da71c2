"""Queries for roster import: the students of a teacher, with whom the rows of a list are compared."""

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from server.domain.classrooms.membership import IS_LISTED, member_parameters
from server.domain.classrooms.models import Classroom
from server.domain.goalbucks.models import Balance
from server.domain.goalbucks.queries import SPENDABLE
from server.domain.students.models import Student
from server.security.actor import Actor


@dataclass(frozen=True, slots=True)
class KnownStudent:
    """A student of one of the teacher's classes."""

    id: str
    classroom_id: str
    class_name: str
    first_name: str
    last_name: str
    username: str
    username_key: str
    external_id: str | None
    balance: int


def known_students(db: Session, actor: Actor) -> list[KnownStudent]:
    """Return the students of all classes of the teacher that aren't archived."""
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
        .where(IS_LISTED)
        .order_by(Student.id)
    )
    return [KnownStudent(*row) for row in db.execute(query, member_parameters(actor))]
