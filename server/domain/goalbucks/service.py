"""The only place that writes to the ledger (specification 9.1)."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Row, case, func, or_, select
from sqlalchemy.orm import Session

from server.database.base import new_id
from server.database.locking import hold
from server.domain.audit.service import Deed
from server.domain.classrooms.queries import own_classroom
from server.domain.classrooms.service import note_done_in
from server.domain.goalbucks.models import Balance, GoalbuckEntry, Reason
from server.domain.goalbucks.queries import unreversed
from server.domain.students.models import Student
from server.domain.students.queries import own_students
from server.domain.students.service import note_done_to
from server.errors import DomainError
from server.security.actor import Actor

_SPENDING = ("purchase", "refund")
_OF_GOALS = ("goal", "goal_reversed")


class AlreadyReversedError(DomainError):
    """Every entry of the award has been reversed."""

    code = "already_reversed"
    sentence = "This award has already been taken back."


class NotEnoughGoalbucksError(DomainError):
    """A purchase never takes a balance below zero (specification 9.4)."""

    code = "not_enough_goalbucks"
    sentence = "You don't have enough GoalBucks for this."


@dataclass(frozen=True, slots=True)
class Change:
    """What an entry says: how much, why, and what caused it."""

    amount: int
    reason: Reason
    source_id: str
    description: str


@dataclass(frozen=True, slots=True)
class Gift:
    """What an award gives to each, and for what."""

    amount: int
    reason: str


def record(db: Session, actor: Actor, student_id: str, change: Change) -> GoalbuckEntry:
    """Append an entry and keep the sums; nothing pays twice: unique by student, reason and source."""
    balance = _locked_balance(db, student_id)
    balance.add(change.amount, change.reason)
    entry = GoalbuckEntry(
        student_id=student_id,
        amount=change.amount,
        reason=change.reason,
        source_id=change.source_id,
        description=change.description,
        created_by=actor.id,
        balance_after=balance.balance,
    )
    db.add(entry)
    db.flush()
    return entry


def spend(db: Session, actor: Actor, student_id: str, change: Change) -> GoalbuckEntry:
    """Take what something costs; `NotEnoughGoalbucksError` when the balance would fall below zero."""
    if _locked_balance(db, student_id).balance + change.amount < 0:
        raise NotEnoughGoalbucksError
    return record(db, actor, student_id, change)


def correct(db: Session, actor: Actor, student_id: str, *, amount: int, reason: str) -> GoalbuckEntry:
    """A teacher's correction of a balance, which may take it below zero."""
    note_done_to(db, actor, db.get_one(Student, student_id), Deed("correction", reason, amount))
    return record(db, actor, student_id, Change(amount, "correction", new_id(), reason))


def award(
    db: Session, actor: Actor, classroom_id: str, student_ids: Sequence[str], gift: Gift
) -> Sequence[GoalbuckEntry]:
    """Give the same goalbucks to these students of the actor's class, each once. All or none; returns the entries."""
    classroom = own_classroom(db, actor, classroom_id)
    students = own_students(db, classroom, student_ids)
    change = Change(gift.amount, "award", new_id(), gift.reason)
    entries = [record(db, actor, student.id, change) for student in students]
    _log_award(db, actor, [student.id for student in students], Deed("award", gift.reason, gift.amount, len(students)))
    return entries


def reverse_award(db: Session, actor: Actor, entries: Sequence[GoalbuckEntry]) -> int:
    """Reverse the entries of one award that aren't reversed yet and return how many; a balance may fall below zero.

    `AlreadyReversedError` when none is left.
    """
    standing = unreversed(db, entries)
    if not standing:
        raise AlreadyReversedError
    for entry in standing:
        record(db, actor, entry.student_id, Change(-entry.amount, "award_reversed", entry.id, entry.description))
    deed = Deed("award_reversed", standing[0].description, standing[0].amount, len(standing))
    _log_award(db, actor, [entry.student_id for entry in standing], deed)
    return len(standing)


def _log_award(db: Session, actor: Actor, student_ids: Sequence[str], deed: Deed) -> None:
    first = db.get_one(Student, student_ids[0])
    if len(student_ids) == 1:
        note_done_to(db, actor, first, deed)
    else:
        note_done_in(db, actor, first.classroom_id, deed)


def reverse_goal(db: Session, actor: Actor, entry_id: str) -> GoalbuckEntry:
    """Take a goal's credit back; an entry is reversed at most once, because it is the reversal's source."""
    entry = db.get_one(GoalbuckEntry, entry_id)
    change = Change(-entry.amount, "goal_reversed", entry.id, entry.description)
    return record(db, actor, entry.student_id, change)


def _locked_balance(db: Session, student_id: str) -> Balance:
    hold(db, Student, [student_id])
    balance = db.scalar(select(Balance).where(Balance.student_id == student_id))
    if balance is None:
        balance = Balance(student_id=student_id, earned=0, spent=0, goals_completed=0, goals_goalbucks=0)
        db.add(balance)
    return balance


def mismatches(db: Session) -> Sequence[Row[str, int, int]]:
    """The students whose kept sums aren't those of their entries: (student id, entries' sum, kept balance)."""
    amount = GoalbuckEntry.amount
    of_goals = GoalbuckEntry.reason.in_(_OF_GOALS)
    counted = case((GoalbuckEntry.reason == "goal", 1), (GoalbuckEntry.reason == "goal_reversed", -1), else_=0)
    sums = (
        select(
            GoalbuckEntry.student_id,
            func.sum(amount).label("balance"),
            func.sum(case((GoalbuckEntry.reason.in_(_SPENDING), -amount), else_=0)).label("spent"),
            func.sum(counted).label("goals_completed"),
            func.sum(case((of_goals, amount), else_=0)).label("goals_goalbucks"),
        )
        .group_by(GoalbuckEntry.student_id)
        .subquery()
    )
    kept = Balance.earned - Balance.spent
    pairs = (
        (sums.c.balance, kept),
        (sums.c.spent, Balance.spent),
        (sums.c.goals_completed, Balance.goals_completed),
        (sums.c.goals_goalbucks, Balance.goals_goalbucks),
    )
    wrong = or_(*(func.coalesce(entries, 0) != func.coalesce(own, 0) for entries, own in pairs))
    joined = select(
        func.coalesce(sums.c.student_id, Balance.student_id), func.coalesce(sums.c.balance, 0), func.coalesce(kept, 0)
    ).select_from(sums.join(Balance, Balance.student_id == sums.c.student_id, full=True))
    return db.execute(joined.where(wrong)).all()
