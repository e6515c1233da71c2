"""Nobody changes what somebody else is judging: what SQLite's one writer gives for nothing.

On PostgreSQL several write at once. Whoever changes what is a student's holds the student's row first, and reads what
it judges after that; store items are held after the student. On SQLite all of this is nothing, and costs nothing.
"""

from collections.abc import Sequence
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Select, delete, func, select
from sqlalchemy.exc import NoResultFound
from sqlalchemy.orm import Session

from server.database.base import Row

ROW_LOCKS = "row_locks"
"""In the `info` of a session that writes where others write too: the ids of what it holds."""
Selected = TypeVar("Selected", bound=Select[*tuple[Any, ...]])


def locks_rows(db: Session) -> bool:
    """Whether this transaction has to hold what it judges."""
    return ROW_LOCKS in db.info


def held(db: Session, query: Selected, model: type[Row]) -> Selected:
    """The query, whose rows of `model` nobody else changes until this transaction ends; they are as they are now."""
    # Rows below them may come meanwhile: their reference needs the key alone.
    if not locks_rows(db):
        return query
    return query.with_for_update(of=model, key_share=True).execution_options(populate_existing=True)


def hold(db: Session, model: type[Row], ids: Sequence[str] | Select[str], *, whole: bool = False) -> None:
    """Hold these rows, in the one order for all.

    `whole`: no rows may come below them either, and all must be there still; else it begins anew, and finds them gone.
    """
    if not locks_rows(db):
        return
    known: set[str] = db.info[ROW_LOCKS]
    if not whole and not isinstance(ids, Select) and known.issuperset(ids):
        return
    query = select(model.id).where(model.id.in_(ids)).order_by(model.id)
    got = db.scalars(query.with_for_update(key_share=not whole)).all()
    if whole and not isinstance(ids, Select) and len(got) < len(ids):
        raise NoResultFound
    known.update(got)


def hold_name(db: Session, name: str) -> None:
    """Hold what is no row yet, by a name of its own: whoever holds it, too, waits until this transaction ends."""
    if locks_rows(db):
        db.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(name, 0))))


def sweep(db: Session, model: type[Row], over: ColumnElement[bool]) -> None:
    """Delete what is over; what somebody else is about to delete is left to them."""
    if not locks_rows(db):
        db.execute(delete(model).where(over))
        return
    free = unheld(db, select(model.id).where(over))
    db.execute(delete(model).where(model.id.in_(free)).execution_options(synchronize_session=False))


def unheld(db: Session, query: Selected) -> Selected:
    """The query without the rows that somebody else holds, and holding the others."""
    return query.with_for_update(skip_locked=True) if locks_rows(db) else query
