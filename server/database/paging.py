"""Keyset pagination of lists, newest first (specification 11.8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Select, select, union_all

from server.database.base import Entity

MAX_LIMIT = 500
Selected = TypeVar("Selected", bound=Select[*tuple[Any, ...]])


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A page of a list: rows of one status, at most `limit`, older than the row with the id `before`."""

    status: str | None = None
    limit: int | None = None
    before: str | None = None


def newest_first(query: Selected, model: type[Entity], page: PageRequest) -> Selected:
    """Restrict the query to the page, ordered by id descending; ids are time-ordered. `page.status` isn't applied."""
    if page.before is not None:
        query = query.where(model.id < page.before)
    if page.limit is not None:
        query = query.limit(page.limit)
    return query.order_by(model.id.desc())


def newest_in_classes(
    query: Selected,
    model: type[Entity],
    classroom_ids: Sequence[str],
    page: PageRequest,
    *conditions: ColumnElement[bool],
) -> Selected:
    """Restrict the query to the page over several classes, with `page.status` and `conditions`.

    Takes the newest ids of each class from its index, then the newest of those: sorting all rows of several classes
    would take longer with every year.
    """
    columns = model.__table__.columns
    filters = list(conditions) if page.status is None else [columns["status"] == page.status, *conditions]
    if page.limit is None or not classroom_ids:
        query = query.where(columns["classroom_id"].in_(classroom_ids), *filters)
        return newest_first(query, model, page)
    newest_ids = [
        select(newest_first(select(model.id).where(columns["classroom_id"] == each, *filters), model, page).subquery())
        for each in classroom_ids
    ]
    return newest_first(query.where(model.id.in_(union_all(*newest_ids))), model, page)
