"""Messages about a field of a request: predicates that follow the field's label, such as "is required"."""

from pydantic_core import PydanticCustomError

from server.texts.translatable import Param, Sentence

FIELD_MESSAGES = {
    "missing": "is required",
    "string_type": "must be text",
    "string_unicode": "contains characters that can't be stored",
    "string_too_short": "must have at least {min} character(s)",
    "string_too_long": "must have at most {max} characters",
    "too_short": "must have at least {min} entry",
    "too_long": "must have at most {max} entries",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_parsing_size": "is too large a number",
    "greater_than_equal": "must be at least {min, number}",
    "less_than_equal": "must be at most {max, number}",
    "bool_type": "must be true or false",
    "literal_error": "must be {expected}",
    "list_type": "must be a list",
    "date_from_datetime_parsing": "must be a date like 2026-01-31",
    "date_parsing": "must be a date like 2026-01-31",
    "invalid": "is not valid",
    # Types of `field_error`
    "calendar_date": "must be a date like 2026-01-31",
    "control_characters": "contains characters that can't be stored",
    "goal_picture": "must be one of the pictures that the form offers",
    "email": "must be a whole e-mail address, like name@school.org",
    "invisible": "must have at least one letter or sign that can be seen",
    "zero": "must not be 0",
    "range_order": "must not be before the first day",
    "range_length": "must be at most 99 days after the first day",
    "repeated": "must not have an entry twice",
    # Rules of services
    "date_too_late": "must be at most {max, number} days from today",
    "more_than_given": "must be more than the {given, number} that the class has given so far",
    "stock_has_grown": "must be at most {max, number}, since the stock has grown meanwhile",
}
"""Templates of `server.texts.translatable` by error type, pydantic's or our own."""


def field_sentence(error_type: str, **params: Param) -> Sentence:
    """Return the message of an error type; that of an unknown type is "is not valid". Its key is `field.<type>`."""
    known = error_type if error_type in FIELD_MESSAGES else "invalid"
    return Sentence(f"field.{known}", FIELD_MESSAGES[known], params)


def field_error(error_type: str) -> PydanticCustomError:
    """Return the error to raise in a validator of a field."""
    return PydanticCustomError(error_type, FIELD_MESSAGES[error_type])
