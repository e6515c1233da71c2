"""Sums of the ledger by student and week, of which none is stored."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, Select, bindparam, case, cast, func, select
from sqlalchemy.orm import Session

from server.database.columns import fetch_rows, in_order
from server.domain.goalbucks.models import EFFECTS, LedgerEntry, LedgerReason
from server.domain.progress.periods import Period
from server.domain.students.models import Student


class WeekOfStudent(NamedTuple):
    """The sums of one student's ledger entries of one week."""

    student_id: str
    week: date
    goals_completed: int
    earned: int
    awards: int
    spent: int


def _with_undoing(reason: LedgerReason) -> list[LedgerReason]:
    """Return the reason, and those of the entries that undo it."""
    return [each for each, effect in EFFECTS.items() if reason in {each, effect.undoes}]


_GOALS, _AWARDS, _PURCHASES = _with_undoing("goal"), _with_undoing("award"), _with_undoing("purchase")


def _sum_of(reasons: Sequence[LedgerReason], amount: Any) -> Any:
    # PostgreSQL's sum of a bigint is a numeric.
    return cast(func.sum(case((LedgerEntry.reason.in_(reasons), amount), else_=0)), BigInteger)


_WEEKS = (
    select(
        *in_order(
            WeekOfStudent._fields,
            student_id=LedgerEntry.student_id,
            week=LedgerEntry.week,
            goals_completed=_sum_of(
                _GOALS, case({each: EFFECTS[each].goals for each in _GOALS}, value=LedgerEntry.reason)
            ),
            earned=_sum_of(_GOALS, LedgerEntry.amount),
            awards=_sum_of(_AWARDS, LedgerEntry.amount),
            spent=_sum_of(_PURCHASES, -LedgerEntry.amount),
        )
    )
    .where(
        LedgerEntry.week.between(bindparam("start"), bindparam("end")),
        LedgerEntry.reason.in_([*_GOALS, *_AWARDS, *_PURCHASES]),
    )
    .group_by(LedgerEntry.student_id, LedgerEntry.week)
)
_OF_CLASS = _WEEKS.where(
    LedgerEntry.student_id.in_(select(Student.id).where(Student.classroom_id == bindparam("classroom_id")))
)
_OF_STUDENT = _WEEKS.where(LedgerEntry.student_id == bindparam("student_id"))


def weeks_of_class(db: Session, classroom_id: str, period: Period) -> list[WeekOfStudent]:
    """Return the sums of the class's present students, without weeks in which nothing changed."""
    return _fetch(db, _OF_CLASS, period, classroom_id=classroom_id)


def weeks_of_student(db: Session, student_id: str, period: Period) -> list[WeekOfStudent]:
    """Return the student's sums, without weeks in which nothing changed."""
    return _fetch(db, _OF_STUDENT, period, student_id=student_id)


def _fetch(db: Session, query: Select[*tuple[Any, ...]], period: Period, **parameters: str) -> list[WeekOfStudent]:
    return fetch_rows(db, WeekOfStudent._make, query, {"start": period.start, "end": period.end, **parameters})


@dataclass(slots=True)
class Sums:
    """What the ledger adds up to."""

    goals_completed: int = 0
    earned: int = 0
    awards: int = 0
    spent: int = 0

    def add(self, row: WeekOfStudent) -> None:
        """Add a student's week."""
        self.goals_completed += row.goals_completed
        self.earned += row.earned
        self.awards += row.awards
        self.spent += row.spent


def sums_by_week(rows: Iterable[WeekOfStudent], period: Period) -> dict[date, Sums]:
    """Return the sums of each week of the period, oldest first."""
    sums = {week: Sums() for week in period.weeks}
    for row in rows:
        sums[row.week].add(row)
    return sums


def sums_by_student(rows: Iterable[WeekOfStudent], student_ids: Iterable[str]) -> dict[str, Sums]:
    """Return the sums of each of these students."""
    sums = {student_id: Sums() for student_id in student_ids}
    for row in rows:
        sums[row.student_id].add(row)
    return sums
