"""Request and response models for series."""

from datetime import date
from typing import Annotated

from pydantic import AfterValidator, Field

from server.domain.goal_pictures import GoalPicture, OptionalGoalPicture
from server.domain.series.models import SeriesFields, Weekday
from server.domain.students.schemas import MAX_STUDENTS_PER_CALL, StudentIds
from server.schema import (
    CalendarDate,
    GoalbucksAmount,
    Identifier,
    Name,
    OptionalShortText,
    RequestModel,
    ResponseModel,
    Timestamp,
)
from server.texts.field_errors import field_error


def _require_distinct(days: list[Weekday]) -> list[Weekday]:
    if len(set(days)) < len(days):
        raise field_error("repeated")
    return days


class SeriesRequest(RequestModel):
    """The fields of a series that a teacher edits; duplicate student ids count once."""

    name: Name
    goalbucks: GoalbucksAmount
    weekdays: Annotated[list[Weekday], Field(min_length=1), AfterValidator(_require_distinct)]
    first_day: CalendarDate | None = Field(default=None, alias="from")
    """By default today for a new series, else as before."""
    last_day: CalendarDate = Field(alias="until")
    student_ids: Annotated[list[Identifier], Field(max_length=MAX_STUDENTS_PER_CALL)] | None
    """None: everybody in the class. Empty: the chosen students have left it."""
    details: OptionalShortText = None
    picture: OptionalGoalPicture = None

    def to_fields(self, first_day: date) -> SeriesFields:
        """Convert to the service's input; `first_day` if the request has none."""
        return SeriesFields(
            name=self.name,
            goalbucks=self.goalbucks,
            weekdays=self.weekdays,
            first_day=self.first_day or first_day,
            last_day=self.last_day,
            student_ids=self.student_ids,
            details=self.details,
            picture=self.picture,
        )


class NewSeriesRequest(SeriesRequest):
    """A new series and its class."""

    classroom_id: Identifier
    student_ids: StudentIds | None


class StopRequest(RequestModel):
    """Whether the open goals of the series end, too."""

    end_open: bool


class SeriesResponse(ResponseModel):
    """A series."""

    id: str
    classroom_id: str
    class_name: str
    name: str
    goalbucks: int
    details: str | None
    picture: GoalPicture | None
    weekdays: list[Weekday]
    first_day: date = Field(serialization_alias="from")
    last_day: date = Field(serialization_alias="until")
    stopped_at: Timestamp | None
    student_ids: list[str] | None
    """null: everybody in the class."""
    next_day: date | None
    given: int
    """Number of its goals."""
    completed: int
