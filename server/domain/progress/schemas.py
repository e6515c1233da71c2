"""Response models for progress."""

from dataclasses import dataclass
from datetime import date
from typing import Annotated

from pydantic import Field

from server.domain.students.schemas import StudentResponse
from server.schema import ResponseRow, Timestamp


@dataclass(slots=True)
class StudentStatsResponse(StudentResponse):
    """A student with its numbers of completed and current goals, balance and last completed goal."""

    goals_completed: int
    goalbucks: int
    last_goal_name: str | None
    current_goals: int


@dataclass(slots=True)
class StudentStatsListItem(StudentStatsResponse):
    """A student in the list of all the teacher's classes, with the class's name."""

    class_name: str


@dataclass(slots=True)
class WeekProgress(ResponseRow):
    """Sums of the week that begins on this Monday, of a class or of a student."""

    start: date
    goals_completed: int
    earned: int
    awards: int
    spent: int


@dataclass(slots=True)
class StudentProgress(ResponseRow):
    """Sums of one student; `repeating_given`: the goals of series, made on the days of the period."""

    student_id: str
    goals_completed: int
    earned: int
    awards: int
    spent: int
    repeating_given: int
    repeating_completed: int


@dataclass(slots=True)
class StudentWithoutGoal(ResponseRow):
    """A student without an open goal; `since`: the last goal was completed, or the student was added."""

    student_id: str
    since: Timestamp


@dataclass(slots=True)
class OverdueGoal(ResponseRow):
    """An open goal whose due date has passed."""

    goal_id: str
    student_id: str
    goal_name: str
    due_date: date


@dataclass(slots=True)
class WaitingSubmission(ResponseRow):
    """A submission that waits for its review."""

    submission_id: str
    goal_id: str
    student_id: str
    goal_name: str
    created_at: Timestamp


@dataclass(slots=True)
class ClassProgressResponse(ResponseRow):
    """Progress of a class in a period, and three lists about now, each longest first."""

    from_: Annotated[date, Field(serialization_alias="from")]
    to: date
    weeks: list[WeekProgress]
    students: list[StudentProgress]
    no_open_goal: list[StudentWithoutGoal]
    overdue: list[OverdueGoal]
    waiting: list[WaitingSubmission]


@dataclass(slots=True)
class CommentOfGoal(ResponseRow):
    """What the teacher wrote when a goal's proof was approved."""

    goal_id: str
    goal_name: str
    comment: str
    reviewed_at: Timestamp


@dataclass(slots=True)
class StudentProgressResponse(ResponseRow):
    """Progress of a student in a period, and the newest comments, longer ago too."""

    from_: Annotated[date, Field(serialization_alias="from")]
    to: date
    weeks: list[WeekProgress]
    earned: int
    spent: int
    comments: list[CommentOfGoal]
