"""Base models and field types of requests and responses: camelCase, strict numbers, trimmed texts.

See specification 11.4.
"""

import operator
import re
from collections.abc import Sequence
from dataclasses import fields
from datetime import date, datetime
from typing import Annotated, Any, ClassVar, Self
from unicodedata import category

from pydantic import (
    AfterValidator,
    AliasGenerator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
)
from pydantic.alias_generators import to_camel

from server.texts.field_errors import field_error

MAX_GOALBUCKS = 1_000_000
_DATE_PATTERN = re.compile(r"\d{4}-\d{2}-\d{2}")


INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
"""Unicode categories without visible glyphs: control and format characters (joiners, direction marks), spaces."""


def _reject_controls(text: str) -> str:
    if any(category(char) == "Cc" and char not in "\n\r\t" for char in text):
        raise field_error("control_characters")
    return text


def _require_single_line(text: str) -> str:
    if any(category(char) in {"Cc", "Zl", "Zp"} for char in text):
        raise field_error("control_characters")
    return text


def _is_invisible(text: str) -> bool:
    # Hangul fillers and the blank Braille pattern are letters and symbols to Unicode, but empty on the screen.
    return all(category(char) in INVISIBLE_CATEGORIES or char in "\u115f\u1160\u2800\u3164\uffa0" for char in text)


def _require_visible_character(text: str) -> str:
    if _is_invisible(text):
        raise field_error("invisible")
    return text


def _blank_to_none(value: object) -> object:
    return None if isinstance(value, str) and not value.strip() else value


def _invisible_to_none(text: str | None) -> str | None:
    return None if text is None or _is_invisible(text) else text


def check_calendar_date(value: object) -> str | None:
    """Check that a date is written `YYYY-MM-DD`; an empty string becomes None. For a `BeforeValidator`."""
    if value is None or value == "":
        return None
    if not isinstance(value, str) or _DATE_PATTERN.fullmatch(value) is None:
        raise field_error("calendar_date")
    return value


CalendarDate = Annotated[date, BeforeValidator(check_calendar_date)]
"""A calendar date `YYYY-MM-DD`."""

Timestamp = datetime
"""A time in a response, from a `UtcDateTime` column or the clock: being aware and in UTC, it is sent with `Z`."""

Name = Annotated[
    str,
    StringConstraints(strict=True, strip_whitespace=True, min_length=1, max_length=200),
    AfterValidator(_require_single_line),
    AfterValidator(_require_visible_character),
]
"""A single line of 1 to 200 characters after trimming, without tabs (specification 11.10)."""

OptionalName = Annotated[Name | None, BeforeValidator(_blank_to_none)]
"""An optional name; blank becomes None."""

LongText = Annotated[
    str, StringConstraints(strict=True, strip_whitespace=True, max_length=5000), AfterValidator(_reject_controls)
]
"""A description, comment or text of up to 5,000 characters (specification 11.10)."""

RequiredText = Annotated[
    str,
    StringConstraints(strict=True, strip_whitespace=True, min_length=1, max_length=5000),
    AfterValidator(_reject_controls),
    AfterValidator(_require_visible_character),
]
"""A required text of 1 to 5,000 characters after trimming."""

OptionalLongText = Annotated[LongText | None, AfterValidator(_invisible_to_none)]
"""An optional text; None if nothing of it can be seen."""

OptionalShortText = Annotated[Annotated[LongText, Field(max_length=500)] | None, AfterValidator(_invisible_to_none)]
"""An optional text of up to 500 characters; None if nothing of it can be seen."""

GoalbucksAmount = Annotated[int, Field(strict=True, ge=1, le=MAX_GOALBUCKS)]
"""A whole number from 1 to 1,000,000 (specification 6.4)."""

Identifier = Annotated[str, StringConstraints(strict=True, max_length=64)]
"""An id in a request body, not checked for existence."""

RowIds = Annotated[list[Identifier], Field(min_length=1, max_length=500)]
"""The rows that one call changes, at most as many as one page of a list; duplicate ids count once."""


IgnoredField = Any
"""A field that a request may carry and that is ignored: ids of the caller come from the session, names from the
database (specification 11.5)."""


class RequestModel(BaseModel):
    """Base of JSON request bodies: camelCase, unknown fields ignored."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="ignore")


# Aliases for serialization only: a validation alias would make pydantic look up each attribute twice.
_RESPONSE_CONFIG = ConfigDict(
    alias_generator=AliasGenerator(serialization_alias=to_camel), from_attributes=True, serialize_by_alias=True
)


class ResponseModel(BaseModel):
    """Base of JSON response bodies: camelCase, validated from the attributes of ORM rows."""

    model_config = _RESPONSE_CONFIG

    @classmethod
    def from_row(cls, row: object, **others: Any) -> Self:
        """Build from the attributes of an ORM row; `others` are the fields that the row doesn't have."""
        return cls(**{name: getattr(row, name) for name in cls.model_fields if name not in others}, **others)


class ResponseRow:
    """Base of `@dataclass(slots=True)` response bodies that are made of typed columns: camelCase, not validated again.

    Making and sending thirty of them takes half as long as validating thirty rows as a `ResponseModel`
    (docs/decisions/0054-cost-around-a-query.md).
    """

    __slots__ = ()
    __pydantic_config__: ClassVar[ConfigDict] = _RESPONSE_CONFIG
    __dataclass_fields__: ClassVar[dict[str, Any]]

    @classmethod
    def from_row(cls, row: object, **others: Any) -> Self:
        """Build from the attributes of an ORM row; `others` are the fields that the row doesn't have."""
        return cls(**{name: getattr(row, name) for name in field_names(cls) if name not in others}, **others)


def field_names(row: type[ResponseRow]) -> Sequence[str]:
    """Return the names of the fields of a dataclass, in order: those of the columns that a query selects for it."""
    return [field.name for field in fields(row)]


class CountResponse(ResponseModel):
    """The number of rows that a call has changed or counted."""

    count: int


class AssignedCountResponse(CountResponse):
    """The number of students to whom a call assigned a goal or an award, and the id that their rows share."""

    assignment_id: str


class SizeResponse(ResponseModel):
    """A parameter of a sentence that is a size, which the UI formats."""

    bytes: int


class TranslatableResponse(ResponseModel):
    """A sentence by which the UI finds its translation; see `server.texts.translatable`."""

    key: str
    params: Annotated[
        dict[str, "str | int | SizeResponse | TranslatableResponse"] | None, Field(exclude_if=operator.not_)
    ] = None


class ErrorResponse(TranslatableResponse):
    """The body of every error response."""

    error: str
    code: str
    fields: dict[str, str] | None = None
    field_keys: dict[str, TranslatableResponse] | None = None
