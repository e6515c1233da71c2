"""Service that restores a backup while the application serves requests, by the steps in `atomic_restore`."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from server.data_protection.backups.atomic_restore import (
    UPLOAD_NAME,
    RestoreOptions,
    StagedBackup,
    install_backup,
    stage_backup,
)
from server.data_protection.backups.periodic_check import DatabaseCheck
from server.data_protection.backups.service import BackupService
from server.data_protection.backups.upload import save_upload
from server.database.damage_flag import clear_suspect
from server.database.sqlite_transactions import SqliteTransactions
from server.database.transactions import Transactions
from server.domain.accounts.credential_snapshot import CredentialSnapshot
from server.domain.activity.kinds import ActivityKind
from server.domain.activity.service import ActivityEvent, record
from server.domain.login_cards.service import CardCounts, end_cards_of_other_computers
from server.domain.teachers.models import Teacher
from server.errors import DomainError
from server.security.actor import Account, Actor
from server.security.code_key import CodeKey

Result = TypeVar("Result")
log = logging.getLogger("goalbucks.backups")


@dataclass(frozen=True, slots=True)
class RestoreResult:
    """A completed restore."""

    previous_state: Path | None
    """The backup of the state before the restore; None if there was no database."""
    cards: CardCounts


class RestoreService:
    """Replaces the database by a backup; requests are refused while the file is replaced.

    Await its methods within `run_to_completion`: their threads can't be cancelled.
    `on_replaced` is awaited after every attempt, to reload the state that the application caches in memory.
    """

    def __init__(
        self,
        backups: BackupService,
        transactions: Transactions,
        database_check: DatabaseCheck,
        login_card_key: CodeKey,
        *,
        on_replaced: Callable[[], Awaitable[None]],
    ) -> None:
        self._backups = backups
        self._transactions = transactions
        self._database_check = database_check
        self._login_card_key = login_card_key
        self._on_replaced = on_replaced

    async def restore(self, actor: Actor, path: Path, options: RestoreOptions) -> RestoreResult:
        """Restore the backup at `path`."""
        with self._backups.operation_lock.acquire("restore"):
            return await self._replace(actor, path, options)

    async def restore_upload(
        self, actor: Actor, chunks: AsyncIterator[bytes], length: int, options: RestoreOptions
    ) -> RestoreResult:
        """Restore a backup that is being uploaded. `length`: its announced size in bytes, 0 when none was."""
        with self._backups.operation_lock.acquire("restore"), self._backups.work_folder() as folder:
            path = folder / UPLOAD_NAME
            await save_upload(self._backups, chunks, length, path)
            return await self._replace(actor, path, options)

    async def replace_database(self, path: Path, options: RestoreOptions) -> Path | None:
        """Replace the database without lock or event; return the backup of the state before."""
        staging = stage_backup(self._backups, path, options)
        try:
            with self._database_check.suspended():
                previous_state = await self._stage_and_install(staging)
            clear_suspect(self._backups.settings)
            return previous_state
        finally:
            await self._on_replaced()

    async def _stage_and_install(self, staging: AbstractContextManager[StagedBackup]) -> Path | None:
        """Run both steps in one thread; requests are refused during the second."""
        with ThreadPoolExecutor(1, thread_name_prefix="restore") as executor:
            run = partial(asyncio.get_running_loop().run_in_executor, executor)
            stack = ExitStack()
            try:
                staged = await run(stack.enter_context, staging)
                assert isinstance(self._transactions, SqliteTransactions)  # noqa: S101 - only a file's backups are restored
                return await self._transactions.swap_database(partial(install_backup, self._backups, staged))
            finally:
                await run(stack.close)

    async def _replace(self, actor: Actor, path: Path, options: RestoreOptions) -> RestoreResult:
        credentials = await self._transactions.read(lambda db: CredentialSnapshot.capture(db, actor.id))
        previous_state = await self.replace_database(path, options)
        await record_backup_event(self._transactions, "backup_restored", credentials.restore)
        return RestoreResult(
            previous_state, await end_cards_of_other_computers(self._transactions, self._login_card_key)
        )


async def record_backup_event(
    transactions: Transactions, kind: ActivityKind, find: Callable[[Session], Teacher | None]
) -> None:
    """Record an event about a backup for the teacher that `find` returns.

    An error is logged, not raised, because the backup is made or restored already. `find` returns None when the
    restored state is older than the teacher's account.
    """

    def record_event(db: Session) -> None:
        teacher = find(db)
        if teacher is not None:
            record(db, Account(teacher.id, "teacher"), ActivityEvent(kind))

    try:
        await transactions.write(record_event)
    except (SQLAlchemyError, DomainError):
        log.exception("the event of a backup was not recorded")


async def run_to_completion(work: Coroutine[Any, Any, Result]) -> Result:
    """Await the coroutine, shielded from cancellation of the caller, e.g. when the client disconnects."""
    return await asyncio.shield(asyncio.ensure_future(work))
