"""Lists that grow for years are read a page at a time (specification 11.8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Select, select, union_all

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


def newest_in_classes(
    query: Selected, model: type[Row], classroom_ids: Sequence[str], page: Page, *conditions: ColumnElement[bool]
) -> Selected:
    """The page of a list of `model` over several classes, `page.status` and `conditions` included.

    Each class gives its own newest from its index, and of these the newest are taken: sorting all that several classes
    hold would take longer with every year.
    """
    columns = model.__table__.columns
    wanted = list(conditions) if page.status is None else [columns["status"] == page.status, *conditions]
    if page.limit is None or not classroom_ids:
        query = query.where(columns["classroom_id"].in_(classroom_ids), *wanted)
        return newest_first(query, model, page)
    of_each = [
        select(newest_first(select(model.id).where(columns["classroom_id"] == each, *wanted), model, page).subquery())
        for each in classroom_ids
    ]
    return newest_first(query.where(model.id.in_(union_all(*of_each))), model, page)
