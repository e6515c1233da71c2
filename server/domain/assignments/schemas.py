"""Response models for assignments."""

from dataclasses import dataclass
from datetime import date

from server.domain.goal_pictures import GoalPicture
from server.domain.goals.schemas import GoalListItem
from server.schema import ResponseModel, ResponseRow, Timestamp


@dataclass(slots=True)
class FilterOptionResponse(ResponseRow):
    """A value of a filter, its text, and how many goals it lists together with the other filters."""

    value: str
    label: str
    count: int


@dataclass(slots=True)
class FilterOptionsResponse(ResponseRow):
    """The values of each filter of the assignments."""

    classes: list[FilterOptionResponse]
    goals: list[FilterOptionResponse]
    students: list[FilterOptionResponse]


@dataclass(slots=True)
class AssignmentListItem(ResponseRow):
    """The goals of one assignment in the teacher's list, or one goal that was assigned alone."""

    id: str
    """That of the newest listed goal, the paging cursor."""
    assignment_id: str | None
    name: str
    goalbucks: int
    offered_goalbucks: int | None
    due_date: date | None
    details: str | None
    picture: GoalPicture | None
    overdue: bool
    completed_at: Timestamp | None
    """The latest completion."""
    classroom_id: str
    class_name: str
    student_id: str | None
    """None if the group has several goals."""
    series_id: str | None
    student_names: list[str]
    total: int
    completed: int


@dataclass(slots=True)
class AssignedGoalResponse(GoalListItem):
    """A goal of one assignment.

    `changeable`: whether editing or deleting the assignment would change it. `submission_pending`: whether proof waits
    for a review.
    """

    changeable: bool
    submission_pending: bool


class EditedAssignmentResponse(ResponseModel):
    """The number of goals edited, and of those kept because they have proof or are completed."""

    changed: int
    kept: int


class DeletedAssignmentResponse(ResponseModel):
    """The number of goals deleted, and of those kept because they have proof or are completed."""

    deleted: int
    kept: int
