"""Errors for violated unique constraints."""

from collections.abc import Mapping

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from server.errors import DomainError


def flush_unique(db: Session, errors: Mapping[str, type[DomainError]]) -> None:
    """Flush; if a unique constraint is violated, raise the error of the column in `errors` that belongs to it.

    The column is in the message: SQLite lists the columns, and PostgreSQL names the constraint, which is named after
    them. Neither has a value (see `server.database.postgresql`).
    """
    try:
        db.flush()
    except IntegrityError as error:
        for column, error_type in errors.items():
            if column in str(error.orig):
                raise error_type from error
        raise
