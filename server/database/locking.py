"""Row locks for check-then-act updates on PostgreSQL.

A no-op on SQLite: there writes run one at a time, each with the database's write lock
(sqlite_transactions.py).

Lock order of a transaction, so that no two wait for each other:

1. advisory locks on what isn't a row yet: an idempotency key, a rate limit, the account that somebody signs in to;
2. the row of a teacher, or of a class that is deleted, whose series are changed or made, or into whose store items are
   copied;
3. the rows of all students that the call concerns, at once, which `lock_rows` does in the order of their ids; a
   student's row stands for the goals, submissions, purchases and balance, too;
4. one row that the students of a class share, such as a store item;
5. advisory locks on a class's pictures or groups, or on the events of a sign-in: what waits for these takes no other
   lock.

`try_advisory_xact_lock` doesn't wait, so it may come anywhere. What a rule checks is read after its lock.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Delete, Select, delete, func, select
from sqlalchemy.exc import NoResultFound
from sqlalchemy.orm import Session

from server.database.base import Entity

LOCKED_ROW_IDS = "row_locks"
"""Key in `Session.info` of a PostgreSQL write transaction: the set of row ids that it has locked."""
Selected = TypeVar("Selected", bound=Select[*tuple[Any, ...]])


def uses_row_locks(db: Session) -> bool:
    """Return whether this transaction needs row locks."""
    return LOCKED_ROW_IDS in db.info


def for_update(db: Session, query: Selected, model: type[Entity]) -> Selected:
    """Make the query lock its rows of `model` (FOR NO KEY UPDATE) and refresh loaded ones."""
    # NO KEY: child rows may be inserted meanwhile, since a foreign key check needs only the parent's key.
    if not uses_row_locks(db):
        return query
    return query.with_for_update(of=model, key_share=True).execution_options(populate_existing=True)


def lock_rows(db: Session, model: type[Entity], ids: Sequence[str] | Select[str], *, exclusive: bool = False) -> None:
    """Lock these rows, ordered by id so that transactions don't deadlock. Without a query if all are locked already.

    `exclusive` (FOR UPDATE): child rows can't be inserted either, and NoResultFound is raised when a row is gone, so
    that the transaction is retried.
    """
    if not uses_row_locks(db):
        return
    locked: set[str] = db.info[LOCKED_ROW_IDS]
    if not exclusive and not isinstance(ids, Select) and locked.issuperset(ids):
        return
    query = select(model.id).where(model.id.in_(ids)).order_by(model.id)
    found = db.scalars(query.with_for_update(key_share=not exclusive)).all()
    if exclusive and not isinstance(ids, Select) and len(found) < len(ids):
        raise NoResultFound
    locked.update(found)


def advisory_xact_lock(db: Session, name: str) -> None:
    """Lock `name` until the transaction ends: for a row that doesn't exist yet, or a number of rows."""
    if uses_row_locks(db):
        db.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(name, 0))))


def try_advisory_xact_lock(db: Session, name: str) -> bool:
    """Lock `name` until the transaction ends, without waiting; return whether no other transaction has locked it."""
    if not uses_row_locks(db):
        return True
    return bool(db.scalar(select(func.pg_try_advisory_xact_lock(func.hashtextextended(name, 0)))))


class ExpiredRows:
    """The rows of a model that match a condition; its statements are built once."""

    def __init__(self, model: type[Entity], is_expired: ColumnElement[bool]) -> None:
        unlocked = select(model.id).where(is_expired).with_for_update(skip_locked=True)
        self._delete = _delete_unsynchronized(model, is_expired)
        self._delete_unlocked = _delete_unsynchronized(model, model.id.in_(unlocked))

    def delete(self, db: Session, parameters: Mapping[str, datetime]) -> None:
        """Delete the rows, skipping those that another transaction has locked."""
        db.execute(self._delete_unlocked if uses_row_locks(db) else self._delete, parameters)


def _delete_unsynchronized(model: type[Entity], condition: ColumnElement[bool]) -> Delete:
    return delete(model).where(condition).execution_options(synchronize_session=False)


def skip_locked(db: Session, query: Selected) -> Selected:
    """Make the query lock its rows and skip those locked by other transactions."""
    return query.with_for_update(skip_locked=True) if uses_row_locks(db) else query
