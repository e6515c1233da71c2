"""Units of work on a SQLite file.

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

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from server.database.hooks import HOOKS_KEY, Hooks
from server.database.sqlite import begin_immediately
from server.database.transactions import MaintenanceError, Transactions, WriteSession

Result = TypeVar("Result")


class SqliteTransactions(Transactions):
    """Runs units of work on a SQLite file, which one process uses."""

    def __init__(self, engine: Engine, hooks: Hooks | None = None) -> None:
        super().__init__(engine, hooks)
        self._paused = False
        # No `sessionmaker`: it defines a class, and SQLAlchemy prepares its events for each class, which takes 4 ms.
        self._readers = partial(Session, bind=engine, expire_on_commit=False, autoflush=False)
        info = {HOOKS_KEY: self.hooks}
        self._writers = partial(WriteSession, bind=begin_immediately(engine), expire_on_commit=False, info=info)
        self._writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="writer")
        self._open_read_session()
        self._read_lock = Lock()
        """Held by a read, and while the file is replaced."""

    def _open_read_session(self) -> None:
        # A connection from the pool costs as much as a query, and a new session as well. Reads on the event loop don't
        # overlap, so they share one of each.
        self._read_connection = self.engine.connect()
        self._read_session = self._readers(bind=self._read_connection)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """The block has a connection of its own. Raises `MaintenanceError` while the file is replaced."""
        self._require_not_paused()
        with self.hooks.notifying_errors(), self._readers() as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Waits for the file's write lock before the first statement."""
        with self.hooks.notifying_errors(), self._writers() as session:
            with session.begin():
                yield session
            self.hooks.run_after_commit(session)

    async def read(self, work: Callable[[Session], Result]) -> Result:
        """Raises `MaintenanceError` while the file is replaced."""
        self._require_not_paused()
        with self.hooks.notifying_errors(), self._read_lock:
            try:
                with self._read_session as session:  # forgets all objects at the end
                    return work(session)
            finally:
                self._read_connection.rollback()

    async def write(self, work: Callable[[Session], Result]) -> Result:
        """Raises `MaintenanceError` while the file is replaced."""
        context = contextvars.copy_context()
        return await self.run_exclusive(partial(context.run, self._write, work))

    def _write(self, work: Callable[[Session], Result]) -> Result:
        with self.writing() as session:
            return work(session)

    async def run_exclusive(self, work: Callable[[], Result]) -> Result:
        """Run `work` in the writer thread, so that no write runs at the same time, and return its result."""
        self._require_not_paused()
        return await asyncio.shield(asyncio.get_running_loop().run_in_executor(self._writer, work))

    async def run_with_read_phase(self, work: Callable[[Session], Coroutine[Any, Any, Result]]) -> Result:
        """The coroutine stays on the event loop, with a connection of its own."""
        with self.reading() as session:
            return await work(session)

    async def end_read_phase(self, session: Session) -> None:
        """Closes the session, and with it the snapshot."""
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
        with self._read_lock:
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

    def close(self) -> None:
        """Waits for the writer thread."""
        self._writer.shutdown(wait=True)
        self._read_connection.close()
        self.engine.dispose()
