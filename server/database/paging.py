"""Keyset pagination of lists, newest first (specification 11.8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Integer, Select, bindparam, select, union_all

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


def select_page(query: Selected, model: type[Entity], page: PageRequest, *, status_column: str = "status") -> Selected:
    """Restrict a query that is built once to a page, newest first; execute it with `page_parameters(page)`.

    `page.status` is the value of `status_column`.
    """
    column = None if page.status is None else status_column
    selected: Selected = _select_page(
        query, model, column, has_limit=page.limit is not None, has_before=page.before is not None
    )
    return selected


def page_parameters(page: PageRequest) -> dict[str, Any]:
    """Return the parameters of `select_page`."""
    return {"status": page.status, "page_size": page.limit, "before": page.before}


@cache
def _select_page(
    query: Selected, model: type[Entity], status_column: str | None, *, has_limit: bool, has_before: bool
) -> Selected:
    # Built once of each kind: building the query costs more than executing it in SQLite.
    query = query.order_by(model.id.desc())
    if status_column is not None:
        query = query.where(model.__table__.columns[status_column] == bindparam("status"))
    if has_limit:
        query = query.limit(bindparam("page_size", type_=Integer))
    return query.where(model.id < bindparam("before")) if has_before else query


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
