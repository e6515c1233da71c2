"""Request and response models for goal suggestions."""

from typing import Self

from server.domain.goals.schemas import DueDate, GoalAnswer
from server.domain.suggestions.models import GoalSuggestion, Status
from server.domain.suggestions.service import Changes, Idea
from server.schema import (
    Answer,
    Body,
    GoalbucksWorth,
    Identifier,
    Name,
    OptionalLongText,
    OptionalName,
    Time,
    Unbelieved,
)


class SuggestionBody(Body):
    """A student's suggestion; `student_id`, if present, must be the signed-in student."""

    student_id: Identifier | None = None
    suggested_name: Name
    suggested_goalbucks: GoalbucksWorth
    description: OptionalLongText = None

    def to_idea(self) -> Idea:
        """Convert to the service's input."""
        return Idea(self.suggested_name, self.suggested_goalbucks, self.description)


class DenialBody(Body):
    """An optional body, ignored: the actor comes from the session."""

    teacher_id: Unbelieved = None


class ApprovalBody(Body):
    """The values that replace the suggested ones; absent or blank ones keep them."""

    teacher_id: Unbelieved = None
    name: OptionalName = None
    goalbucks: GoalbucksWorth | None = None
    due_date: DueDate = None

    def to_changes(self) -> Changes:
        """Convert to the service's input."""
        return Changes(self.name, self.goalbucks, self.due_date)


class SuggestionAnswer(Answer):
    """A suggestion, with the fields of specification 13.8."""

    id: str
    student_id: str
    classroom_id: str
    suggested_name: str
    suggested_goalbucks: int
    description: str | None
    status: Status
    teacher_id: str | None
    created_at: Time
    reviewed_at: Time | None
    approved_name: str | None
    approved_goalbucks: int | None


class SuggestionRowAnswer(SuggestionAnswer):
    """A suggestion in the teacher's list, with names."""

    student_name: str
    class_name: str

    @classmethod
    def of(cls, suggestion: GoalSuggestion, student_name: str, class_name: str) -> Self:
        """Build from the suggestion and the names of its student and class."""
        fields = {name: getattr(suggestion, name) for name in SuggestionAnswer.model_fields}
        return cls(**fields, student_name=student_name, class_name=class_name)


class ApprovedSuggestionAnswer(Answer):
    """An approved suggestion and the goal created from it."""

    suggestion: SuggestionAnswer
    goal: GoalAnswer
