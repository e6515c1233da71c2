"""Queries for balances and the ledger."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from server.database.locking import lock_rows
from server.database.paging import PageRequest, page_of_student
from server.domain.classrooms.models import Classroom
from server.domain.goalbucks.models import Balance, LedgerEntry
from server.domain.students.models import Student
from server.errors import NotFoundError
from server.security.actor import Actor

_REVERSIBLE = ("goal", "award")
_REVERSALS = ("goal_reversed", "award_reversed")


def balance_of(db: Session, student_id: str) -> Balance:
    """Return the student's balance; all zero if there are no ledger entries."""
    found = db.get(Balance, student_id)
    return found or Balance(student_id=student_id, earned=0, spent=0, goals_completed=0, goals_goalbucks=0)


def get_owned_award(db: Session, actor: Actor, assignment_id: str) -> Sequence[LedgerEntry]:
    """Return an award's entries for students of the teacher's present classes, and lock these students.

    `NotFoundError` if there are none.
    """
    student_ids = (
        select(LedgerEntry.student_id)
        .join(Student, Student.id == LedgerEntry.student_id)
        .join(Classroom, Classroom.id == Student.classroom_id)
        .where(
            Classroom.teacher_id == actor.id,
            LedgerEntry.reason == "award",
            LedgerEntry.source_id == assignment_id,
        )
    )
    lock_rows(db, Student, student_ids)
    query = select(LedgerEntry).where(
        LedgerEntry.student_id.in_(student_ids),
        LedgerEntry.reason == "award",
        LedgerEntry.source_id == assignment_id,
    )
    entries = db.scalars(query.order_by(LedgerEntry.id)).all()
    if not entries:
        raise NotFoundError
    return entries


def reversal_times(db: Session, entries: Sequence[LedgerEntry]) -> Mapping[str, datetime]:
    """Return the reversal times of those entries that have been reversed, by entry id."""
    reversible = [entry for entry in entries if entry.reason in _REVERSIBLE]
    query = select(LedgerEntry.source_id, LedgerEntry.created_at).where(
        LedgerEntry.student_id.in_({entry.student_id for entry in reversible}),
        LedgerEntry.reason.in_(_REVERSALS),
        LedgerEntry.source_id.in_([entry.id for entry in reversible]),
    )
    return dict(db.execute(query).all()) if reversible else {}


def unreversed_entries(db: Session, entries: Sequence[LedgerEntry]) -> Sequence[LedgerEntry]:
    """Return the entries that haven't been reversed."""
    times = reversal_times(db, entries)
    return [entry for entry in entries if entry.id not in times]


def ledger_of_student(db: Session, student_id: str, page: PageRequest) -> Sequence[LedgerEntry]:
    """Return a page of the student's ledger, newest first; `page.status` filters by reason."""
    return page_of_student(db, LedgerEntry, student_id, page, status_column="reason")
