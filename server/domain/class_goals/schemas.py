"""Request and response models for class goals."""

from dataclasses import dataclass
from datetime import date
from typing import Annotated

from pydantic import BeforeValidator, Field

from server.domain.class_goals.models import MAX_NAME, ClassGoalFields, ClassGoalStatus
from server.schema import (
    GoalbucksAmount,
    Identifier,
    Name,
    RequestModel,
    ResponseModel,
    ResponseRow,
    Timestamp,
    check_calendar_date,
)


class ClassGoalRequest(RequestModel):
    """The fields of a class goal that a teacher edits."""

    name: Annotated[Name, Field(max_length=MAX_NAME)]
    goalbucks: GoalbucksAmount
    until: Annotated[date | None, BeforeValidator(check_calendar_date)] = None

    def to_fields(self) -> ClassGoalFields:
        """Convert to the service's input."""
        return ClassGoalFields(self.name, self.goalbucks, self.until)


class NewClassGoalRequest(ClassGoalRequest):
    """A new class goal and its class."""

    classroom_id: Identifier


class GiftRequest(RequestModel):
    """What a student gives."""

    amount: GoalbucksAmount


@dataclass(slots=True)
class ClassGoalResponse(ResponseRow):
    """A class goal, without a word of who gave what."""

    id: str
    name: str
    goalbucks: int
    given: int
    """Open: what was given and not returned; reached and done: the target; ended: 0."""
    until: date | None
    status: ClassGoalStatus
    own_gift: int | None
    """Sum of the gifts of the student who asks; None for a teacher."""


class GivenResponse(ResponseModel):
    """What the class has given so far, and the student of it."""

    given: int
    own_gift: int


@dataclass(slots=True)
class GiftResponse(ResponseRow):
    """A gift that wasn't returned, for teachers."""

    student_id: str
    student_name: str
    amount: int
    created_at: Timestamp
