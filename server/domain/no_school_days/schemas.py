"""Request and response models for days without school."""

from datetime import date

from pydantic import Field, ValidationInfo, field_validator

from server.domain.no_school_days.models import DateRange
from server.schema import CalendarDate, OptionalName, RequestModel, ResponseModel
from server.texts.field_errors import field_error

MAX_DAYS = 100
MAX_RANGES_PER_CALL = 200
"""Those that are over may be among them."""


class NoSchoolDaysRequest(RequestModel):
    """A range of days without school."""

    first_day: CalendarDate = Field(alias="from")
    last_day: CalendarDate = Field(alias="to")
    name: OptionalName = None

    @field_validator("last_day")
    @classmethod
    def _check_length(cls, last_day: date, info: ValidationInfo) -> date:
        first_day: date | None = info.data.get("first_day")
        if first_day is not None and last_day < first_day:
            raise field_error("range_order")
        if first_day is not None and len(DateRange(first_day, last_day)) > MAX_DAYS:
            raise field_error("range_length")
        return last_day

    def to_range(self) -> DateRange:
        """Convert to the service's input."""
        return DateRange(self.first_day, self.last_day, self.name)


class NoSchoolDaysResponse(ResponseModel):
    """A range of days without school."""

    first_day: date = Field(serialization_alias="from")
    last_day: date = Field(serialization_alias="to")
    name: str | None
