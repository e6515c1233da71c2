"""Answers about assignments."""

from datetime import date
from typing import Self

from server.domain.goals.schemas import GoalRowAnswer
from server.schema import Answer, Time


class AssignmentRowAnswer(Answer):
    """A row of the teacher's list: the goals of one assignment, or one goal that was assigned alone."""

    id: str
    assignment_id: str | None
    name: str
    goalbucks: int
    due_date: date | None
    overdue: bool
    completed_at: Time | None
    classroom_id: str
    class_name: str
    student_id: str | None
    student_names: list[str]
    total: int
    completed: int


class AssignedGoalAnswer(GoalRowAnswer):
    """A goal of one assignment, and whether editing or deleting for everybody would change it."""

    changeable: bool

    @classmethod
    def of_row(cls, row: GoalRowAnswer, *, changeable: bool) -> Self:
        """The row of a list of goals with `changeable` added."""
        return cls(**dict(row), changeable=changeable)


class EditedAssignmentAnswer(Answer):
    """How many goals were changed, and how many stay as they are because they have proof or have paid."""

    changed: int
    kept: int


class DeletedAssignmentAnswer(Answer):
    """How many goals were deleted, and how many stay because they have proof or have paid."""

    deleted: int
    kept: int
