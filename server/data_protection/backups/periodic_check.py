"""Background check of the SQLite database after each start and daily: pages, indexes, texts, references, ledger.

Also looks for the files of all images.

Uses its own read-only connection, which doesn't block writers, in a thread of low priority.
"""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from threading import Event, Lock

from sqlalchemy import StaticPool, create_engine
from sqlalchemy.exc import DatabaseError
from sqlalchemy.orm import Session

from server.data_protection.backups.integrity import ledger_problems
from server.data_protection.backups.missing_images import MissingImages
from server.data_protection.backups.snapshot import find_damage, is_damage
from server.database.damage_flag import mark_suspect
from server.database.read_only import open_read_only
from server.settings import Settings

OPERATIONS_BETWEEN_POLLS = 10_000
"""Instructions of SQLite's virtual machine between two tests for cancellation: thousands of tests per second."""

log = logging.getLogger("goalbucks.backups")


@dataclass(frozen=True, slots=True)
class CheckResult:
    """Result of one check."""

    damage: tuple[str, ...] = ()
    """SQLite's messages about a corrupt file."""
    inconsistencies: int = 0
    """Foreign key violations and ledger problems; 0 in a damaged file, where they aren't checked."""


class CheckInterruptedError(Exception):
    """The check was cancelled while it looked for images; SQLite's own statements raise an error of theirs."""


class DatabaseCheck:
    """The check of one data folder's database; `run` is called in a thread."""

    def __init__(self, settings: Settings, missing_images: MissingImages | None = None) -> None:
        self.inconsistencies = 0
        """Result of the last complete check."""
        self.missing_images = missing_images or MissingImages(settings)
        self._settings = settings
        self._running = Lock()
        self._closed = Event()
        self._suspended = Event()

    def run(self) -> bool:
        """Check the database and mark it suspect when it is damaged. Return whether it was completed."""
        if not self._running.acquire(blocking=False):
            return False
        try:
            result = self._check()
        except Exception:
            if self._is_interrupted():
                return False
            raise
        finally:
            self._running.release()
        self._report(result)
        return True

    def stop(self) -> None:
        """Cancel a running check within milliseconds, and all later ones."""
        self._closed.set()

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """Cancel a running check and allow none until the block ends, while the database is replaced."""
        self._suspended.set()
        try:
            with self._running:
                yield
                self.inconsistencies = 0
                self.missing_images.replace(())
        finally:
            self._suspended.clear()

    def _is_interrupted(self) -> bool:
        return self._closed.is_set() or self._suspended.is_set()

    def _raise_if_interrupted(self) -> None:
        if self._is_interrupted():
            raise CheckInterruptedError

    def _check(self) -> CheckResult:
        try:
            with closing(open_read_only(self._settings.database_path)) as connection:
                connection.set_progress_handler(self._is_interrupted, OPERATIONS_BETWEEN_POLLS)
                result = _check_all(connection)
                if not result.damage:
                    self.missing_images.look_for_all(connection, self._raise_if_interrupted)
                return result
        except (sqlite3.DatabaseError, DatabaseError) as error:
            cause = error.orig if isinstance(error, DatabaseError) else error
            if isinstance(cause, sqlite3.Error) and is_damage(cause):
                return CheckResult((str(cause),))
            raise

    def _report(self, result: CheckResult) -> None:
        if result.damage:
            log.error("the database is damaged: %s", "; ".join(result.damage))
            mark_suspect(self._settings)
            return
        self.inconsistencies = result.inconsistencies
        if result.inconsistencies:
            log.error("%d rows of the database are inconsistent: see goalbucks check", result.inconsistencies)
        if missing := self.missing_images.keys:
            log.error("the files of %d images are missing: see goalbucks check", len(missing))


def _check_all(connection: sqlite3.Connection) -> CheckResult:
    damage = find_damage(connection)
    if damage:
        return CheckResult(damage)
    dangling = sum(1 for _ in connection.execute("PRAGMA foreign_key_check"))
    engine = create_engine("sqlite+pysqlite://", creator=lambda: connection, poolclass=StaticPool)
    with Session(engine) as db:
        return CheckResult(inconsistencies=dangling + len(ledger_problems(db)))
