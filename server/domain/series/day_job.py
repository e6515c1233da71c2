"""The job that makes the goals of each new day, on a class computer and in one process of a school's server."""

import asyncio
import logging
from datetime import date
from functools import partial

from server import clock
from server.database.transactions import Transactions
from server.domain.series.making import due_series_ids, make_planned_day

log = logging.getLogger("goalbucks.jobs")


class DayJob:
    """Makes the goals of recurring goals, once for each local date and after a request."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions
        self._done: date | None = None
        """The local date whose goals were made."""
        self.requested = asyncio.Event()
        """Set when another database is served: its day may not have been made."""

    async def run(self) -> bool:
        """Make the day's goals, each series in a transaction of its own; return whether all succeeded.

        Without a new date or a request it reads nothing.
        """
        day = clock.local_date()
        if day == self._done and not self.requested.is_set():
            return True
        self.requested.clear()
        self._done = None
        failed = 0
        for series_id in await self._transactions.read(partial(due_series_ids, day=day)):
            try:
                await self._transactions.write(partial(make_planned_day, series_id=series_id, day=day))
            except Exception:  # the other series must be made after any error
                failed += 1
                log.exception("the goals of a series weren't made")
        if failed == 0:
            self._done = day
        return failed == 0
