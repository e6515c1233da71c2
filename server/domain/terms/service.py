"""Ending a term and beginning the next one, within the caller's transaction."""

from datetime import date, datetime, time, timedelta

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from server import clock
from server.database.base import Base
from server.database.hooks import notify_before_new_term
from server.database.locking import lock_rows
from server.domain.activity.service import ActivityEvent, record
from server.domain.classrooms.models import Classroom
from server.domain.goalbucks import service as goalbucks
from server.domain.goals.models import Goal
from server.domain.students.models import Student
from server.domain.submissions.queries import goals_in_review
from server.domain.submissions.service import end_goals
from server.domain.terms.models import Term, TermEnding, TermTooShortError
from server.domain.terms.queries import is_open_in, running_since
from server.security.actor import Actor

TERM_TABLES = ("family_comments",)
"""The tables whose rows of the running term get the id of the term when it ends, by name: their domains are above."""


def require_running_term(db: Session, classroom: Classroom) -> tuple[date, date]:
    """Return the first and the last day of the term that would end now; `TermTooShortError` before its first day."""
    first_day, last_day = running_since(db, classroom), clock.this_week() + timedelta(days=6)
    if first_day > last_day:
        raise TermTooShortError(params={"day": datetime.combine(first_day, time())})
    return first_day, last_day


def begin(db: Session, actor: Actor, classroom: Classroom, ending: TermEnding) -> Term:
    """End the running term of the class with this week, and return it. `TermTooShortError`.

    Open goals end if the teacher wants it, but those with pending proof or another try; so do all balances, at 0.
    """
    lock_rows(db, Classroom, [classroom.id])  # it stands for the terms of the class
    first_day, last_day = require_running_term(db, classroom)
    notify_before_new_term(db, classroom.id)
    term = Term(classroom_id=classroom.id, name=ending.name, first_day=first_day, last_day=last_day)
    db.add(term)
    db.flush()
    of_class = select(Student.id).where(Student.classroom_id == classroom.id)
    lock_rows(db, Student, of_class)
    for name in TERM_TABLES:
        table = Base.metadata.tables[name]
        of_running_term = (table.c.student_id.in_(of_class), table.c.term_id.is_(None))
        db.execute(update(table).where(*of_running_term).values(term_id=term.id))
    if ending.goals == "end":
        _end_open_goals(db, classroom)
    if ending.balances == "reset":
        student_ids = db.scalars(of_class.order_by(Student.id)).all()
        goalbucks.reset_balances(db, actor, student_ids, term_id=term.id, description=term.name)
    record(db, actor, ActivityEvent("new_term", classroom.name, classroom_id=classroom.id))
    return term


def _end_open_goals(db: Session, classroom: Classroom) -> None:
    is_open = is_open_in(classroom.id)
    kept = goals_in_review(db, is_open)
    open_goals = db.scalars(select(Goal).where(is_open).order_by(Goal.id))
    end_goals(db, [goal for goal in open_goals if goal.id not in kept], "term")
