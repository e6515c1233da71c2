"""Photos of reviewed submissions go when they are as old as a teacher has said; text, review and goalbucks stay.

By itself only after three days with reviews past their time: a clock that is a year ahead must not take them.
"""

import asyncio
import logging
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import ColumnElement, and_, func, select
from sqlalchemy.orm import Session

from server import clock
from server.computer import ClassComputer
from server.database.hooks import after_commit
from server.database.locking import held
from server.database.transactions import Transactions
from server.domain.submissions.models import Submission
from server.media import Removals

AT_ONCE = 20
"""Each a short transaction, between which the class writes."""
PAUSE_SECONDS = 0.05
FIRST_SECONDS = 600.0
"""After the start: a class that begins has other worries."""
EVERY_SECONDS = 3600.0
REVIEWING_DAYS = 3

log = logging.getLogger("goalbucks.privacy")


class Retention:
    """The chore of one application; made and called on its event loop."""

    def __init__(self, transactions: Transactions, removals: Removals, computer: ClassComputer) -> None:
        self._transactions = transactions
        self._removals = removals
        self._computer = computer
        self._loop = asyncio.get_running_loop()
        self._switched = asyncio.Event()
        self._turn = asyncio.Lock()

    def remove_now(self) -> None:
        """A teacher has switched it on or to fewer days, and was told how many go now. From any thread."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._switched.set)

    async def remove_due(self, *, by_hand: bool) -> int:
        """Remove what is due, a few at a time; how many it were."""
        async with self._turn:
            return await self._remove_due(by_hand=by_hand)

    async def _remove_due(self, *, by_hand: bool) -> int:
        days = self._computer.switches.image_retention_days
        if days is None:
            return 0
        now = clock.now()
        await asyncio.to_thread(self._removals.require_reachable)  # else rows would lose photos that can't be removed
        before = now if by_hand else await self._transactions.read(partial(_trusted_moment, now=now))
        removed = 0
        while count := await self._transactions.write(partial(self._remove_some, before=before, days=days)):
            removed += count
            await asyncio.sleep(PAUSE_SECONDS)
        if removed:
            log.info("%d photos went for their age", removed)
        return removed

    def _remove_some(self, db: Session, *, before: datetime, days: int) -> int:
        query = select(Submission).where(_due(before, days)).order_by(Submission.id).limit(AT_ONCE)
        due = db.scalars(held(db, query, Submission)).all()
        keys = [key for submission in due if (key := submission.remove_image(clock.now()))]
        after_commit(db, partial(self._removals.remove, keys))
        return len(due)

    async def run(self) -> None:
        """Until it is cancelled."""
        wait = FIRST_SECONDS
        self._switched.clear()  # another process did the chore until now
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._switched.wait()
            by_hand = self._switched.is_set()
            self._switched.clear()
            try:
                await self.remove_due(by_hand=by_hand)
            except Exception:  # whatever the disk says: it is logged, and the chore goes on
                log.exception("photos that are due were not removed; in an hour it is tried again")
            wait = EVERY_SECONDS


def count_due(db: Session, days: int, moment: datetime) -> int:
    """How many photos are older than that."""
    return db.scalars(select(func.count()).select_from(Submission).where(_due(moment, days))).one()


def _due(moment: datetime, days: int) -> ColumnElement[bool]:
    reviewed = and_(Submission.status != "pending", Submission.reviewed_at <= moment - timedelta(days=days))
    return and_(Submission.image_key.is_not(None), reviewed)


def _trusted_moment(db: Session, now: datetime) -> datetime:
    """The beginning of the third newest day with reviews, or the first review; `now` at the latest."""
    moment = now
    for _ in range(REVIEWING_DAYS):
        newest = db.scalar(select(func.max(Submission.reviewed_at)).where(Submission.reviewed_at < moment))
        if newest is None:
            break
        moment = newest.replace(hour=0, minute=0, second=0, microsecond=0)
    return min(moment, now)
