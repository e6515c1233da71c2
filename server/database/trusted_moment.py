"""A moment from which deletions by age count in place of now, so that a wrong clock deletes nothing."""

from datetime import datetime

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from server import clock

TRUSTED_DAYS = 3
"""A clock that is ahead has written rows on fewer days than this when it is noticed."""


def trusted_moment(
    db: Session,
    column: InstrumentedAttribute[datetime] | InstrumentedAttribute[datetime | None],
    *conditions: ColumnElement[bool],
) -> datetime:
    """Return the start of the third newest day with a time in the column, or of the earliest one; at most now."""
    moment = clock.now()
    for _ in range(TRUSTED_DAYS):
        newest = db.scalar(select(func.max(column)).where(column < moment, *conditions))
        if newest is None:
            break
        moment = newest.replace(hour=0, minute=0, second=0, microsecond=0)
    return moment
