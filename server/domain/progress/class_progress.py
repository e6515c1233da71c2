"""The progress of one class: sums by week and by student, and three lists about now."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from server import clock
from server.database.columns import fetch_columns, fetch_rows, in_order
from server.domain.classrooms.models import Classroom
from server.domain.goals.models import Goal
from server.domain.progress.periods import Period
from server.domain.progress.repeating import RepeatingGoals, repeating_goals
from server.domain.progress.schemas import (
    ClassProgressResponse,
    OverdueGoal,
    StudentProgress,
    StudentWithoutGoal,
    WaitingSubmission,
    WeekProgress,
)
from server.domain.progress.weekly_sums import Sums, sums_by_student, sums_by_week, weeks_of_class
from server.domain.students.models import Student
from server.domain.students.queries import name_sort_key
from server.domain.submissions.models import Submission
from server.schema import field_names

MAX_LISTED = 50
"""Rows of each list."""


class _StudentRow(NamedTuple):
    id: str
    first_name: str
    last_name: str
    created_at: datetime
    is_away: bool
    open_goals: int
    last_completed_at: datetime | None


_STUDENTS = select(
    *in_order(
        _StudentRow._fields,
        id=Student.id,
        first_name=Student.first_name,
        last_name=Student.last_name,
        created_at=Student.created_at,
        is_away=Student.away_since.is_not(None),
        open_goals=select(func.count())
        .where(Goal.student_id == Student.id, Goal.status == "current")
        .scalar_subquery(),
        last_completed_at=select(func.max(Goal.completed_at))
        .where(Goal.student_id == Student.id, Goal.status == "completed")
        .scalar_subquery(),
    )
).where(Student.classroom_id == bindparam("classroom_id"))
_OVERDUE = (
    select(
        *in_order(
            field_names(OverdueGoal),
            goal_id=Goal.id,
            student_id=Goal.student_id,
            goal_name=Goal.name,
            due_date=Goal.due_date,
        )
    )
    .join(Student, Student.id == Goal.student_id)
    .where(
        Goal.classroom_id == bindparam("classroom_id"),
        Goal.status == "current",
        Goal.due_date < bindparam("today"),
        Goal.series_id.is_(None),
        Student.away_since.is_(None),
    )
    .order_by(Goal.due_date, Goal.id)
    .limit(MAX_LISTED)
)
_WAITING = (
    select(
        *in_order(
            field_names(WaitingSubmission),
            submission_id=Submission.id,
            goal_id=Submission.goal_id,
            student_id=Submission.student_id,
            goal_name=Goal.name,
            created_at=Submission.created_at,
        )
    )
    .join(Goal, Goal.id == Submission.goal_id)
    .where(Submission.classroom_id == bindparam("classroom_id"), Submission.status == "pending")
    .order_by(Submission.id)
    .limit(MAX_LISTED)
)


def progress_of_class(db: Session, classroom: Classroom, period: Period) -> ClassProgressResponse:
    """Return the class's progress in the period; students by last name, then first name, lists longest first."""
    of_class = {"classroom_id": classroom.id}
    students = fetch_rows(db, _StudentRow._make, _STUDENTS, of_class)
    students.sort(key=lambda student: name_sort_key(student.first_name, student.last_name))
    weeks = weeks_of_class(db, classroom.id, period)
    by_student = sums_by_student(weeks, (student.id for student in students))
    overdue = fetch_columns(db, _OVERDUE, {**of_class, "today": clock.local_date()})
    return ClassProgressResponse(
        period.start,
        period.end,
        [WeekProgress.from_row(sums, start=week) for week, sums in sums_by_week(weeks, period).items()],
        _of_each_student(by_student, repeating_goals(db, classroom, period)),
        _without_goal(students),
        [OverdueGoal(*row) for row in overdue],
        [WaitingSubmission(*row) for row in fetch_columns(db, _WAITING, of_class)],
    )


def _of_each_student(by_student: Mapping[str, Sums], repeating: Iterable[RepeatingGoals]) -> list[StudentProgress]:
    given, completed = Counter[str](), Counter[str]()
    for row in repeating:
        given[row.student_id] += row.given
        completed[row.student_id] += row.completed
    return [
        StudentProgress.from_row(
            sums,
            student_id=student_id,
            repeating_given=given[student_id],
            repeating_completed=completed[student_id],
        )
        for student_id, sums in by_student.items()
    ]


def _without_goal(students: Sequence[_StudentRow]) -> list[StudentWithoutGoal]:
    """Return the students without an open goal who aren't away, and since when nothing was left to do for them."""
    without = [
        StudentWithoutGoal(student.id, student.last_completed_at or student.created_at)
        for student in students
        if student.open_goals == 0 and not student.is_away
    ]
    return sorted(without, key=lambda student: student.since)[:MAX_LISTED]
