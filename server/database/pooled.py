"""Units of work on PostgreSQL: they wait for a network, so that reads have threads, too; and several write at once.

What SQLite's one writer prevents, rows that are held prevent here (server/database/locking.py); what still collides is
done again, because nothing of it was kept.
"""

import asyncio
import contextvars
import logging
import random
import time
import types
from collections.abc import Callable, Coroutine, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from threading import Lock
from typing import Any, NoReturn, TypeVar

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, NoResultFound
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.orm import Session, sessionmaker
from sqlalchemy.orm.exc import StaleDataError

from server.database.hooks import Hooks
from server.database.locking import ROW_LOCKS
from server.database.postgresql import (
    DatabaseUnavailableError,
    is_conflict,
    is_deadlock,
    is_unavailable,
    open_pool,
    words_of,
)
from server.database.transactions import Transactions

READERS = 4
WRITERS = 8
"""A writer waits for the disk most of the time, or for somebody else's row."""
TRIES = 5
LONGEST_PAUSE_SECONDS = 0.05
TOLD_EVERY_SECONDS = 5.0
_COMMITTING = "committing"

Result = TypeVar("Result")
log = logging.getLogger("goalbucks.database")


def open_pooled(url: str, hooks: Hooks | None = None) -> "PooledTransactions":
    """Units of work on the database at `url`."""
    return PooledTransactions(open_pool(url, READERS + WRITERS), hooks)


class Complaints:
    """A line every few seconds of an outage, not one for each request that is refused."""

    def __init__(self) -> None:
        self._next = 0.0

    def tell(self, words: str) -> None:
        """Log it, unless that was done just now."""
        if (now := time.monotonic()) >= self._next:
            self._next = now + TOLD_EVERY_SECONDS
            log.error("the database server did not answer: %s", words)


_complaints = Complaints()


class Tally:
    """What is counted of units of work, by several threads."""

    def __init__(self) -> None:
        self.waiting = 0
        """For a thread of their own, and with it a connection."""
        self.again = 0
        """Done again, since they collided with others."""
        self.refused = 0
        """For want of a database."""
        self._one_at_a_time = Lock()

    def add(self, *, waiting: int = 0, again: int = 0, refused: int = 0) -> None:
        """Count."""
        with self._one_at_a_time:
            self.waiting += waiting
            self.again += again
            self.refused += refused


class PooledTransactions(Transactions):
    """Runs units of work on a PostgreSQL server."""

    def _open(self, engine: Engine) -> None:
        one_state = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        self._readers = sessionmaker(one_state, expire_on_commit=False, autoflush=False)
        self._writers = sessionmaker(engine, expire_on_commit=False)
        self.tally = Tally()
        self._reading = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._writing = ThreadPoolExecutor(WRITERS, thread_name_prefix="writer")

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session whose changes are all kept when the block ends, or none when it raises."""
        try:
            with self._writers() as session:
                session.info["hooks"] = self.hooks
                session.info[ROW_LOCKS] = set()
                with session.begin():
                    yield session
                    session.flush()
                    self.hooks.committing(session)
                    session.info[_COMMITTING] = True
                self.hooks.committed(session)
        except BaseException as error:
            self.hooks.failed(error)
            raise

    async def read(self, work: Callable[[Session], Result]) -> Result:
        """The work's result, in a transaction of its own; `DatabaseUnavailableError` while there is no database."""
        return await self._apart(self._reading, partial(self._read, work))

    async def write(self, work: Callable[[Session], Result]) -> Result:
        """The work's result once it is committed.

        It may be done several times, of which one is kept: it changes nothing but its session.
        """
        return await self._apart(self._writing, partial(self._write, work))

    async def beginning(self, work: Callable[[Session], Coroutine[Any, Any, Result]]) -> Result:
        """The coroutine's result; until it awaits `begun` it runs in a reader's thread."""
        with self.reading() as session:
            begun = await self._apart(self._reading, partial(_begin, work, session))
            return begun[0] if isinstance(begun, tuple) else await _rest(begun)

    async def begun(self) -> None:
        """From here on what was given to `beginning` runs on the event loop."""
        await _pause()

    async def _apart(self, threads: ThreadPoolExecutor, work: Callable[[], Result]) -> Result:
        context = contextvars.copy_context()

        def run() -> Result:
            self.tally.add(waiting=-1)
            try:
                return context.run(work)
            except DatabaseUnavailableError:
                self.tally.add(refused=1)
                raise

        self.tally.add(waiting=1)
        return await asyncio.shield(asyncio.get_running_loop().run_in_executor(threads, run))

    def _read(self, work: Callable[[Session], Result]) -> Result:
        def once() -> Result:
            with self.reading() as session:
                return work(session)

        return _again_when_cut_off(once)

    def _write(self, work: Callable[[Session], Result]) -> Result:
        for left in reversed(range(TRIES)):
            session: Session | None = None
            try:
                with self.writing() as session:
                    result = work(session)
            except (DBAPIError, NoResultFound, StaleDataError) as error:
                if not left or not _may_be_done_again(error, session):
                    _tell(error)
                self.tally.add(again=1)
                time.sleep(random.uniform(0, LONGEST_PAUSE_SECONDS) if is_deadlock(error) else 0)  # noqa: S311
            except Exception as error:  # noqa: BLE001 - it is raised again
                _tell(error)
            else:
                return result
        raise AssertionError  # the last round returns or raises

    def close(self) -> None:
        """Finish what was begun and let go of the connections."""
        self.finish()
        self.engine.dispose()

    def finish(self) -> None:
        """Finish what was begun."""
        for threads in (self._reading, self._writing):
            threads.shutdown(wait=True)


def _may_be_done_again(error: Exception, session: Session | None) -> bool:
    """Whether nothing of it was kept for sure, and the next try may go otherwise."""
    if isinstance(error, (NoResultFound, StaleDataError)):  # the row went after it was read
        return True
    lost = isinstance(error, DBAPIError) and error.connection_invalidated
    return is_conflict(error) or (lost and session is not None and _COMMITTING not in session.info)


def _again_when_cut_off(once: Callable[[], Result]) -> Result:
    """The result of what only reads."""
    try:
        return once()
    except (DBAPIError, PoolTimeoutError) as error:
        if not (isinstance(error, DBAPIError) and error.connection_invalidated):
            _tell(error)
    # The database has been restarted since this connection was used last; all others are replaced by now.
    try:
        return once()
    except (DBAPIError, PoolTimeoutError) as error:
        _tell(error)


def _tell(error: Exception) -> NoReturn:
    """Raise what it is to those above: the database server's trouble in one word, all else as it is."""
    if not is_unavailable(error):
        raise error
    _complaints.tell(words_of(error) if isinstance(error, DBAPIError) else type(error).__name__)
    raise DatabaseUnavailableError from error


def _begin(
    work: Callable[[Session], Coroutine[Any, Any, Result]], session: Session
) -> tuple[Result] | Coroutine[Any, Any, Result]:
    """Its result when it has ended, else what is left of it."""

    def once() -> tuple[Result] | Coroutine[Any, Any, Result]:
        session.close()  # what a try before it has left
        begun = work(session)
        try:
            begun.send(None)
        except StopIteration as end:
            return (end.value,)
        return begun

    return _again_when_cut_off(once)


@types.coroutine
def _pause() -> Generator[None]:
    yield


@types.coroutine
def _rest(work: Coroutine[Any, Any, Result]) -> Generator[Any, Any, Result]:
    return (yield from work.__await__())
