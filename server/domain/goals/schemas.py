"""Bodies and answers about goals."""

from datetime import date
from typing import Annotated, Self

from pydantic import BeforeValidator, Field

from server.domain.goals.models import Goal, GoalFields, Status
from server.domain.students.schemas import MAX_STUDENTS
from server.schema import Answer, Body, GoalbucksWorth, Identifier, Name, Time, calendar_date

DueDate = Annotated[date | None, BeforeValidator(calendar_date)]
"""A calendar date `YYYY-MM-DD`; past ones are allowed (specification 6.5)."""


class GoalBody(Body):
    """What a goal says."""

    name: Name
    goalbucks: GoalbucksWorth
    due_date: DueDate = None

    def to_fields(self) -> GoalFields:
        """What the service takes."""
        return GoalFields(self.name, self.goalbucks, self.due_date)


class NewGoalBody(GoalBody):
    """A goal for one student."""

    student_id: Identifier
    classroom_id: Identifier


class BulkGoalBody(GoalBody):
    """A goal for several students of one class; one named twice counts once."""

    student_ids: Annotated[list[Identifier], Field(min_length=1, max_length=MAX_STUDENTS)]
    classroom_id: Identifier


class BulkGoalAnswer(Answer):
    """How many goals were assigned, and the id that they share."""

    count: int
    assignment_id: str


class GoalAnswer(Answer):
    """A goal, with the fields of specification 13.4 and whether it is overdue."""

    id: str
    student_id: str
    classroom_id: str
    name: str
    goalbucks: int
    due_date: date | None
    status: Status
    created_at: Time
    completed_at: Time | None
    overdue: bool
    assignment_id: str | None


class GoalRowAnswer(GoalAnswer):
    """A row of the teacher's list."""

    student_name: str
    class_name: str

    @classmethod
    def of(cls, goal: Goal, student_name: str, class_name: str) -> Self:
        """The answer; the names are the student's and the class's."""
        own = {name: getattr(goal, name) for name in GoalAnswer.model_fields}
        return cls(**own, student_name=student_name, class_name=class_name)
