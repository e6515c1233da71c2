"""The reports of a class, in a fixed number of queries."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import Row, Select, bindparam, func, select
from sqlalchemy.orm import Session

from server.database.base import Entity
from server.database.columns import fetch_columns, fetch_rows, in_order
from server.domain.classrooms.models import Classroom
from server.domain.goalbucks.models import Balance
from server.domain.goalbucks.queries import SPENDABLE
from server.domain.goals.models import Goal
from server.domain.progress.periods import Period
from server.domain.progress.weekly_sums import WeekOfStudent, sums_by_student, weeks_of_class
from server.domain.reports.models import FamilyComment
from server.domain.reports.schemas import (
    BoughtItem,
    FamilyCommentResponse,
    OpenGoal,
    ReachedGoal,
    ReportsResponse,
    StudentReport,
)
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
    comment: str | None
    updated_at: datetime | None


_IN_CLASS = Student.classroom_id == bindparam("classroom_id")
_STUDENTS = (
    select(
        *in_order(
            _StudentRow._fields,
            id=Student.id,
            first_name=Student.first_name,
            last_name=Student.last_name,
            balance=SPENDABLE,
            comment=FamilyComment.text,
            updated_at=FamilyComment.updated_at,
        )
    )
    .outerjoin(Balance, Balance.student_id == Student.id)
    .outerjoin(FamilyComment, FamilyComment.student_id == Student.id)
    .where(_IN_CLASS)
)


def _first_of_each(model: type[Entity], limit: int, columns: Sequence[Any], order: Sequence[Any], *where: Any) -> Any:
    """Select the first rows of each student of the class: its id, the number of its rows, and the columns."""
    student_id = model.__table__.c.student_id
    numbered = (
        select(
            student_id,
            func.count().over(partition_by=student_id).label("found"),
            func.row_number().over(partition_by=student_id, order_by=order).label("number"),
            *columns,
        )
        .join(Student, Student.id == student_id)
        .where(_IN_CLASS, *where)
        .subquery()
    )
    listed = [numbered.c[column.key] for column in columns]
    first = select(numbered.c.student_id, numbered.c.found, *listed).where(numbered.c.number <= limit)
    return first.order_by(numbered.c.student_id, numbered.c.number)


_BEGINS_AT = bindparam("begins_at", type_=Goal.completed_at.type)
_REACHED = _first_of_each(
    Goal,
    MAX_REACHED,
    [Goal.name, Goal.goalbucks, Goal.completed_at],
    [Goal.completed_at.desc(), Goal.id.desc()],
    Goal.status == "completed",
    Goal.completed_at >= _BEGINS_AT,
)
_OPEN = _first_of_each(
    Goal,
    MAX_WORKING_ON,
    [Goal.name, Goal.due_date],
    [Goal.due_date.is_(None), Goal.due_date, Goal.id],
    Goal.status == "current",
)
_BOUGHT = _first_of_each(
    Purchase,
    MAX_BOUGHT,
    [Purchase.item_name, Purchase.goalbucks_cost],
    [Purchase.id.desc()],
    Purchase.status != "cancelled",
    Purchase.created_at >= _BEGINS_AT,
)


def reports_of_class(db: Session, classroom: Classroom, period: Period) -> ReportsResponse:
    """Return the reports of the class's present students, by last name, then first name."""
    of_class = {"classroom_id": classroom.id}
    since = {**of_class, "begins_at": period.begins_at}
    students = fetch_rows(db, _StudentRow._make, _STUDENTS, of_class)
    students.sort(key=lambda student: name_sort_key(student.first_name, student.last_name))
    weeks = weeks_of_class(db, classroom.id, period)
    sums = sums_by_student(weeks, (student.id for student in students))
    goals = _goals_by_week(weeks)
    reached, open_goals = _by_student(db, _REACHED, since), _by_student(db, _OPEN, of_class)
    bought = _by_student(db, _BOUGHT, since)
    reports = [
        StudentReport.from_row(
            sums[student.id],
            student_id=student.id,
            first_name=student.first_name,
            last_name=student.last_name,
            balance=student.balance,
            goals_by_week=[goals[student.id, week] for week in period.weeks],
            reached=[ReachedGoal(*row[2:]) for row in reached[student.id]],
            working_on=[OpenGoal(*row[2:]) for row in open_goals[student.id]],
            open_goals=_found(open_goals[student.id]),
            bought=[BoughtItem(*row[2:]) for row in bought[student.id]],
            purchases=_found(bought[student.id]),
            comment=FamilyCommentResponse(student.comment or "", student.updated_at),
        )
        for student in students
    ]
    return ReportsResponse(period.start, period.end, period.weeks, reports)


def _goals_by_week(rows: Iterable[WeekOfStudent]) -> dict[tuple[str, date], int]:
    return defaultdict(int, {(row.student_id, row.week): row.goals_completed for row in rows})


def _by_student(
    db: Session, query: Select[*tuple[Any, ...]], parameters: dict[str, Any]
) -> dict[str, list[Row[*tuple[Any, ...]]]]:
    found: dict[str, list[Row[*tuple[Any, ...]]]] = defaultdict(list)
    for row in fetch_columns(db, query, parameters):
        found[row.student_id].append(row)
    return found


def _found(rows: Sequence[Row[*tuple[Any, ...]]]) -> int:
    """Return how many rows there are, of which these are the first."""
    return rows[0].found if rows else 0
