"""Queries for the terms of a class."""

from datetime import date, timedelta

from sqlalchemy import ColumnElement, Select, and_, func, select
from sqlalchemy.orm import Session

from server import clock
from server.database.lookup import get_or_not_found
from server.domain.classrooms.models import Classroom
from server.domain.classrooms.queries import ClassroomRow
from server.domain.goalbucks.models import Balance
from server.domain.goals.models import Goal
from server.domain.students.models import Student
from server.domain.submissions.queries import goals_in_review
from server.domain.terms.models import Term
from server.domain.terms.schemas import NextTermResponse, TermResponse


def terms_of_class(db: Session, classroom_id: str) -> list[TermResponse]:
    """Return the finished terms of a class, newest first."""
    return [TermResponse.from_row(term) for term in db.scalars(_newest_first(classroom_id))]


def find_term(db: Session, classroom_id: str, term_id: str | None) -> Term | None:
    """Return this term of the class; without an id the one that ended this week, or None for the running one.

    `NotFoundError` for an id that isn't of the class.
    """
    if term_id is not None:
        return get_or_not_found(db, select(Term).where(Term.classroom_id == classroom_id, Term.id == term_id))
    newest = db.scalar(_newest_first(classroom_id).limit(1))
    return newest if newest is not None and newest.last_day >= clock.local_date() else None


def running_since(db: Session, classroom: Classroom | ClassroomRow) -> date:
    """Return the Monday on which the running term began: after the last one, or when the class was created."""
    last_day = db.scalar(select(func.max(Term.last_day)).where(Term.classroom_id == classroom.id))
    if last_day is not None:
        return last_day + timedelta(days=1)
    # The clock may have been set back since.
    return min(clock.monday_of(clock.local_date(classroom.created_at)), clock.this_week())


def is_open_in(classroom_id: str) -> ColumnElement[bool]:
    """Condition for the open goals of a class."""
    return and_(Goal.classroom_id == classroom_id, Goal.status == "current")


def describe_next_term(db: Session, classroom_id: str, first_day: date, last_day: date) -> NextTermResponse:
    """Return what a new term would end now."""
    is_open = is_open_in(classroom_id)
    balances = select(func.sum(Balance.balance)).join(Student, Student.id == Balance.student_id)
    return NextTermResponse(
        first_day,
        last_day,
        open_goals=db.scalars(select(func.count(Goal.id)).where(is_open)).one(),
        kept_goals=len(goals_in_review(db, is_open)),
        goalbucks=int(db.scalar(balances.where(Student.classroom_id == classroom_id)) or 0),
    )


def _newest_first(classroom_id: str) -> Select[Term]:
    return select(Term).where(Term.classroom_id == classroom_id).order_by(Term.first_day.desc())
