"""The reports of a class, in a fixed number of queries."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Row, Select, and_, bindparam, func, select
from sqlalchemy.orm import Session, aliased

from server.database.base import Entity
from server.database.columns import fetch_columns, fetch_rows, in_order
from server.domain.classrooms.models import Classroom
from server.domain.goalbucks.models import Balance
from server.domain.goalbucks.queries import SPENDABLE
from server.domain.goals.models import Goal
from server.domain.progress.periods import Period
from server.domain.progress.repeating import RepeatingGoals, repeating_goals
from server.domain.progress.weekly_sums import sums_by_student, weeks_of_class
from server.domain.reports.models import FamilyComment
from server.domain.reports.schemas import (
    BoughtItem,
    FamilyCommentResponse,
    OpenLine,
    ReachedLine,
    ReportsResponse,
    StudentReport,
)
from server.domain.series.models import GoalSeries
from server.domain.store.models import Purchase
from server.domain.students.models import Student
from server.domain.students.queries import name_sort_key

MAX_REACHED = 14
MAX_WORKING_ON = 6
MAX_BOUGHT = 5


class _StudentRow(NamedTuple):
    id: str
    first_name: str
    last_name: str
    balance: int
    open_goals: int
    purchases: int
    comment: str | None
    updated_at: datetime | None


_Row = Row[*tuple[Any, ...]]
_IN_CLASS = Student.classroom_id == bindparam("classroom_id")
_Expressions = Callable[[Any], Sequence[ColumnElement[Any]]]
"""Conditions or an order, of a model or an alias of it."""


def _of_student(row: Any, query: Select[*tuple[Any, ...]], where: _Expressions) -> Select[*tuple[Any, ...]]:
    return query.where(row.student_id == Student.id, *where(row)).correlate(Student)


def _first_of_each(
    model: type[Entity], limit: int, columns: Sequence[str], where: _Expressions, order: _Expressions
) -> Any:
    """Select the first rows of each student of the class: the student's id, and the columns.

    An index finds them, so that the cost doesn't grow with the rows after them.
    """
    row, other = aliased(model), aliased(model)
    ids = _of_student(other, select(other.id), where).order_by(*order(other)).limit(limit)
    found = select(Student.id, *(getattr(row, name) for name in columns)).join(row, row.id.in_(ids))
    return found.where(_IN_CLASS).order_by(Student.id, *order(row))


def _is_reached(goal: Any) -> Sequence[ColumnElement[bool]]:
    return (
        goal.status == "completed",
        goal.completed_at >= _BEGINS_AT,
        goal.completed_at < _ENDS_AT,
        goal.series_id.is_(None),
    )


def _is_open(goal: Any) -> Sequence[ColumnElement[bool]]:
    return (goal.status == "current",)


def _is_open_once(goal: Any) -> Sequence[ColumnElement[bool]]:
    return *_is_open(goal), goal.series_id.is_(None)


def _is_bought(purchase: Any) -> Sequence[ColumnElement[bool]]:
    return purchase.status != "cancelled", purchase.created_at >= _BEGINS_AT, purchase.created_at < _ENDS_AT


_BEGINS_AT = bindparam("begins_at", type_=Goal.completed_at.type)
_ENDS_AT = bindparam("ends_at", type_=Goal.completed_at.type)
_TERM_ID = bindparam("term_id", type_=FamilyComment.term_id.type)
_REACHED = _first_of_each(
    Goal,
    MAX_REACHED,
    ["name", "goalbucks", "completed_at"],
    _is_reached,
    lambda goal: (goal.completed_at.desc(), goal.id.desc()),
)
_OPEN = _first_of_each(
    Goal,
    MAX_WORKING_ON,
    ["name", "due_date"],
    _is_open_once,
    lambda goal: (goal.due_date.is_(None), goal.due_date, goal.id),
)
_OPEN_OF_SERIES = (
    select(Goal.student_id.label("id"), GoalSeries.name, func.max(Goal.due_date), func.count())
    .join(GoalSeries, GoalSeries.id == Goal.series_id)
    .where(Goal.classroom_id == bindparam("classroom_id"), *_is_open(Goal))
    .group_by(Goal.student_id, GoalSeries.id, GoalSeries.name)
    .order_by(GoalSeries.id)
)
_BOUGHT = _first_of_each(
    Purchase, MAX_BOUGHT, ["item_name", "goalbucks_cost"], _is_bought, lambda purchase: (purchase.id.desc(),)
)
_STUDENTS = (
    select(
        *in_order(
            _StudentRow._fields,
            id=Student.id,
            first_name=Student.first_name,
            last_name=Student.last_name,
            balance=SPENDABLE,
            open_goals=_of_student(Goal, select(func.count(Goal.id)), _is_open).scalar_subquery(),
            purchases=_of_student(Purchase, select(func.count(Purchase.id)), _is_bought).scalar_subquery(),
            comment=FamilyComment.text,
            updated_at=FamilyComment.updated_at,
        )
    )
    .outerjoin(Balance, Balance.student_id == Student.id)
    .outerjoin(
        FamilyComment,
        and_(FamilyComment.student_id == Student.id, FamilyComment.term_id.is_not_distinct_from(_TERM_ID)),
    )
    .where(_IN_CLASS)
)


def reports_of_class(db: Session, classroom: Classroom, period: Period) -> ReportsResponse:
    """Return the reports of the class's present students, by last name, then first name."""
    of_class = {"classroom_id": classroom.id}
    in_period = {**of_class, "begins_at": period.begins_at, "ends_at": period.ends_at}
    students = fetch_rows(db, _StudentRow._make, _STUDENTS, {**in_period, "term_id": period.term_id})
    students.sort(key=lambda student: name_sort_key(student.first_name, student.last_name))
    weeks = weeks_of_class(db, classroom.id, period)
    sums = sums_by_student(weeks, (student.id for student in students))
    goals = defaultdict(int, {(row.student_id, row.week): row.goals_completed for row in weeks})
    reached, open_once = _by_student(db, _REACHED, in_period), _by_student(db, _OPEN, of_class)
    open_of_series = _by_student(db, _OPEN_OF_SERIES, of_class)
    repeating: dict[str, list[RepeatingGoals]] = defaultdict(list)
    for each in repeating_goals(db, classroom, period):
        repeating[each.student_id].append(each)
    bought = _by_student(db, _BOUGHT, in_period)
    reports = [
        StudentReport.from_row(
            sums[student.id],
            student_id=student.id,
            first_name=student.first_name,
            last_name=student.last_name,
            balance=student.balance,
            goals_by_week=[goals[student.id, week] for week in period.weeks],
            reached=_reached_lines(reached[student.id], repeating[student.id]),
            working_on=_open_lines(open_once[student.id], open_of_series[student.id]),
            open_goals=student.open_goals,
            bought=[BoughtItem(*row[1:]) for row in bought[student.id]],
            purchases=student.purchases,
            comment=FamilyCommentResponse(student.comment or "", student.updated_at),
        )
        for student in students
    ]
    return ReportsResponse(period.start, period.end, period.weeks, reports, period.term_id)


def _reached_lines(once: Iterable[_Row], repeating: Iterable[RepeatingGoals]) -> list[ReachedLine]:
    """Return the newest lines of goals and of series, by the time of the last completed goal."""
    lines = [ReachedLine(name, paid, completed_at, 1, None) for _, name, paid, completed_at in once]
    lines += [
        ReachedLine(row.name, row.earned, row.last_completed_at, row.completed, row.given)
        for row in repeating
        if row.last_completed_at is not None
    ]
    return sorted(lines, key=lambda line: line.completed_at, reverse=True)[:MAX_REACHED]


def _open_lines(once: Iterable[_Row], of_series: Iterable[_Row]) -> list[OpenLine]:
    """Return the lines of goals and of series, the next due first and those without a due date last."""
    lines = [OpenLine(name, due_date, 1, repeats=False) for _, name, due_date in once]
    lines += [OpenLine(name, due_date, goals, repeats=True) for _, name, due_date, goals in of_series]
    return sorted(lines, key=lambda line: line.due_date or date.max)[:MAX_WORKING_ON]


def _by_student(db: Session, query: Select[*tuple[Any, ...]], parameters: dict[str, Any]) -> dict[str, list[_Row]]:
    found: dict[str, list[_Row]] = defaultdict(list)
    for row in fetch_columns(db, query, parameters):
        found[row.id].append(row)
    return found
