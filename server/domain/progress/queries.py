"""Progress of classes, each list in one query whose cost doesn't grow with the number of completed goals."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from server.database.columns import fetch_columns, in_order
from server.domain.classrooms.membership import IS_LISTED, IS_MEMBER, member_parameters
from server.domain.classrooms.models import Classroom
from server.domain.classrooms.queries import ClassroomRow
from server.domain.goalbucks.models import Balance
from server.domain.goalbucks.queries import SPENDABLE
from server.domain.goals.models import Goal
from server.domain.progress.schemas import StudentStatsListItem, StudentStatsResponse
from server.domain.students.models import Student
from server.domain.students.queries import name_sort_key
from server.errors import NotFoundError
from server.schema import field_names
from server.security.actor import Actor

StudentType = TypeVar("StudentType", bound=StudentStatsResponse)

_LAST_GOAL = (
    select(Goal.name)
    .where(Goal.student_id == Student.id, Goal.status == "completed")
    .order_by(Goal.completed_at.desc(), Goal.id.desc())
    .limit(1)
    .scalar_subquery()
)
_CURRENT_GOALS = (
    # An index-only count takes a few microseconds per student, so no counter is stored.
    select(func.count()).where(Goal.student_id == Student.id, Goal.status == "current").scalar_subquery()
)


# An outer join: a class without students has one row, whose student is null, and a
# class that isn't there has none.
_STATS = (
    select(
        *in_order(
            field_names(StudentStatsResponse),
            id=Student.id,
            username=Student.username,
            first_name=Student.first_name,
            last_name=Student.last_name,
            classroom_id=Student.classroom_id,
            class_code=Classroom.class_code,
            created_at=Student.created_at,
            away_since=Student.away_since,
            language=Student.language,
            goals_completed=func.coalesce(Balance.goals_completed, 0),
            goalbucks=SPENDABLE,
            last_goal_name=_LAST_GOAL,
            current_goals=_CURRENT_GOALS,
        )
    )
    .select_from(Classroom)
    .outerjoin(Student, Student.classroom_id == Classroom.id)
    .outerjoin(Balance, Balance.student_id == Student.id)
)
_STATS_OF_CLASS = _STATS.where(IS_MEMBER, Classroom.id == bindparam("classroom_id"))
_STATS_OF_MEMBER = _STATS.add_columns(Classroom.name).where(IS_LISTED, Student.id.is_not(None))


def get_stats(db: Session, actor: Actor, classroom_id: str) -> Sequence[StudentStatsResponse]:
    """Return the students of the actor's class with their progress, by last name, then first name.

    `NotFoundError` if the class is missing or another teacher's; the same statement decides it.
    """
    parameters = {"classroom_id": classroom_id, **member_parameters(actor)}
    rows = fetch_columns(db, _STATS_OF_CLASS, parameters)
    if not rows:
        raise NotFoundError
    return _sorted_by_name(StudentStatsResponse(*row) for row in rows if row[0])


def stats_for_teacher(db: Session, actor: Actor) -> Sequence[StudentStatsListItem]:
    """Return the students of all the teacher's classes with their progress, by last name, then first name."""
    rows = fetch_columns(db, _STATS_OF_MEMBER, member_parameters(actor))
    return _sorted_by_name(StudentStatsListItem(*row) for row in rows)


def _sorted_by_name(students: Iterable[StudentType]) -> list[StudentType]:
    return sorted(students, key=lambda student: name_sort_key(student.first_name, student.last_name))


class BalanceRow(NamedTuple):
    """A row of the exported file."""

    last_name: str
    first_name: str
    username: str
    goalbucks: int
    earned: int
    spent: int
    goals_completed: int


def balances_of(db: Session, classroom: ClassroomRow) -> Sequence[BalanceRow]:
    """Return the class's balances by last name, then first name."""
    query = (
        select(
            *in_order(
                BalanceRow._fields,
                last_name=Student.last_name,
                first_name=Student.first_name,
                username=Student.username,
                goalbucks=SPENDABLE,
                earned=func.coalesce(Balance.earned, 0),
                spent=func.coalesce(Balance.spent, 0),
                goals_completed=func.coalesce(Balance.goals_completed, 0),
            )
        )
        .outerjoin(Balance, Balance.student_id == Student.id)
        .where(Student.classroom_id == classroom.id)
    )
    rows = [BalanceRow(*row) for row in db.execute(query)]
    return sorted(rows, key=lambda row: name_sort_key(row.first_name, row.last_name))
