"""Turns whatever was raised into the one shape of `server.errors`; no trace ever leaves the log."""

import logging
from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import OperationalError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from server.errors import DomainError, InvalidError, NotFoundError, TooLargeError

log = logging.getLogger("goalbucks.errors")
RETRY_AFTER_SECONDS = "2"


class InvalidJsonError(DomainError):
    """The body isn't JSON, or not UTF-8."""

    status = 422
    code = "invalid_json"
    sentence = "The request could not be read. Please reload the page and try again."
    about = ("body",)


class MethodNotAllowedError(DomainError):
    """The path is there, but not for this method."""

    status = 405
    code = "method_not_allowed"
    sentence = "This can't be done here. Please reload the page and try again."


class StoreUnavailableError(DomainError):
    """The database is locked, gone or full."""

    status = 503
    code = "store_unavailable"
    sentence = "The class computer is busy or its disk is full. Nothing was changed. Please try again."


_BY_STATUS: dict[int, type[DomainError]] = {
    400: InvalidJsonError,
    404: NotFoundError,
    405: MethodNotAllowedError,
    413: TooLargeError,
}

_MESSAGES = {
    "missing": "is required",
    "string_type": "must be text",
    "string_unicode": "contains characters that can't be stored",
    "string_too_short": "must have at least {min_length} character(s)",
    "string_too_long": "must have at most {max_length} characters",
    "too_short": "must have at least {min_length} entry",
    "too_long": "must have at most {max_length} entries",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_parsing_size": "is too large a number",
    "greater_than_equal": "must be at least {ge:,}",
    "less_than_equal": "must be at most {le:,}",
    "bool_type": "must be true or false",
    "literal_error": "must be {expected}",
    "list_type": "must be a list",
    "date_from_datetime_parsing": "must be a date like 2026-01-31",
    "date_parsing": "must be a date like 2026-01-31",
}
_OWN = ("calendar_date", "control_characters", "email", "invisible", "zero")


def _field_message(error: dict[str, Any]) -> str:
    if error["type"] in _OWN:
        return str(error["msg"])
    return _MESSAGES.get(error["type"], "is not valid").format(**error.get("ctx", {}))


def _field_name(location: Sequence[int | str]) -> str:
    # "body", "query" and the tags of a union (they begin with "_") are not the client's words.
    named = [str(part) for part in location[1:] if not str(part).startswith("_")]
    return ".".join(named) or "body"


def invalid_request(error: RequestValidationError) -> DomainError:
    """The 422 for a body that doesn't validate, with a message for each field."""
    problems = error.errors()
    if any(problem["type"] == "json_invalid" for problem in problems):
        return InvalidJsonError()
    fields = {_field_name(problem["loc"]): _field_message(problem) for problem in problems}
    name, message = next(iter(fields.items()))
    return InvalidError(f"Please check what you entered: {_spoken(name)} {message}.", fields=fields)


def _spoken(field: str) -> str:
    # "goalbucks" of {"goalbucks": ...}; "first name" of {"firstName": ...}
    first = field.split(".", maxsplit=1)[0]
    return "".join(f" {char.lower()}" if char.isupper() else char for char in first)


def answer(error: DomainError) -> JSONResponse:
    """The error's answer."""
    return JSONResponse(error.body(), status_code=error.status, headers=error.headers)


async def _domain(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, DomainError)  # noqa: S101 - registered for this type only
    return answer(error)


async def _validation(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)  # noqa: S101 - registered for this type only
    return answer(invalid_request(error))


async def _http(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)  # noqa: S101 - registered for this type only
    known = _BY_STATUS.get(error.status_code)
    if known is None:
        raise error
    return answer(known(headers=error.headers))


async def _store(_request: Request, error: Exception) -> JSONResponse:
    log.error("the database did not answer", exc_info=error)
    return answer(StoreUnavailableError(headers={"Retry-After": RETRY_AFTER_SECONDS}))


def answer_errors(app: FastAPI) -> None:
    """Register the handlers; what none of them knows is for `server.request_log`."""
    app.add_exception_handler(DomainError, _domain)
    app.add_exception_handler(RequestValidationError, _validation)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(OperationalError, _store)
