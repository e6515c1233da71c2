"""The only place that writes to the ledger (decisions.md, Goals, goalbucks, balance)."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Row, case, func, select
from sqlalchemy.orm import Session

from server.goalbucks.models import Balance, GoalbuckEntry, Reason
from server.security.actor import Actor

_SPENDING = ("purchase", "refund")


@dataclass(frozen=True, slots=True)
class Change:
    """What an entry says: how much, why, and what caused it."""

    amount: int
    reason: Reason
    source_id: str
    description: str


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


def reverse_goal(db: Session, actor: Actor, entry_id: str) -> GoalbuckEntry:
    """Take a goal's credit back; an entry is reversed at most once, because it is the reversal's source."""
    entry = db.get_one(GoalbuckEntry, entry_id)
    change = Change(-entry.amount, "goal_reversed", entry.id, entry.description)
    return record(db, actor, entry.student_id, change)


def _locked_balance(db: Session, student_id: str) -> Balance:
    balance = db.scalar(select(Balance).where(Balance.student_id == student_id).with_for_update())
    if balance is None:
        balance = Balance(student_id=student_id, earned=0, spent=0, goals_completed=0)
        db.add(balance)
    return balance


def mismatches(db: Session) -> Sequence[Row[str, int, int]]:
    """The students whose kept sums aren't those of their entries: (student id, entries' sum, kept balance)."""
    spent = case((GoalbuckEntry.reason.in_(_SPENDING), -GoalbuckEntry.amount), else_=0)
    completed = case((GoalbuckEntry.reason == "goal", 1), (GoalbuckEntry.reason == "goal_reversed", -1), else_=0)
    sums = (
        select(
            GoalbuckEntry.student_id,
            func.sum(GoalbuckEntry.amount).label("balance"),
            func.sum(spent).label("spent"),
            func.sum(completed).label("goals_completed"),
        )
        .group_by(GoalbuckEntry.student_id)
        .subquery()
    )
    kept = func.coalesce(Balance.earned - Balance.spent, 0)
    wrong = (
        (func.coalesce(sums.c.balance, 0) != kept)
        | (func.coalesce(sums.c.spent, 0) != func.coalesce(Balance.spent, 0))
        | (func.coalesce(sums.c.goals_completed, 0) != func.coalesce(Balance.goals_completed, 0))
    )
    student_id = func.coalesce(sums.c.student_id, Balance.student_id)
    joined = select(student_id, func.coalesce(sums.c.balance, 0), kept).select_from(
        sums.join(Balance, Balance.student_id == sums.c.student_id, full=True)
    )
    return db.execute(joined.where(wrong)).all()
