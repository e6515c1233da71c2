"""Units of work on PostgreSQL: reads and writes run in thread pools, because both wait for the network.

Row locks (server/database/locking.py) prevent conflicts between concurrent writes; a transaction that conflicts all the
same is rolled back and retried.
"""

import asyncio
import contextvars
import logging
import random
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from threading import Lock
from typing import Any, NoReturn, TypeVar

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, NoResultFound
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.orm import Session
from sqlalchemy.orm.exc import StaleDataError

from server.database.hooks import HOOKS_KEY, Hooks
from server.database.locking import LOCKED_ROW_IDS
from server.database.postgresql import (
    DatabaseUnavailableError,
    error_text,
    is_conflict,
    is_deadlock,
    is_unavailable,
    open_pooled_engine,
)
from server.database.transactions import Transactions, WriteSession
from server.system.coroutines import Finished, resume, run_to_suspension, suspend

READER_THREADS = 4
WRITER_THREADS = 8
"""Writers mostly wait for the disk or for a row lock."""
MAX_ATTEMPTS = 5
MAX_BACKOFF_SECONDS = 0.05
LOG_INTERVAL_SECONDS = 5.0
_COMMITTING = "committing"
_COMMITTED = "committed"
"""Keys in `Session.info` of a write transaction whose COMMIT was sent, and was confirmed."""
_READ_OPTIONS: dict[str, Any] = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}

Result = TypeVar("Result")
log = logging.getLogger("goalbucks.database")


def open_pooled_transactions(url: str, hooks: Hooks | None = None) -> "PooledTransactions":
    """Return the units of work on the PostgreSQL database at `url`."""
    return PooledTransactions(open_pooled_engine(url, READER_THREADS + WRITER_THREADS), hooks)


class RateLimitedLogger:
    """Logs at most one line per `LOG_INTERVAL_SECONDS` of an outage, rather than one per request."""

    def __init__(self) -> None:
        self._next = 0.0

    def log_error(self, message: str) -> None:
        """Log the message unless one was logged within the interval."""
        if (now := time.monotonic()) >= self._next:
            self._next = now + LOG_INTERVAL_SECONDS
            log.error("the database server did not respond: %s", message)


_outage_log = RateLimitedLogger()


class Counters:
    """Thread-safe counters of units of work, for the metrics."""

    def __init__(self) -> None:
        self.waiting = 0
        """Units of work that wait for a thread, and with it a connection."""
        self.retries = 0
        """Retries after conflicts."""
        self.refused = 0
        """Units of work that failed because the database was unavailable."""
        self._lock = Lock()

    def add(self, *, waiting: int = 0, retries: int = 0, refused: int = 0) -> None:
        """Change the counters at once: several threads do so."""
        with self._lock:
            self.waiting += waiting
            self.retries += retries
            self.refused += refused


class PooledTransactions(Transactions):
    """Runs units of work on a PostgreSQL database."""

    def __init__(self, engine: Engine, hooks: Hooks | None = None) -> None:
        super().__init__(engine, hooks)
        self._readers = partial(
            Session, bind=engine.execution_options(**_READ_OPTIONS), expire_on_commit=False, autoflush=False
        )
        self._writers = partial(WriteSession, bind=engine, expire_on_commit=False, info={HOOKS_KEY: self.hooks})
        self.counters = Counters()
        self._reading = ThreadPoolExecutor(READER_THREADS, thread_name_prefix="reader")
        self._writing = ThreadPoolExecutor(WRITER_THREADS, thread_name_prefix="writer")

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A change raises an error."""
        with self.hooks.notifying_errors(), self._readers() as session:
            yield session
            _commit_read(session)

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Notes in `session.info` when the commit begins and has ended; whether a retry is safe depends on it."""
        with self.hooks.notifying_errors(), self._writers() as session:
            session.info[LOCKED_ROW_IDS] = set()
            with session.begin():
                yield session
                session.flush()
                self.hooks.run_before_commit(session)
                session.info[_COMMITTING] = True
            session.info[_COMMITTED] = True
            self.hooks.run_after_commit(session)

    async def read(self, work: Callable[[Session], Result]) -> Result:
        """Runs in a reader thread; raises `DatabaseUnavailableError` during an outage."""
        return await self._run_in(self._reading, partial(self._read, work))

    async def write(self, work: Callable[[Session], Result]) -> Result:
        """Raises `DatabaseUnavailableError` during an outage."""
        return await self._run_in(self._writing, partial(self._write, work))

    async def run_with_read_phase(self, work: Callable[[Session], Coroutine[Any, Any, Result]]) -> Result:
        """The coroutine runs in a reader thread until `end_read_phase`, then on the event loop."""
        outcome = await self.read(lambda session: run_to_suspension(work(session)))
        return outcome.result if isinstance(outcome, Finished) else await resume(outcome)

    async def end_read_phase(self, session: Session) -> None:  # noqa: ARG002 - `_read` closes it in the reader thread
        """Suspends the coroutine in its reader thread; the event loop resumes it."""
        await suspend()

    async def _run_in(self, threads: ThreadPoolExecutor, work: Callable[[], Result]) -> Result:
        context = contextvars.copy_context()

        def run() -> Result:
            self.counters.add(waiting=-1)
            try:
                return context.run(work)
            except DatabaseUnavailableError:
                self.counters.add(refused=1)
                raise

        self.counters.add(waiting=1)
        return await asyncio.shield(asyncio.get_running_loop().run_in_executor(threads, run))

    def _read(self, work: Callable[[Session], Result]) -> Result:
        def attempt() -> Result:
            # As `reading`, with a third less processor time: an engine with options listens to events, which are then
            # dispatched for each statement, and the session would begin a transaction of its own.
            connection = self.engine.connect().execution_options(**_READ_OPTIONS)
            with connection, connection.begin(), self._readers(bind=connection) as session:
                return work(session)

        with self.hooks.notifying_errors():
            return _retry_on_disconnect(attempt)

    def _write(self, work: Callable[[Session], Result]) -> Result:
        for retries_left in reversed(range(MAX_ATTEMPTS)):
            session: Session | None = None
            try:
                with self.writing() as session:
                    result = work(session)
            except (DBAPIError, NoResultFound, StaleDataError) as error:
                if not retries_left or not _is_retryable(error, session):
                    _raise_translated(error)
                self.counters.add(retries=1)
                time.sleep(random.uniform(0, MAX_BACKOFF_SECONDS) if is_deadlock(error) else 0)  # noqa: S311
            except Exception as error:  # noqa: BLE001 - raised again
                _raise_translated(error)
            else:
                return result
        raise AssertionError  # the last attempt returns or raises

    def close(self) -> None:
        """Waits for the reader and writer threads."""
        self.shutdown_threads()
        self.engine.dispose()

    def shutdown_threads(self) -> None:
        """Finish submitted units of work and end the threads."""
        for threads in (self._reading, self._writing):
            threads.shutdown(wait=True)


def _commit_read(session: Session) -> None:
    """End a read-only transaction by COMMIT: psycopg discards its prepared statements at a ROLLBACK.

    See docs/decisions/0051-cost-of-a-read.md.
    """
    session.expunge_all()  # what was loaded stays readable, and a changed object isn't flushed
    session.commit()


def _is_retryable(error: Exception, session: Session | None) -> bool:
    """Return whether nothing was committed for certain and a retry may succeed."""
    if session is not None and _COMMITTED in session.info:  # an action after the commit has failed
        return False
    if isinstance(error, (NoResultFound, StaleDataError)):  # the row was deleted after it was read
        return True
    is_disconnect = isinstance(error, DBAPIError) and error.connection_invalidated
    return is_conflict(error) or (is_disconnect and session is not None and _COMMITTING not in session.info)


def _retry_on_disconnect(attempt: Callable[[], Result]) -> Result:
    """Run a read, and retry it once if its connection was lost."""
    try:
        return attempt()
    except (DBAPIError, PoolTimeoutError) as error:
        if not (isinstance(error, DBAPIError) and error.connection_invalidated):
            _raise_translated(error)
    # The database was restarted since the connection was last used; SQLAlchemy has replaced the whole pool by now.
    try:
        return attempt()
    except (DBAPIError, PoolTimeoutError) as error:
        _raise_translated(error)


def _raise_translated(error: Exception) -> NoReturn:
    """Raise an outage of the database server as `DatabaseUnavailableError` and log it; any other error as it is."""
    if not is_unavailable(error):
        raise error
    _outage_log.log_error(error_text(error) if isinstance(error, DBAPIError) else type(error).__name__)
    raise DatabaseUnavailableError from error
