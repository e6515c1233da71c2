"""Request and response models for goals."""

from dataclasses import dataclass
from datetime import date
from typing import Annotated

from pydantic import BeforeValidator

from server.domain.goal_pictures import GoalPicture, OptionalGoalPicture
from server.domain.goals.models import EndReason, GoalFields, GoalStatus
from server.domain.students.schemas import StudentIds
from server.schema import (
    GoalbucksAmount,
    Identifier,
    Name,
    OptionalShortText,
    RequestModel,
    ResponseRow,
    RowIds,
    Timestamp,
    check_calendar_date,
)

DueDate = Annotated[date | None, BeforeValidator(check_calendar_date)]
"""A calendar date `YYYY-MM-DD`; past ones are allowed (specification 6.5)."""


class GoalRequest(RequestModel):
    """The fields of a goal that a teacher edits."""

    name: Name
    goalbucks: GoalbucksAmount
    due_date: DueDate = None
    details: OptionalShortText = None
    picture: OptionalGoalPicture = None

    def to_fields(self) -> GoalFields:
        """Convert to the model's fields."""
        return GoalFields(self.name, self.goalbucks, self.due_date, self.details, self.picture)


class NewGoalRequest(GoalRequest):
    """A goal for one student."""

    student_id: Identifier
    classroom_id: Identifier


class BulkGoalRequest(GoalRequest):
    """A goal for several students of one class; duplicate ids count once."""

    student_ids: StudentIds
    classroom_id: Identifier


class CompleteGoalsRequest(RequestModel):
    """Several goals that are completed; duplicate ids count once."""

    goal_ids: RowIds


@dataclass(slots=True)
class GoalResponse(ResponseRow):
    """A goal, with the fields of specification 13.4 and whether it is overdue."""

    id: str
    student_id: str
    classroom_id: str
    name: str
    goalbucks: int
    due_date: date | None
    status: GoalStatus
    created_at: Timestamp
    completed_at: Timestamp | None
    overdue: bool
    assignment_id: str | None
    series_id: str | None
    details: str | None
    picture: GoalPicture | None
    offered_goalbucks: int | None
    """The worth, if the goal was completed and paid less; `goalbucks` is then what it paid."""
    ended_reason: EndReason | None
    ended_at: Timestamp | None


@dataclass(slots=True)
class GoalNameResponse(ResponseRow):
    """A name that the teacher has given goals, with the amount and the details of the last of them."""

    name: str
    goalbucks: int
    details: str | None


@dataclass(slots=True)
class GoalListItem(GoalResponse):
    """A goal in the teacher's list, with names."""

    student_name: str
    class_name: str
