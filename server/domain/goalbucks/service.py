"""The only module that writes to the ledger (specification 9.1), within the caller's transaction."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from server import clock
from server.database.base import advance_ids_past, new_id
from server.database.locking import lock_rows
from server.domain.activity.service import ActivityEvent, record
from server.domain.classrooms.models import Classroom
from server.domain.goalbucks.models import EFFECTS, AwardFields, Balance, LedgerEntry, LedgerReason
from server.domain.goalbucks.queries import since_reset, undone_entry, unreversed_entries
from server.domain.students.models import Student
from server.domain.students.queries import get_owned_students
from server.errors import DomainError
from server.security.actor import Actor, SystemActor


class AlreadyReversedError(DomainError):
    """Every entry of the award has been reversed."""

    code = "already_reversed"
    sentence = "This award has already been taken back."


class TermClosedError(DomainError):
    """What was credited before a new term reset the balance isn't reversed afterwards."""

    code = "term_closed"
    sentence = (
        "This was credited before the new term, in which balances started again at 0. It can't be undone any more."
    )


class NotEnoughGoalbucksError(DomainError):
    """A purchase can't take a balance below zero (specification 9.4)."""

    code = "not_enough_goalbucks"
    sentence = "You don't have enough GoalBucks for this."


@dataclass(frozen=True, slots=True)
class LedgerPosting:
    """A ledger entry to be posted: amount, reason, id of the cause, and a text for the student.

    `amount` is added to the balance: that of a purchase is negative.
    """

    amount: int
    reason: LedgerReason
    source_id: str
    description: str


def post(db: Session, actor: Actor | SystemActor, student_id: str, posting: LedgerPosting) -> LedgerEntry:
    """Append a ledger entry and update the balance.

    A unique index on student, reason and source prevents posting anything twice.
    """
    balance = _get_balance_for_update(db, student_id)
    if balance.reset_id is not None:
        advance_ids_past(balance.reset_id)  # of another process, whose clock may be ahead
    balance.apply(posting.amount, posting.reason)
    entry = LedgerEntry(
        student_id=student_id,
        amount=posting.amount,
        reason=posting.reason,
        source_id=posting.source_id,
        description=posting.description,
        created_by=actor.id,
        balance_after=balance.balance,
        week=_week_of(db, student_id, posting),
    )
    db.add(entry)
    db.flush()
    return entry


def _week_of(db: Session, student_id: str, posting: LedgerPosting) -> date:
    """Return the present week, or that of the entry that the posting undoes."""
    if EFFECTS[posting.reason].undoes is None:
        return clock.this_week()
    return db.scalars(select(LedgerEntry.week).where(undone_entry(posting.reason, student_id, posting.source_id))).one()


def spend(db: Session, actor: Actor, student_id: str, posting: LedgerPosting) -> LedgerEntry:
    """Post an expense, with a negative amount; `NotEnoughGoalbucksError` if the balance would fall below zero."""
    if _get_balance_for_update(db, student_id).balance + posting.amount < 0:
        raise NotEnoughGoalbucksError
    return post(db, actor, student_id, posting)


def correct(db: Session, actor: Actor, student_id: str, *, amount: int, reason: str) -> LedgerEntry:
    """Post a teacher's correction, which may take the balance below zero."""
    record(db, actor, ActivityEvent("correction", reason, amount, student_ids=[student_id]))
    return post(db, actor, student_id, LedgerPosting(amount, "correction", new_id(), reason))


def award(
    db: Session, actor: Actor, classroom: Classroom, student_ids: Sequence[str], fields: AwardFields
) -> Sequence[LedgerEntry]:
    """Award the same goalbucks to each of these students of the class: all or none. Returns the entries."""
    students = get_owned_students(db, classroom, student_ids)
    posting = LedgerPosting(fields.amount, "award", new_id(), fields.reason)
    entries = [post(db, actor, student.id, posting) for student in students]
    awarded = [student.id for student in students]
    record(db, actor, ActivityEvent("award", fields.reason, fields.amount, student_ids=awarded))
    return entries


def reverse_award(db: Session, actor: Actor, entries: Sequence[LedgerEntry]) -> int:
    """Reverse the entries of an award that can be reversed and return their number; a balance may fall below zero.

    `AlreadyReversedError` if every one is, `TermClosedError` if the others were credited before a new term.
    """
    unreversed = unreversed_entries(db, entries)
    if not unreversed:
        raise AlreadyReversedError
    remaining = since_reset(db, unreversed)
    if not remaining:
        raise TermClosedError
    for entry in remaining:
        post(db, actor, entry.student_id, LedgerPosting(-entry.amount, "award_reversed", entry.id, entry.description))
    first, student_ids = remaining[0], [entry.student_id for entry in remaining]
    record(db, actor, ActivityEvent("award_reversed", first.description, first.amount, student_ids=student_ids))
    return len(remaining)


def reverse_goal(db: Session, actor: Actor, entry_id: str) -> LedgerEntry:
    """Reverse a goal's credit, at most once, since the entry is the unique source of its reversal.

    `TermClosedError` if it was credited before a new term reset the balance.
    """
    entry = db.get_one(LedgerEntry, entry_id)
    lock_rows(db, Student, [entry.student_id])
    if not since_reset(db, [entry]):
        raise TermClosedError
    posting = LedgerPosting(-entry.amount, "goal_reversed", entry.id, entry.description)
    return post(db, actor, entry.student_id, posting)


def reset_balances(db: Session, actor: Actor, student_ids: Sequence[str], *, term_id: str, description: str) -> None:
    """Set the balances of these locked students to 0, once a term; what was credited before isn't reversed any more."""
    for student_id in student_ids:
        balance = _get_balance_for_update(db, student_id).balance
        if balance != 0:
            post(db, actor, student_id, LedgerPosting(-balance, "new_term", term_id, description))
    newest = db.scalar(select(func.max(LedgerEntry.id)).where(LedgerEntry.student_id.in_(student_ids)))
    if newest is not None:
        advance_ids_past(newest)  # of another process, whose clock may be ahead
    reset_id = new_id()
    for student_id in student_ids:
        _get_balance_for_update(db, student_id).reset_id = reset_id
    db.flush()


def _get_balance_for_update(db: Session, student_id: str) -> Balance:
    """Return the student's balance, which no other transaction can change until this one ends; a new one if missing.

    On PostgreSQL the lock is on the student's row, as in every transaction that changes a student's data (see
    server/database/locking.py). On SQLite writes run one at a time (server/database/sqlite_transactions.py).
    """
    lock_rows(db, Student, [student_id])
    balance = db.scalar(select(Balance).where(Balance.student_id == student_id))
    if balance is None:
        balance = Balance(student_id=student_id, earned=0, spent=0, goals_completed=0, goals_goalbucks=0)
        db.add(balance)
    return balance
