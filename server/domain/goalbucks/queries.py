"""Queries for balances and the ledger."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, and_, bindparam, case, func, literal, or_, select
from sqlalchemy.orm import Session, aliased

from server.database.columns import columns_of, fetch_columns, fetch_rows, in_order
from server.database.locking import lock_rows
from server.database.paging import PageRequest, page_parameters, select_page
from server.domain.classrooms.membership import require_permission, select_class_ids, without_archived
from server.domain.goalbucks.models import (
    EFFECTS,
    REVERSAL_REASONS,
    UNDOING_REASONS,
    Balance,
    LedgerEntry,
    LedgerReason,
)
from server.domain.goalbucks.schemas import LedgerEntryResponse, RecentAwardResponse
from server.domain.students.models import Student
from server.errors import NotFoundError
from server.schema import field_names
from server.security.actor import Actor
from server.security.permissions import Permission


class BalanceSums(NamedTuple):
    """A student's `Balance` that is only read."""

    balance: int = 0
    earned: int = 0
    spent: int = 0
    goals_completed: int = 0
    goals_goalbucks: int = 0


BALANCE_SUMS = [getattr(Balance, name) for name in BalanceSums._fields]
"""The fields of `BalanceSums` in a query."""
SPENDABLE = func.coalesce(Balance.balance, 0)
"""The balance in a query that joins `Balance` by an outer join."""
_BALANCE = select(*BALANCE_SUMS).where(Balance.student_id == bindparam("student_id"))
_REVERSAL = aliased(LedgerEntry)
_REVERSAL_OF_ENTRY = select(_REVERSAL.created_at).where(
    _REVERSAL.student_id == LedgerEntry.student_id,
    _REVERSAL.reason.in_(REVERSAL_REASONS),
    _REVERSAL.source_id == LedgerEntry.id,
)
_REVERSED_AT = _REVERSAL_OF_ENTRY.limit(1).scalar_subquery()
_LEDGER = select(
    *in_order(
        field_names(LedgerEntryResponse),
        id=LedgerEntry.id,
        amount=LedgerEntry.amount,
        reason=LedgerEntry.reason,
        description=LedgerEntry.description,
        created_at=LedgerEntry.created_at,
        created_by=LedgerEntry.created_by,
        balance_after=LedgerEntry.balance_after,
        assignment_id=case((LedgerEntry.reason == "award", LedgerEntry.source_id)),
        reversed_at=_REVERSED_AT,
    )
).where(LedgerEntry.student_id == bindparam("student_id"))

RECENT_AWARDS = 6
MAX_RECENT_ENTRIES = 2_000
"""Newest entries among which the recent awards are searched, so that years of awards don't slow the search down."""
# Literal, so that both databases use the partial index.
_IS_AWARD = LedgerEntry.reason == literal("award", literal_execute=True)
_RECENT_ENTRIES = (
    select(LedgerEntry.id, LedgerEntry.amount, LedgerEntry.description)
    .where(LedgerEntry.created_by == bindparam("teacher_id"), _IS_AWARD, ~_REVERSAL_OF_ENTRY.exists())
    .order_by(LedgerEntry.id.desc())
    .limit(MAX_RECENT_ENTRIES)
    .subquery()
)
_RECENT_AWARDS = (
    select(
        *in_order(
            field_names(RecentAwardResponse), amount=_RECENT_ENTRIES.c.amount, reason=_RECENT_ENTRIES.c.description
        )
    )
    .group_by(_RECENT_ENTRIES.c.amount, _RECENT_ENTRIES.c.description)
    .order_by(func.max(_RECENT_ENTRIES.c.id).desc())
    .limit(RECENT_AWARDS)
)


def balance_of(db: Session, student_id: str) -> BalanceSums:
    """Return the student's balance; all zero if there are no ledger entries."""
    found = fetch_rows(db, BalanceSums._make, _BALANCE, {"student_id": student_id})
    return found[0] if found else BalanceSums()


def recent_awards(db: Session, teacher: Actor) -> Sequence[RecentAwardResponse]:
    """Return the teacher's last awards that differ in amount or reason, newest first, without those taken back."""
    rows = fetch_columns(db, _RECENT_AWARDS, {"teacher_id": teacher.id})
    return [RecentAwardResponse(*row) for row in rows]


def get_award(db: Session, actor: Actor, permission: Permission, award_id: str) -> Sequence[LedgerEntry]:
    """Return an award's entries for students of the teacher's present classes, and lock these students.

    Without those in archived classes, unless all are. `NotFoundError` if there are none.
    """
    student_ids = (
        select(LedgerEntry.student_id)
        .join(Student, Student.id == LedgerEntry.student_id)
        .where(
            Student.classroom_id.in_(select_class_ids(actor)),
            LedgerEntry.reason == "award",
            LedgerEntry.source_id == award_id,
        )
    )
    lock_rows(db, Student, student_ids)
    query = (
        select(LedgerEntry, Student.classroom_id)
        .join(Student, Student.id == LedgerEntry.student_id)
        .where(
            LedgerEntry.student_id.in_(student_ids), LedgerEntry.reason == "award", LedgerEntry.source_id == award_id
        )
    )
    found = db.execute(query.order_by(LedgerEntry.id)).all()
    if not found:
        raise NotFoundError
    classroom_ids = without_archived(db, [classroom_id for _, classroom_id in found])
    require_permission(db, actor, permission, classroom_ids)
    return [entry for entry, classroom_id in found if classroom_id in classroom_ids]


def unreversed_entries(db: Session, entries: Sequence[LedgerEntry]) -> Sequence[LedgerEntry]:
    """Return the entries that haven't been reversed."""
    query = select(LedgerEntry.source_id).where(
        LedgerEntry.student_id.in_({entry.student_id for entry in entries}),
        LedgerEntry.reason.in_(REVERSAL_REASONS),
        LedgerEntry.source_id.in_([entry.id for entry in entries]),
    )
    reversed_ids = set(db.scalars(query))
    return [entry for entry in entries if entry.id not in reversed_ids]


def since_reset(db: Session, entries: Sequence[LedgerEntry]) -> Sequence[LedgerEntry]:
    """Return the entries that were posted after a new term last reset their student's balance."""
    query = select(Balance.student_id, Balance.reset_id).where(
        Balance.student_id.in_({entry.student_id for entry in entries}), Balance.reset_id.is_not(None)
    )
    reset_ids = dict(db.execute(query).all())
    return [entry for entry in entries if entry.id > (reset_ids.get(entry.student_id) or "")]


def ledger_of_student(db: Session, student_id: str, page: PageRequest) -> Sequence[LedgerEntryResponse]:
    """Return a page of the student's ledger, newest first; `page.status` filters by reason."""
    query = select_page(_LEDGER, LedgerEntry, page, status_column="reason")
    rows = fetch_columns(db, query, {"student_id": student_id, **page_parameters(page)})
    return [LedgerEntryResponse(*row) for row in rows]


class BalanceMismatch(NamedTuple):
    """A stored sum of a student that differs from that of the ledger."""

    student_id: str
    column: str
    ledger_sum: int
    stored: int


def find_mismatches(db: Session) -> list[BalanceMismatch]:
    """Compare every student's `Balance` with the sums of the ledger; a missing one counts as zeros."""
    amount, reason = LedgerEntry.amount, LedgerEntry.reason
    is_spending = reason.in_([each for each, effect in EFFECTS.items() if effect.total == "spent"])
    goals = {each: effect.goals for each, effect in EFFECTS.items() if effect.goals}
    columns = {
        "earned": case((is_spending, 0), else_=amount),
        "spent": case((is_spending, -amount), else_=0),
        "goals_completed": case(goals, value=reason, else_=0),
        "goals_goalbucks": case((reason.in_(goals), amount), else_=0),
    }
    sums_by_student = [func.sum(change).label(name) for name, change in columns.items()]
    ledger = select(LedgerEntry.student_id, *sums_by_student).group_by(LedgerEntry.student_id).subquery()
    sums = [func.coalesce(ledger.c[name], 0) for name in columns]
    stored = [func.coalesce(column, 0) for column in columns_of(Balance, columns)]
    differing = (
        select(func.coalesce(ledger.c.student_id, Balance.student_id), *sums, *stored)
        .select_from(ledger.join(Balance, Balance.student_id == ledger.c.student_id, full=True))
        .where(or_(*(in_ledger != kept for in_ledger, kept in zip(sums, stored, strict=True))))
    )
    return [
        BalanceMismatch(student_id, name, in_ledger, kept)
        for student_id, *values in db.execute(differing)
        for name, in_ledger, kept in zip(columns, values, values[len(columns) :], strict=False)
        if in_ledger != kept
    ]


def undone_entry(reason: LedgerReason, student_id: Any, source_id: Any) -> ColumnElement[bool]:
    """Condition for the entry that an entry of this reason, student and source undoes; values or columns."""
    effect = EFFECTS[reason]
    key = LedgerEntry.source_id if effect.shares_source else LedgerEntry.id
    return and_(LedgerEntry.reason == effect.undoes, LedgerEntry.student_id == student_id, key == source_id)


def find_wrong_resets(db: Session) -> Sequence[str]:
    """Return the ids of the students whose balance wasn't 0 when a new term reset it."""
    query = (
        select(Balance.student_id)
        .join(LedgerEntry, LedgerEntry.student_id == Balance.student_id)
        .where(LedgerEntry.id < Balance.reset_id)
        .group_by(Balance.student_id)
        .having(func.sum(LedgerEntry.amount) != 0)
    )
    return db.scalars(query.order_by(Balance.student_id)).all()


def find_wrong_weeks(db: Session) -> Sequence[LedgerEntry]:
    """Return the entries that aren't in the week of the entry that they undo."""
    undoing = aliased(LedgerEntry)
    found: list[LedgerEntry] = []
    for reason in UNDOING_REASONS:
        is_undone = undone_entry(reason, undoing.student_id, undoing.source_id)
        query = select(undoing).join(LedgerEntry, is_undone)
        found += db.scalars(query.where(undoing.reason == reason, undoing.week != LedgerEntry.week))
    return found
