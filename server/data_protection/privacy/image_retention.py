"""Removal of images of reviewed submissions after the retention that the teacher has set.

Text, review and goalbucks stay. The automatic removal measures age from the third newest day with reviews in place of
today, so that a clock that is a year ahead deletes nothing.
"""

import asyncio
import logging
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import ColumnElement, and_, func, select
from sqlalchemy.orm import Session

from server import clock
from server.computer.host import HostComputer
from server.database.hooks import after_commit
from server.database.locking import for_update
from server.database.transactions import Transactions
from server.database.trusted_moment import trusted_moment
from server.domain.submissions.models import Submission
from server.media import DeferredDeletes

BATCH_SIZE = 20
"""Images removed per transaction: the transactions are short, so that requests can write in between."""
PAUSE_SECONDS = 0.05

log = logging.getLogger("goalbucks.privacy")


class ImageRetention:
    """Removes images in the background of one application; created and called on its event loop."""

    def __init__(self, transactions: Transactions, deferred_deletes: DeferredDeletes, computer: HostComputer) -> None:
        self._transactions = transactions
        self._deferred_deletes = deferred_deletes
        self._computer = computer
        self._loop = asyncio.get_running_loop()
        self.requested = asyncio.Event()
        """Set after the teacher has confirmed a new setting."""
        self._lock = asyncio.Lock()

    def request_removal(self) -> None:
        """Request a removal now, after the teacher has confirmed a new setting. Thread-safe."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self.requested.set)

    async def remove_due(self, *, requested: bool) -> int:
        """Remove the images that are due, in batches; return their number.

        A removal requested by the teacher (`requested`) trusts the clock.
        """
        async with self._lock:
            return await self._remove_due(requested=requested)

    async def _remove_due(self, *, requested: bool) -> int:
        days = self._computer.preferences.image_retention_days
        if days is None:
            return 0
        now = clock.now()
        # First, or rows would lose the keys of images that can't be deleted.
        await asyncio.to_thread(self._deferred_deletes.require_reachable)
        before = now
        if not requested:
            before = await self._transactions.read(lambda db: trusted_moment(db, Submission.reviewed_at))
        removed = 0
        while count := await self._transactions.write(partial(self._remove_batch, before=before, days=days)):
            removed += count
            await asyncio.sleep(PAUSE_SECONDS)
        if removed:
            log.info("removed %d images past their retention", removed)
        return removed

    def _remove_batch(self, db: Session, *, before: datetime, days: int) -> int:
        query = select(Submission).where(_due(before, days)).order_by(Submission.id).limit(BATCH_SIZE)
        due = db.scalars(for_update(db, query, Submission)).all()
        keys = [key for submission in due if (key := submission.remove_image(clock.now()))]
        after_commit(db, partial(self._deferred_deletes.delete, keys))
        return len(due)

    async def run(self) -> None:
        """Remove what is due, as the teacher has requested or by age."""
        is_requested = self.requested.is_set()
        self.requested.clear()
        await self.remove_due(requested=is_requested)


def count_due(db: Session, days: int, moment: datetime) -> int:
    """Return the number of images that are due with a retention of `days`."""
    return db.scalars(select(func.count()).select_from(Submission).where(_due(moment, days))).one()


def _due(moment: datetime, days: int) -> ColumnElement[bool]:
    reviewed = and_(Submission.status != "pending", Submission.reviewed_at <= moment - timedelta(days=days))
    return and_(Submission.image_key.is_not(None), reviewed)
