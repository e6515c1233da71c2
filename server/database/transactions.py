"""Units of work: whoever calls `read` or `write` gets one session, one transaction, and all or nothing.

Reads run where they are called, on the event loop: a thread hop costs more than SQLite's answer.
Writes run in the one writer's thread, because they wait for the disk (docs/decisions/0002).
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
from sqlalchemy.orm import Session, sessionmaker

from server.database.engine import IMMEDIATE
from server.database.hooks import Hooks
from server.errors import DomainError

Result = TypeVar("Result")
RETRY_AFTER_SECONDS = "5"


class PausedError(DomainError):
    """The file is being replaced; in a moment there is another one."""

    status = 503
    code = "paused"
    sentence = "A backup is being restored on the {host}. Please try again in a moment."

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": RETRY_AFTER_SECONDS})


class Transactions:
    """Runs units of work on the one SQLite file; on PostgreSQL `PooledTransactions` does."""

    def __init__(self, engine: Engine, hooks: Hooks | None = None) -> None:
        self.engine = engine
        self.hooks = hooks or Hooks()
        self._paused = False
        self._open(engine)
        event.listen(self._writers, "after_flush", lambda session, _context: self.hooks.flushed(session))

    def _open(self, engine: Engine) -> None:
        self._readers = sessionmaker(engine, expire_on_commit=False, autoflush=False)
        self._writers = sessionmaker(engine.execution_options(**{IMMEDIATE: True}), expire_on_commit=False)
        self._writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="writer")
        self._kept = engine.connect()
        self._kept_is_free = Lock()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that sees one state of the database; what it changes is thrown away."""
        self._require_file()
        try:
            with self._readers() as session:
                yield session
        except BaseException as error:
            self.hooks.failed(error)
            raise

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session whose changes are all kept when the block ends, or none when it raises."""
        try:
            with self._writers() as session:
                session.info["hooks"] = self.hooks
                with session.begin():
                    yield session
                self.hooks.committed(session)
        except BaseException as error:
            self.hooks.failed(error)
            raise

    async def read(self, work: Callable[[Session], Result]) -> Result:
        """The work's result, in a transaction of its own."""
        self._require_file()
        # Taking a connection from the pool and giving it back costs as much as a query. On the event loop reads come
        # one after another, so one connection is kept for them; only tests read from several threads.
        if not self._kept_is_free.acquire(blocking=False):
            with self.reading() as session:
                return work(session)
        try:
            with self._readers(bind=self._kept) as session:
                return work(session)
        except BaseException as error:
            self.hooks.failed(error)
            raise
        finally:
            self._kept_is_free.release()

    async def write(self, work: Callable[[Session], Result]) -> Result:
        """The work's result once it is committed and on the disk; the event loop goes on meanwhile.

        The caller going away doesn't stop it: a write that began is finished.
        """
        self._require_file()
        context = contextvars.copy_context()
        run = partial(context.run, self._write, work)
        return await asyncio.shield(asyncio.get_running_loop().run_in_executor(self._writer, run))

    async def in_turn(self, work: Callable[[], Result]) -> Result:
        """The result of work that no write may be under way beside, and that is no transaction itself."""
        self._require_file()
        return await asyncio.shield(asyncio.get_running_loop().run_in_executor(self._writer, work))

    async def beginning(self, work: Callable[[Session], Coroutine[Any, Any, Result]]) -> Result:
        """The coroutine's result; where reads have threads of their own, it runs in one until it awaits `begun`.

        Until then it may be begun twice: it changes nothing.
        """
        with self.reading() as session:
            return await work(session)

    async def begun(self) -> None:
        """What was given to `beginning` has read what it needs, and may wait for other things."""

    async def replace(self, put: Callable[[], Result]) -> Result:
        """Let `put` put another file in the database's place, while nothing of this program has it open.

        What was begun is finished first; what comes meanwhile is refused with `PausedError`. When `put` raises, it goes
        on with what is there.
        """
        self._require_file()
        self._paused = True
        return await asyncio.shield(asyncio.get_running_loop().run_in_executor(self._writer, self._replace, put))

    def _replace(self, put: Callable[[], Result]) -> Result:
        with self._kept_is_free:
            self._kept.close()
            self.engine.dispose()
            try:
                return put()
            finally:
                self._kept = self.engine.connect()
                self._paused = False

    def _require_file(self) -> None:
        if self._paused:
            raise PausedError

    def _write(self, work: Callable[[Session], Result]) -> Result:
        with self.writing() as session:
            return work(session)

    def close(self) -> None:
        """Finish what was begun and let go of the file."""
        self._writer.shutdown(wait=True)
        self._kept.close()
        self.engine.dispose()
