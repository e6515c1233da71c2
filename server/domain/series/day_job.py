"""The job that makes the goals of each new day, on a class computer and in one process of a school's server."""

import logging
from functools import partial

from server import clock
from server.database.transactions import Transactions
from server.domain.series.making import due_series_ids, make_planned_day

log = logging.getLogger("goalbucks.jobs")


async def make_due_goals(transactions: Transactions) -> bool:
    """Make the day's goals that weren't made, each series in a transaction of its own; return whether all succeeded.

    Runs all day long: a class may be brought back, a day have school after all, a backup be restored.
    """
    day = clock.local_date()
    failed = 0
    for series_id in await transactions.read(partial(due_series_ids, day=day)):
        try:
            await transactions.write(partial(make_planned_day, series_id=series_id, day=day))
        except Exception:  # the other series must be made after any error
            failed += 1
            log.exception("the goals of a series weren't made")
    return failed == 0
