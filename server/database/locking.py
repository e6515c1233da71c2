"""Row locks for check-then-act updates on PostgreSQL; a no-op on SQLite, which has a single writer.

Lock order: a transaction that changes a student's data locks the student's row first, then reads what it checks; store
items are locked after the student.
"""

from collections.abc import Sequence
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Select, delete, func, select
from sqlalchemy.exc import NoResultFound
from sqlalchemy.orm import Session

from server.database.base import Row

ROW_LOCKS = "row_locks"
"""Key in `Session.info` of a PostgreSQL write transaction: the set of row ids that it has locked."""
Selected = TypeVar("Selected", bound=Select[*tuple[Any, ...]])


def locks_rows(db: Session) -> bool:
    """Return whether this transaction needs row locks."""
    return ROW_LOCKS in db.info


def held(db: Session, query: Selected, model: type[Row]) -> Selected:
    """Make the query lock its rows of `model` (FOR NO KEY UPDATE) and refresh loaded ones."""
    # NO KEY: child rows may be inserted meanwhile, since a foreign key check needs only the parent's key.
    if not locks_rows(db):
        return query
    return query.with_for_update(of=model, key_share=True).execution_options(populate_existing=True)


def hold(db: Session, model: type[Row], ids: Sequence[str] | Select[str], *, whole: bool = False) -> None:
    """Lock these rows, ordered by id so that transactions don't deadlock. Without a query if all are locked already.

    `exclusive` (FOR UPDATE): child rows can't be inserted either, and NoResultFound is raised when a row is gone, so
    that the transaction is retried.
    """
    if not locks_rows(db):
        return
    locked: set[str] = db.info[ROW_LOCKS]
    if not whole and not isinstance(ids, Select) and locked.issuperset(ids):
        return
    query = select(model.id).where(model.id.in_(ids)).order_by(model.id)
    found = db.scalars(query.with_for_update(key_share=not whole)).all()
    if whole and not isinstance(ids, Select) and len(found) < len(ids):
        raise NoResultFound
    locked.update(found)


def hold_name(db: Session, name: str) -> None:
    """Take a transaction-scoped advisory lock on `name`, for what isn't a row yet."""
    if locks_rows(db):
        db.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(name, 0))))


def sweep(db: Session, model: type[Row], over: ColumnElement[bool]) -> None:
    """Delete the rows that match `over`, skipping rows that another transaction has locked."""
    if not locks_rows(db):
        db.execute(delete(model).where(over))
        return
    unlocked = unheld(db, select(model.id).where(over))
    db.execute(delete(model).where(model.id.in_(unlocked)).execution_options(synchronize_session=False))


def unheld(db: Session, query: Selected) -> Selected:
    """Make the query lock its rows and skip those locked by other transactions."""
    return query.with_for_update(skip_locked=True) if locks_rows(db) else query
