"""Units of work: one session and one transaction each.

`SqliteTransactions` (sqlite_transactions.py) runs them on a SQLite file, `PooledTransactions` (pooled_transactions.py)
on PostgreSQL.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager
from typing import Any, TypeVar

from sqlalchemy import Engine, event
from sqlalchemy.orm import Session, UOWTransaction

from server.database.hooks import Hooks, hooks_of
from server.errors import DomainError

Result = TypeVar("Result")


class MaintenanceError(DomainError):
    """The database file is being replaced by a restored backup."""

    status = 503
    code = "paused"
    sentence = "A backup is being restored on the {host}. Please try again in a moment."
    retry_after_seconds = 5


class WriteSession(Session):
    """A session of a write transaction; its `info` contains the application's hooks."""


@event.listens_for(WriteSession, "after_flush")
def _notify_flush(session: Session, _context: UOWTransaction) -> None:
    hooks_of(session).notify_flush(session)


class Transactions(ABC):
    """Runs units of work on one database.

    `work` may be called again after a conflict or a lost connection, so it must have no side effects outside its
    session. Cancelling the caller doesn't stop a unit of work that was submitted.
    """

    def __init__(self, engine: Engine, hooks: Hooks | None = None) -> None:
        self.engine = engine
        self.hooks = hooks or Hooks()

    @abstractmethod
    def reading(self) -> AbstractContextManager[Session]:
        """Return a block with a session on a snapshot of the database, in the current thread; it changes nothing."""

    @abstractmethod
    def writing(self) -> AbstractContextManager[Session]:
        """Return a block with a session that is committed at its end, or rolled back when it raises.

        In the current thread, and without a retry: for tests, and for threads that own the database.
        """

    @abstractmethod
    async def read(self, work: Callable[[Session], Result]) -> Result:
        """Run `work` in a read transaction and return its result."""

    @abstractmethod
    async def write(self, work: Callable[[Session], Result]) -> Result:
        """Run `work` in a write transaction in a writer thread and return its result once it is committed to disk."""

    @abstractmethod
    async def run_with_read_phase(self, work: Callable[[Session], Coroutine[Any, Any, Result]]) -> Result:
        """Run a coroutine with a read session and return its result.

        Until it awaits `end_read_phase` it may await nothing else, and is a unit of work like that of `read`.
        """

    @abstractmethod
    async def end_read_phase(self, session: Session) -> None:
        """End the transaction of `run_with_read_phase`; the coroutine may await other things from here on.

        What the session has loaded stays readable.
        """

    @abstractmethod
    def close(self) -> None:
        """Finish submitted units of work and close all connections."""
