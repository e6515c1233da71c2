"""Erasure of a student from the database, its free pages, the images, and all backups that can be read.

First a journal entry is written, then the rows are deleted in one transaction, as for a deleted student. The rest may
take minutes and runs in the background at low priority; after a crash the next start resumes from the journal.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from server.background import low_priority_executor
from server.data_protection.backups.errors import BackupRunningError, ErasureRunningError, RestoreRunningError
from server.data_protection.backups.redact_backup import ErasedSubject
from server.data_protection.backups.service import BackupService
from server.data_protection.privacy.erasure_journal import ErasureJournal, PendingErasure
from server.data_protection.privacy.redact_all_backups import RedactionResult, UnprocessedBackup, redact_backups
from server.database.read_only import BUSY_SECONDS
from server.database.sqlite_transactions import SqliteTransactions
from server.database.transactions import Transactions
from server.domain.activity import service as activity
from server.domain.activity.service import ActivityEvent
from server.domain.students import service as students
from server.domain.students.models import Student
from server.domain.submissions.queries import image_keys_owned_by
from server.errors import DomainError
from server.media import ImageStorageError, MediaStore
from server.requests import idempotency
from server.security import throttle
from server.security.actor import Account

RESPONSE_TIMEOUT_SECONDS = 5.0
"""Time that a request waits for the result on a class computer; the client polls after that."""
LOCK_RETRY_SECONDS = 0.5
MAX_CHECKPOINT_ATTEMPTS = 60
"""How often truncating the write-ahead log is tried: a reader, such as an export, blocks it for seconds."""
CHECKPOINT_RETRY_SECONDS = 1.0

log = logging.getLogger("goalbucks.privacy")


@dataclass(frozen=True, slots=True)
class ErasureResult:
    """Result of an erasure."""

    rewritten: int
    unprocessed: tuple[UnprocessedBackup, ...]
    finishes_later: bool
    """Part of the erasure failed; the next start retries it."""


@dataclass(slots=True)
class _Erasure:
    started_by: str
    task: asyncio.Task[ErasureResult]
    is_delivered: bool = False
    """Whether a request has received the result."""


class ErasureService:
    """Erasures of one application; created and called on its event loop."""

    def __init__(self, backups: BackupService, transactions: Transactions, media: MediaStore) -> None:
        self._backups = backups
        self._transactions = transactions
        self._media = media
        self._journal = ErasureJournal(backups.settings.data_dir)
        self._erasures: dict[str, _Erasure] = {}

    def resume(self) -> None:
        """Resume the erasures in the journal."""
        for pending in self._journal.pending():
            log.info("resuming an unfinished erasure")
            self._start(pending.student_id, pending.teacher_id)

    def has_erasure(self, teacher_id: str, student_id: str) -> bool:
        """Return whether this teacher has started an erasure of this student since the program's start."""
        erasure = self._erasures.get(student_id)
        return erasure is not None and erasure.started_by == teacher_id

    async def erase(self, teacher_id: str, student_id: str) -> ErasureResult | None:
        """Start the erasure or join a running one; return its result, or None while it is running.

        Raises the error that prevented the deletion of the rows.
        """
        before = self._erasures.get(student_id)
        if before is not None and before.is_delivered and await self._needs_restart(before.task.result(), student_id):
            self._forget(student_id, before)
        erasure = self._erasures.get(student_id) or self._start(student_id, teacher_id)
        # On a school's server the next request may reach another process, which would answer 404: wait for the end.
        timeout = RESPONSE_TIMEOUT_SECONDS if self._backups.deployment.uses_sqlite else None
        await asyncio.wait({erasure.task}, timeout=timeout)
        if not erasure.task.done():
            return None
        erasure.is_delivered = True
        return erasure.task.result()

    async def close(self) -> None:
        """Cancel all erasures; the next start resumes them."""
        self._backups.cancel()
        erasures = tuple(self._erasures.values())  # a copy: each task removes itself at its end
        for each in erasures:
            each.task.cancel()
        for each in erasures:
            with suppress(asyncio.CancelledError, Exception):
                await each.task

    async def _needs_restart(self, outcome: ErasureResult, student_id: str) -> bool:
        """Return whether to start again: a retry after a failure, or a restore has brought the student back."""
        return outcome.finishes_later or await self._student_exists(student_id)

    async def _student_exists(self, student_id: str) -> bool:
        return await self._transactions.read(lambda db: db.get(Student, student_id) is not None)

    def _start(self, student_id: str, teacher_id: str) -> _Erasure:
        task = asyncio.create_task(self._erase(student_id, teacher_id))
        self._erasures[student_id] = erasure = _Erasure(teacher_id, task)
        # A failed erasure can be started again.
        task.add_done_callback(
            lambda done: self._forget(student_id, erasure) if done.cancelled() or done.exception() else None
        )
        return erasure

    def _forget(self, student_id: str, erasure: _Erasure) -> None:
        """Remove this erasure, unless a concurrent request has replaced it."""
        if self._erasures.get(student_id) is erasure:
            del self._erasures[student_id]

    async def _erase(self, student_id: str, teacher_id: str) -> ErasureResult:
        keys = await self._transactions.read(lambda db: tuple(image_keys_owned_by(db, "students", student_id)))
        pending = PendingErasure(student_id, teacher_id, keys)
        if not self._backups.deployment.uses_sqlite:
            return await self._erase_from_server(pending)
        await asyncio.to_thread(self._journal.save, pending)
        try:
            await self._remove_rows(pending)
        except Exception:
            # A commit that reported an I/O error may have succeeded: keep the journal entry if the rows are deleted.
            if await self._student_exists(student_id):
                await asyncio.to_thread(self._journal.remove, pending)
            raise
        with low_priority_executor("erase") as executor:
            return await self._run_background_steps(
                pending, partial(asyncio.get_running_loop().run_in_executor, executor)
            )

    async def _erase_from_server(self, pending: PendingErasure) -> ErasureResult:
        """Erase rows and images only: PostgreSQL vacuums itself, and its administrator keeps the backups.

        See docs/school-server.md.
        """
        await self._remove_rows(pending)
        try:
            await asyncio.to_thread(self._remove_images, pending)
        except (OSError, ImageStorageError):
            log.exception("the images of an erased student were not deleted; they are deleted as unreferenced later")
            return ErasureResult(0, (), finishes_later=True)
        return ErasureResult(0, (), finishes_later=False)

    async def _remove_rows(self, pending: PendingErasure) -> None:
        await self._transactions.write(lambda db: _remove_rows(db, pending))

    async def _run_background_steps(
        self, pending: PendingErasure, run: Callable[..., asyncio.Future[Any]]
    ) -> ErasureResult:
        with ExitStack() as stack:
            await self._acquire_lock(stack)
            try:
                await self._remove_rows(pending)  # again: a restore may have brought them back
                await run(self._remove_images, pending)
                is_purged = await self._purge_deleted_data()
                subject = ErasedSubject(pending.student_id, throttle.account_key("student", pending.student_id))
                redaction: RedactionResult = await run(redact_backups, self._backups, subject)
            except (OSError, sqlite3.Error, SQLAlchemyError, DomainError):
                log.exception("an erasure failed; the next start resumes it")
                return ErasureResult(0, (), finishes_later=True)
            later = not is_purged or any(each.reason == "failed" for each in redaction.unprocessed)
            if not later:
                await asyncio.to_thread(self._journal.remove, pending)
            return ErasureResult(redaction.rewritten, tuple(redaction.unprocessed), finishes_later=later)

    async def _acquire_lock(self, stack: ExitStack) -> None:
        while True:
            try:
                stack.enter_context(self._backups.operation_lock.acquire("erase"))
            except (BackupRunningError, RestoreRunningError, ErasureRunningError):
                await asyncio.sleep(LOCK_RETRY_SECONDS)
            else:
                return

    def _remove_images(self, pending: PendingErasure) -> None:
        if not pending.image_keys:
            return
        try:
            self._media.delete(*pending.image_keys)
        except ImageStorageError as error:
            raise error.__cause__ if isinstance(error.__cause__, OSError) else error from error

    async def _purge_deleted_data(self) -> bool:
        path = self._backups.settings.database_path
        assert isinstance(self._transactions, SqliteTransactions)  # noqa: S101 - PostgreSQL removes deleted data itself
        await self._transactions.run_exclusive(partial(_vacuum, path))
        for _ in range(MAX_CHECKPOINT_ATTEMPTS):
            if await self._transactions.run_exclusive(partial(_truncate_log, path)):
                return True
            await asyncio.sleep(CHECKPOINT_RETRY_SECONDS)
        return False


def _remove_rows(db: Session, pending: PendingErasure) -> None:
    student = db.get(Student, pending.student_id)
    if student is not None:
        idempotency.delete_referencing(db, pending.student_id)
        classroom_id = student.classroom_id
        students.delete_without_event(db, student)
        actor = Account(pending.teacher_id, "teacher")
        activity.record(db, actor, ActivityEvent("student_erased", classroom_id=classroom_id))
    throttle.reset_failures(db, "student", pending.student_id)
    throttle.delete_known_browsers(db, "student", pending.student_id)
    activity.anonymize_student(db, pending.student_id)


def _vacuum(database: Path) -> None:
    """Rebuild the database file: deleted rows stay readable in free pages."""
    with closing(sqlite3.connect(database, timeout=BUSY_SECONDS)) as connection:
        connection.execute("VACUUM")


def _truncate_log(database: Path) -> bool:
    """Truncate the write-ahead log, which holds earlier versions of pages; return False if a reader blocked it."""
    with closing(sqlite3.connect(database, timeout=0.2)) as connection:
        busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return bool(busy == 0)
