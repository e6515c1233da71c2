"""Concurrent requests in real threads."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from httpx2 import Response
from sqlalchemy import text
from sqlalchemy.orm import Session

from server.database.base import Entity
from server.database.locking import lock_rows, uses_row_locks
from server.database.transactions import Transactions
from tests.factories.waiting import TIMEOUT_SECONDS, wait_until

Result = TypeVar("Result")
_WAITING = text("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")


def run_concurrently(*calls: Callable[[], Result]) -> list[Result]:
    """Start all calls at the same moment and return their results in the order of the calls."""
    start = Barrier(len(calls))

    def run(call: Callable[[], Result]) -> Result:
        start.wait(TIMEOUT_SECONDS)
        return call()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


def run_while_locked(transactions: Transactions, row: Entity, *calls: Callable[[], Response]) -> list[Response]:
    """Start all calls while a transaction has locked the row; return their responses in the order of the calls.

    On PostgreSQL it ends when all of them wait for a lock: each has begun before any of them changes something. SQLite
    runs one write at a time anyway.
    """

    def all_wait() -> bool:
        with Session(transactions.engine) as db:
            return bool(db.scalars(_WAITING).one() == len(calls))

    with ThreadPoolExecutor(len(calls)) as threads:
        with transactions.writing() as db:
            lock_rows(db, type(row), [row.id])
            responses = [threads.submit(call) for call in calls]
            if uses_row_locks(db):
                wait_until(all_wait)
        return [response.result() for response in responses]
