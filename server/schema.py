"""The form of bodies and answers: camelCase, strict numbers, trimmed texts (specification 11.4)."""

import re
from datetime import datetime
from typing import Annotated, Any
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
from pydantic_core import PydanticCustomError

MAX_GOALBUCKS = 1_000_000
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


UNSEEN = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
"""Unicode's categories of what is nowhere to be seen: controls, joiners and direction marks, blanks."""


def _no_control(text: str) -> str:
    if any(category(char) == "Cc" and char not in "\n\r\t" for char in text):
        code = "control_characters"
        raise PydanticCustomError(code, "contains characters that can't be stored")
    return text


def _visible(text: str) -> str:
    # And the letters that Unicode has for "nothing here".
    if all(category(char) in UNSEEN or char in "\u115f\u1160\u2800\u3164\uffa0" for char in text):
        code = "invisible"
        raise PydanticCustomError(code, "must have at least one letter or sign that can be seen")
    return text


def _blank_is_none(value: object) -> object:
    return None if isinstance(value, str) and not value.strip() else value


def calendar_date(value: object) -> object:
    """For a date's validator: only `YYYY-MM-DD` is a calendar date, a blank one is none."""
    if value is None or value == "":
        return None
    if not isinstance(value, str) or _DATE.fullmatch(value) is None:
        code = "calendar_date"
        raise PydanticCustomError(code, "must be a date like 2026-01-31")
    return value


Time = datetime
"""ISO 8601, UTC, with `Z`: pydantic's own form of what `database.base.UtcTime` gives."""

Name = Annotated[
    str,
    StringConstraints(strict=True, strip_whitespace=True, min_length=1, max_length=200),
    AfterValidator(_no_control),
    AfterValidator(_visible),
]
"""1 to 200 characters after trimming (specification 11.10)."""

OptionalName = Annotated[Name | None, BeforeValidator(_blank_is_none)]
"""A name that may be left out; a blank one is none."""

LongText = Annotated[
    str, StringConstraints(strict=True, strip_whitespace=True, max_length=5000), AfterValidator(_no_control)
]
"""Descriptions, comments and texts: up to 5,000 characters (specification 11.10)."""

RequiredText = Annotated[
    str,
    StringConstraints(strict=True, strip_whitespace=True, min_length=1, max_length=5000),
    AfterValidator(_no_control),
    AfterValidator(_visible),
]
"""A reason that must be given: 1 to 5,000 characters after trimming."""

OptionalLongText = Annotated[LongText | None, BeforeValidator(_blank_is_none)]
"""A text that may be left out; a blank one is none."""

GoalbucksWorth = Annotated[int, Field(strict=True, ge=1, le=MAX_GOALBUCKS)]
"""A whole number from 1 to 1,000,000 (specification 6.4)."""

Identifier = Annotated[str, StringConstraints(strict=True, max_length=64)]
"""An id in a body; whether there is such a row is for the lookup to say."""


Unbelieved = Any
"""What a body may carry though it doesn't count: who asks comes from the session, a name from its own row
(specification 11.5)."""


class Body(BaseModel):
    """A request's JSON; unknown fields are ignored."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="ignore")


class Answer(BaseModel):
    """A response's JSON, read from the rows' attributes."""

    # camelCase on the way out alone: on the way in each attribute would be looked for under that name first, in vain.
    model_config = ConfigDict(
        alias_generator=AliasGenerator(serialization_alias=to_camel), from_attributes=True, serialize_by_alias=True
    )


class ErrorAnswer(BaseModel):
    """Every error, whatever raised it."""

    error: str
    code: str
    fields: dict[str, str] | None = None
