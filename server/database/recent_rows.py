"""Rows that count for a time after they were made, such as failed sign-ins and events of rate limits."""

from datetime import datetime

from sqlalchemy import ColumnElement, Integer, Select, and_, bindparam, or_, select
from sqlalchemy.orm import Session

from server import clock
from server.database.base import Entity
from server.database.locking import ExpiredRows


class RecentRows:
    """The rows of a model that were made after `since` and up to `moment`, which are parameters of the queries.

    Those with a future time were made before the clock was set back; they would count until that time.
    """

    def __init__(self, model: type[Entity]) -> None:
        self._created_at = created_at = model.created_at
        self.condition = and_(created_at > bindparam("since"), created_at <= bindparam("moment"))
        self._others = ExpiredRows(model, or_(created_at <= bindparam("since"), created_at > bindparam("moment")))

    def select_nth_newest(self, *conditions: ColumnElement[bool]) -> Select[datetime]:
        """Select the time of the nth newest row that meets the conditions; the parameter `offset` is n - 1."""
        newest = select(self._created_at).where(self.condition, *conditions).order_by(self._created_at.desc())
        return newest.offset(bindparam("offset", type_=Integer)).limit(1)

    def delete_expired(self, db: Session, since: datetime) -> None:
        """Delete the rows that aren't recent now, skipping those that another transaction has locked."""
        self._others.delete(db, {"since": since, "moment": clock.now()})
