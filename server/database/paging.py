"""Lists that grow for years are read a page at a time (api.md: `?status=&limit=&before=`)."""

from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Select

from server.database.base import Row

MAX_LIMIT = 500
Selected = TypeVar("Selected", bound=Select[*tuple[Any, ...]])


@dataclass(frozen=True, slots=True)
class Page:
    """Which part of a list: of one status, at most `limit` rows, older than the row `before`."""

    status: str | None = None
    limit: int | None = None
    before: str | None = None


def newest_first(query: Selected, model: type[Row], page: Page) -> Selected:
    """The page of a list of `model`; ids grow with time, so they order it."""
    if page.before is not None:
        query = query.where(model.id < page.before)
    if page.limit is not None:
        query = query.limit(page.limit)
    return query.order_by(model.id.desc())
