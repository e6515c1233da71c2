"""Units of work on SQLite: one session and one transaction each.

Reads run on the event loop, because a thread switch costs more than a query of SQLite.
Writes run in a single writer thread, because they wait for the disk.
Reasons: docs/decisions/0002-threads-for-reads-writes-and-passwords.md.
"""

import asyncio
import contextvars
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from threading import Lock
from typing import Any, TypeVar

from sqlalchemy import Engine, event
from sqlalchemy.orm import Session, UOWTransaction

from server.database.hooks import Hooks
from server.database.sqlite import begin_immediately
from server.errors import DomainError

Result = TypeVar("Result")


class MaintenanceError(DomainError):
    """The database file is being replaced by a restored backup."""

    status = 503
    code = "paused"
    sentence = "A backup is being restored on the {host}. Please try again in a moment."
    retry_after_seconds = 5


class WriteSession(Session):
    """A session of `writing`; its `info` contains the application's hooks."""


@event.listens_for(WriteSession, "after_flush")
def _notify_flush(session: Session, _context: UOWTransaction) -> None:
    hooks: Hooks = session.info["hooks"]
    hooks.notify_flush(session)


class Transactions:
    """Runs units of work on a SQLite file; `PooledTransactions` does on PostgreSQL."""

    def __init__(self, engine: Engine, hooks: Hooks | None = None) -> None:
        self.engine = engine
        self.hooks = hooks or Hooks()
        self._paused = False
        self._open(engine)

    def _open(self, engine: Engine) -> None:
        self._open_sessions(engine, begin_immediately(engine))
        self._writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="writer")
        self._open_read_session()
        self._read_session_lock = Lock()

    def _open_read_session(self) -> None:
        self._read_connection = self.engine.connect()
        self._read_session = self._readers(bind=self._read_connection)

    def _open_sessions(self, readers: Engine, writers: Engine) -> None:
        # No `sessionmaker`: it defines a class, and SQLAlchemy prepares its events for each class, which takes 4 ms.
        self._readers = partial(Session, bind=readers, expire_on_commit=False, autoflush=False)
        self._writers = partial(WriteSession, bind=writers, expire_on_commit=False, info={"hooks": self.hooks})

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Yield a session on a snapshot of the database; changes are rolled back."""
        self._require_not_paused()
        try:
            with self._readers() as session:
                yield session
        except BaseException as error:
            self.hooks.notify_error(error)
            raise

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Yield a session that is committed when the block ends, or rolled back when it raises."""
        try:
            with self._writers() as session:
                with session.begin():
                    yield session
                self.hooks.run_after_commit(session)
        except BaseException as error:
            self.hooks.notify_error(error)
            raise

    async def read(self, work: Callable[[Session], Result]) -> Result:
        """Run `work` in a read transaction and return its result."""
        self._require_not_paused()
        # A connection from the pool costs as much as a query, and a new session as well. Reads on the event loop don't
        # overlap, so they share one of each; only tests read from several threads.
        if not self._read_session_lock.acquire(blocking=False):
            with self.reading() as session:
                return work(session)
        try:
            return self._read(work)
        except BaseException as error:
            self.hooks.notify_error(error)
            raise
        finally:
            self._read_session_lock.release()

    def _read(self, work: Callable[[Session], Result]) -> Result:
        try:
            with self._read_session as session:  # forgets all objects at the end
                return work(session)
        finally:
            self._read_connection.rollback()

    async def write(self, work: Callable[[Session], Result]) -> Result:
        """Run `work` in a write transaction in the writer thread and return its result once it is committed to disk.

        Cancelling the caller doesn't stop a write that was submitted.
        """
        self._require_not_paused()
        context = contextvars.copy_context()
        run = partial(context.run, self._write, work)
        return await asyncio.shield(asyncio.get_running_loop().run_in_executor(self._writer, run))

    async def run_exclusive(self, work: Callable[[], Result]) -> Result:
        """Run `work`, which opens no transaction, in the writer thread, so that no write runs at the same time."""
        self._require_not_paused()
        return await asyncio.shield(asyncio.get_running_loop().run_in_executor(self._writer, work))

    async def run_with_read_phase(self, work: Callable[[Session], Coroutine[Any, Any, Result]]) -> Result:
        """Run a coroutine with a read session and return its result.

        On PostgreSQL it runs in a reader thread until it awaits `end_read_phase`. Until then it may be retried, so it
        must have no side effects.
        """
        with self.reading() as session:
            return await work(session)

    async def end_read_phase(self, session: Session) -> None:
        """End the read phase of `run_with_read_phase`; the coroutine may await other things from here on.

        What the session has loaded stays readable.
        """
        session.close()

    async def swap_database(self, swap: Callable[[], Result]) -> Result:
        """Call `swap`, which replaces the database file, while this process has no connection to it.

        Submitted writes are finished first; units of work that start meanwhile raise `MaintenanceError`. If `swap`
        raises, the file that is there then is opened again.
        """
        self._require_not_paused()
        self._paused = True
        return await asyncio.shield(asyncio.get_running_loop().run_in_executor(self._writer, self._replace, swap))

    def _replace(self, swap: Callable[[], Result]) -> Result:
        with self._read_session_lock:
            self._read_connection.close()
            self.engine.dispose()
            try:
                return swap()
            finally:
                self._open_read_session()
                self._paused = False

    def _require_not_paused(self) -> None:
        if self._paused:
            raise MaintenanceError

    def _write(self, work: Callable[[Session], Result]) -> Result:
        with self.writing() as session:
            return work(session)

    def close(self) -> None:
        """Finish submitted writes and close all connections."""
        self._writer.shutdown(wait=True)
        self._read_connection.close()
        self.engine.dispose()
