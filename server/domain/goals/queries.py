"""Queries for goals, scoped to what the actor may see."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Integer, Row, Select, SQLColumnExpression, bindparam, func, select, tuple_
from sqlalchemy.orm import Session, aliased

from server import clock
from server.database.columns import columns_of, fetch_columns, fetch_value
from server.database.paging import PageRequest, newest_in_classes
from server.domain.classrooms.membership import MEMBER_CLASS_IDS, class_ids, member_parameters
from server.domain.classrooms.models import Classroom
from server.domain.goalbucks.models import LedgerEntry
from server.domain.goals.models import Goal, GoalStatus, is_overdue
from server.domain.goals.schemas import GoalListItem, GoalNameResponse, GoalResponse
from server.domain.students.models import Student
from server.domain.students.queries import FULL_NAME
from server.schema import field_names
from server.security.actor import Actor

GoalQuery = Select[*tuple[Any, ...]]
SortKey = Callable[[type[Goal]], Sequence[SQLColumnExpression[Any]]]
"""Returns the columns by which goals are sorted, of the table or of an alias."""

# Built once: building the query costs more than executing it in SQLite.
_OVERDUE = field_names(GoalResponse).index("overdue")
_COLUMNS = columns_of(Goal, [name for name in field_names(GoalResponse) if name != "overdue"])
_IS_OF_STUDENT = Goal.student_id == bindparam("student_id")
_LAST = aliased(Goal)
_STATUS_OF_LAST = select(Goal.status).where(_IS_OF_STUDENT, Goal.id == bindparam("before"))
_LIMIT = bindparam("page_size", type_=Integer)
_WITH_NAMES = (
    select(*_COLUMNS, FULL_NAME, Classroom.name)
    .join(Student, Student.id == Goal.student_id)
    .join(Classroom, Classroom.id == Goal.classroom_id)
)

MAX_NAMES = 200
NAMES_WINDOW = timedelta(days=400)
"""The age up to which a goal's name is offered again: a school year and the weeks around it."""
# The goals of one assignment are one use.
_USES = func.count(func.coalesce(Goal.assignment_id, Goal.id).distinct())
_LAST_ID = func.max(Goal.id)
_NAMES = (
    select(_LAST_ID.label("last_id"), _USES.label("uses"))
    .where(Goal.classroom_id.in_(MEMBER_CLASS_IDS), Goal.created_at >= bindparam("since"))
    .group_by(Goal.name)
    .order_by(_USES.desc(), _LAST_ID.desc())
    .limit(MAX_NAMES)
    .subquery()
)
_USED_NAMES = (
    select(*columns_of(Goal, field_names(GoalNameResponse)))
    .join(_NAMES, _NAMES.c.last_id == Goal.id)
    .order_by(_NAMES.c.uses.desc(), _NAMES.c.last_id.desc())
)


@dataclass(frozen=True, slots=True)
class _Segment:
    """The goals of one status in the student's list: `all`, and those after the goal with the id `before`."""

    all: GoalQuery
    after: GoalQuery


def _segment(status: GoalStatus, sort_key: SortKey, *, is_descending: bool = False) -> _Segment:
    key, key_of_last = sort_key(Goal), sort_key(_LAST)
    order = [column.desc() for column in key] if is_descending else key
    in_order = select(*_COLUMNS).where(_IS_OF_STUDENT, Goal.status == status).order_by(*order)
    is_after = tuple_(*key) < tuple_(*key_of_last) if is_descending else tuple_(*key) > tuple_(*key_of_last)
    return _Segment(in_order, in_order.join(_LAST, _LAST.id == bindparam("before")).where(is_after))


def _by_due_date(goal: type[Goal]) -> Sequence[SQLColumnExpression[Any]]:
    return goal.due_date.is_(None), func.coalesce(goal.due_date, date.max), goal.id


def _by_completion(goal: type[Goal]) -> Sequence[SQLColumnExpression[Any]]:
    return goal.completed_at, goal.id


def _by_end(goal: type[Goal]) -> Sequence[SQLColumnExpression[Any]]:
    return goal.ended_at, goal.id


_SEGMENTS: Mapping[GoalStatus, _Segment] = {
    "current": _segment("current", _by_due_date),
    "ended": _segment("ended", _by_end, is_descending=True),
    "completed": _segment("completed", _by_completion, is_descending=True),
}
"""The parts of the student's list, in their order (specification 6.12); ended goals only where they are requested.

After a goal that has ended since its page was read, the completed ones follow.
"""


def is_listed(status: str | None, goal: type[Goal] = Goal) -> ColumnElement[bool]:
    """Condition for the goals in lists of this status, or without one: ended goals are only in those of "ended"."""
    return goal.status != "ended" if status is None else goal.status == status


def goals_of_student(db: Session, student_id: str, page: PageRequest) -> Sequence[GoalResponse]:
    """Return a page of the student's goals: current ones by due date and creation, then completed ones, newest first.

    Ended ones, newest first, only for `page.status` "ended". A goal `page.before` that isn't the student's gives an
    empty page.
    """
    parameters: dict[str, Any] = {"student_id": student_id, "before": page.before}
    statuses: Sequence[GoalStatus] = list(_SEGMENTS)
    status_of_last = None
    if page.before is not None:
        status_of_last = fetch_value(db, _STATUS_OF_LAST, parameters)
        statuses = statuses[statuses.index(status_of_last) :] if status_of_last else []
    goals: list[GoalResponse] = []
    for status in statuses:
        if page.status == status or (page.status is None and status != "ended"):
            query = _SEGMENTS[status].after if status == status_of_last else _SEGMENTS[status].all
            if page.limit is not None:
                query = _limited(query)
                parameters["page_size"] = page.limit - len(goals)
            goals += [GoalResponse(*_with_overdue(row)) for row in fetch_columns(db, query, parameters)]
    return goals


def _with_overdue(row: Row[*tuple[Any, ...]]) -> Iterable[Any]:
    return *row[:_OVERDUE], is_overdue(row.status, row.due_date, row.series_id), *row[_OVERDUE:]


@cache
def _limited(query: GoalQuery) -> GoalQuery:
    return query.limit(_LIMIT)


def goals_for_teacher(db: Session, actor: Actor, page: PageRequest) -> Sequence[GoalListItem]:
    """Return a page of the teacher's goals, newest first; ended ones only for `page.status` "ended"."""
    query = newest_in_classes(_WITH_NAMES, Goal, class_ids(db, actor), page, is_listed(page.status))
    rows = fetch_columns(db, query, {})
    return [GoalListItem(*_with_overdue(row)) for row in rows]


def find_wrong_credits(db: Session) -> Sequence[Goal]:
    """Return the completed goals whose goalbucks aren't those of their credit."""
    credit = select(LedgerEntry.amount).where(LedgerEntry.id == Goal.credit_id).scalar_subquery()
    is_paid = func.coalesce(credit, 0) == Goal.goalbucks
    return db.scalars(select(Goal).where(Goal.status == "completed", ~is_paid)).all()


def used_names(db: Session, actor: Actor) -> Sequence[GoalNameResponse]:
    """Return the names of the teacher's goals of the last 400 days, most used first, at most 200."""
    parameters = {**member_parameters(actor), "since": clock.now() - NAMES_WINDOW}
    return [GoalNameResponse(*row) for row in fetch_columns(db, _USED_NAMES, parameters)]
