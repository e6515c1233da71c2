"""Bodies and answers about suggestions."""

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
    """What a student suggests."""

    student_id: Identifier | None = None
    suggested_name: Name
    suggested_goalbucks: GoalbucksWorth
    description: OptionalLongText = None

    def to_idea(self) -> Idea:
        """What the service takes."""
        return Idea(self.suggested_name, self.suggested_goalbucks, self.description)


class DenialBody(Body):
    """Nothing that counts."""

    teacher_id: Unbelieved = None


class ApprovalBody(Body):
    """What the teacher changes first."""

    teacher_id: Unbelieved = None
    name: OptionalName = None
    goalbucks: GoalbucksWorth | None = None
    due_date: DueDate = None

    def to_changes(self) -> Changes:
        """What the service takes."""
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
    """A row of the teacher's list."""

    student_name: str
    class_name: str

    @classmethod
    def of(cls, suggestion: GoalSuggestion, student_name: str, class_name: str) -> Self:
        """The answer; the names are the student's and the class's."""
        own = {name: getattr(suggestion, name) for name in SuggestionAnswer.model_fields}
        return cls(**own, student_name=student_name, class_name=class_name)


class ApprovedSuggestionAnswer(Answer):
    """The suggestion and the goal that came of it."""

    suggestion: SuggestionAnswer
    goal: GoalAnswer
