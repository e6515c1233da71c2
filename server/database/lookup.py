"""Look-up of the one row that a request names."""

from typing import Any, TypeVar

from sqlalchemy import Select
from sqlalchemy.orm import Session

from server.database.base import Entity
from server.errors import NotFoundError

Found = TypeVar("Found", bound=Entity)


def get_or_not_found(db: Session, query: Select[Found], parameters: dict[str, Any] | None = None) -> Found:
    """Return the row that the query selects; raise `NotFoundError` if there is none."""
    found = db.scalar(query, parameters)
    if found is None:
        raise NotFoundError
    return found
