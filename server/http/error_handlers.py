"""Exception handlers: each exception becomes an error response of the shape in `server.errors`, without a trace."""

import logging
import sqlite3
from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DatabaseError, OperationalError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from server.database.postgresql import DatabaseUnavailableError, is_unavailable
from server.errors import DATABASE_DAMAGED_SENTENCE, DomainError, InvalidFieldError, NotFoundError, TooLargeError
from server.media import ImageStorageError
from server.requests.dependencies import BaseServices, services_of
from server.requests.error_response import error_response
from server.system.storage_errors import StorageProblem, classify_storage_error
from server.texts.field_errors import field_sentence
from server.texts.translatable import Sentence

log = logging.getLogger("goalbucks.errors")


class InvalidJsonError(DomainError):
    """The body isn't JSON in UTF-8."""

    status = 422
    code = "invalid_json"
    sentence = "The request could not be read. Please reload the page and try again."
    about = ("body",)


class MethodNotAllowedError(DomainError):
    """The path exists, but not with this method."""

    status = 405
    code = "method_not_allowed"
    sentence = "This can't be done here. Please reload the page and try again."


class StorageUnavailableError(DomainError):
    """Base class: the database or the disk can't be used now."""

    status = 503
    retry_after_seconds = 2


class DatabaseBusyError(StorageUnavailableError):
    """The database is locked by another program, or fails for an unknown reason."""

    code = "store_unavailable"  # "store" means the database here, not the class store; clients know the code
    key = "database_busy"
    sentence = "The {host} is busy: another program may be using its database. Nothing was changed. Please try again."


class DiskFullError(StorageUnavailableError):
    """There is no space left for a write of a request; for a backup it is `BackupDiskFullError`."""

    code = "disk_full"
    sentence = (
        "The disk of the {host} is full. Nothing was changed. Please delete or move some large files there, "
        "then try again."
    )


class FolderReadOnlyError(StorageUnavailableError):
    """The data folder or its disk is write-protected."""

    code = "folder_read_only"
    sentence = (
        "The {host} may not write in GoalBucks's folder. Nothing was changed. "
        "Please check that its disk isn't write-protected, then try again."
    )


class DiskFailingError(StorageUnavailableError):
    """The disk reports I/O errors."""

    code = "disk_failing"
    sentence = (
        "The disk of the {host} could not be read or written. Nothing was changed. Please try again. "
        "If this goes on, save a copy of a backup on another disk."
    )


class DatabaseMalformedError(StorageUnavailableError):
    """SQLite reported during a request that the database file is damaged (SQLite's word: malformed).

    A backup and the check at startup raise `DatabaseDamagedError`, with the same code and another sentence.
    """

    code = "database_damaged"
    sentence = DATABASE_DAMAGED_SENTENCE


_ERRORS_BY_PROBLEM: dict[StorageProblem, type[DomainError]] = {
    "full": DiskFullError,
    "read_only": FolderReadOnlyError,
    "busy": DatabaseBusyError,
    "failing": DiskFailingError,
    "damaged": DatabaseMalformedError,
}

_BY_STATUS: dict[int, type[DomainError]] = {
    400: InvalidJsonError,
    404: NotFoundError,
    405: MethodNotAllowedError,
    413: TooLargeError,
}

_PARAMS = {"min_length": "min", "max_length": "max", "ge": "min", "le": "max", "expected": "expected"}
"""Parameters of `FIELD_MESSAGES` by their names in pydantic's errors."""


def _field_message(error: dict[str, Any]) -> Sentence:
    context = error.get("ctx", {})
    return field_sentence(error["type"], **{_PARAMS[name]: value for name, value in context.items() if name in _PARAMS})


def _field_name(location: Sequence[int | str]) -> str:
    # Without "body" or "query" and the tags of a union, which begin with "_".
    named = [str(part) for part in location[1:] if not str(part).startswith("_")]
    return ".".join(named) or "body"


def invalid_request(error: RequestValidationError) -> DomainError:
    """Return the 422 error for a request that doesn't validate, with a message for each field."""
    problems = error.errors()
    if any(problem["type"] == "json_invalid" for problem in problems):
        return InvalidJsonError()
    fields = {_field_name(problem["loc"]): _field_message(problem) for problem in problems}
    name, message = next(iter(fields.items()))
    return InvalidFieldError(fields=fields, params={"field": _field_label(name), "problem": message})


def _field_label(field: str) -> str:
    # "first name" of {"firstName": ...}; "GoalBucks cost" of {"goalbucksCost": ...}; "to" of [{"to": ...}]
    first = next((part for part in field.split(".") if not part.isdecimal()), field)
    words = "".join(f" {char.lower()}" if char.isupper() else char for char in first)
    return words.replace("goalbucks", "GoalBucks")


def _respond(request: Request, error: DomainError) -> JSONResponse:
    return error_response(error, services_of(request, BaseServices).deployment.host_label)


async def _domain_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, DomainError)  # noqa: S101 - registered for this type only
    return _respond(request, error)


async def _validation_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)  # noqa: S101 - registered for this type only
    return _respond(request, invalid_request(error))


async def _http_exception(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)  # noqa: S101 - registered for this type only
    known = _BY_STATUS.get(error.status_code)
    if known is None:
        raise error
    return _respond(request, known(headers=error.headers))


def _storage_problem(request: Request, error: BaseException) -> StorageProblem | None:
    return classify_storage_error(error, services_of(request, BaseServices).settings.data_dir)


async def _database_error(request: Request, error: Exception) -> JSONResponse:
    if not services_of(request, BaseServices).deployment.uses_sqlite and is_unavailable(error):
        log.error("the database server did not respond: %s", type(error).__name__)
        return _respond(request, DatabaseUnavailableError())
    problem = _storage_problem(request, error)
    if problem is None and not isinstance(error, (OperationalError, sqlite3.OperationalError)):
        raise error
    log.error("the database failed", exc_info=error)
    error_class = DatabaseBusyError if problem is None else _ERRORS_BY_PROBLEM[problem]
    return _respond(request, error_class())


async def _image_storage_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, ImageStorageError)  # noqa: S101 - registered for this type only
    problem = _storage_problem(request, error.__cause__) if error.__cause__ else None
    if problem not in {"full", "read_only"}:
        return _respond(request, error)
    return _respond(request, _ERRORS_BY_PROBLEM[problem]())


def install_error_handlers(app: FastAPI) -> None:
    """Register the handlers. All other exceptions reach `server.http.access_log`."""
    app.add_exception_handler(DomainError, _domain_error)
    app.add_exception_handler(RequestValidationError, _validation_error)
    app.add_exception_handler(HTTPException, _http_exception)
    app.add_exception_handler(ImageStorageError, _image_storage_error)
    app.add_exception_handler(DatabaseError, _database_error)
    app.add_exception_handler(sqlite3.Error, _database_error)  # not wrapped when raised by opening a connection
