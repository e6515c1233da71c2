"""Request and response models for goal suggestions."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from server.domain.goals.schemas import DueDate, GoalResponse
from server.domain.suggestions.models import ApprovalOverrides, SuggestionStatus
from server.schema import (
    GoalbucksAmount,
    Identifier,
    IgnoredField,
    Name,
    OptionalLongText,
    OptionalName,
    RequestModel,
    ResponseModel,
    ResponseRow,
    Timestamp,
)


class SuggestionRequest(RequestModel):
    """A student's suggestion; `student_id`, if present, must be the signed-in student."""

    student_id: Identifier | None = None
    suggested_name: Name
    suggested_goalbucks: GoalbucksAmount
    description: OptionalLongText = None


class DenialRequest(RequestModel):
    """An optional body, ignored: the actor comes from the session."""

    teacher_id: IgnoredField = None


class ApprovalRequest(RequestModel):
    """The values that replace the suggested ones; absent or blank ones keep them."""

    teacher_id: IgnoredField = None
    name: OptionalName = None
    goalbucks: GoalbucksAmount | None = None
    due_date: DueDate = None

    def to_overrides(self) -> ApprovalOverrides:
        """Convert to the service's input."""
        return ApprovalOverrides(self.name, self.goalbucks, self.due_date)


@dataclass(slots=True)
class SuggestionResponse(ResponseRow):
    """A suggestion, with the fields of specification 13.8."""

    id: str
    student_id: str
    classroom_id: str
    suggested_name: str
    suggested_goalbucks: int
    description: str | None
    status: SuggestionStatus
    reviewed_by: Annotated[str | None, Field(serialization_alias="teacherId")]
    created_at: Timestamp
    reviewed_at: Timestamp | None
    approved_name: str | None
    approved_goalbucks: int | None


@dataclass(slots=True)
class SuggestionListItem(SuggestionResponse):
    """A suggestion in the teacher's list, with names."""

    student_name: str
    class_name: str


class ApprovedSuggestionResponse(ResponseModel):
    """An approved suggestion and the goal created from it."""

    suggestion: SuggestionResponse
    goal: GoalResponse
