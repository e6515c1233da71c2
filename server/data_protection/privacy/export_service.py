"""Exports for the routes: prepared a few at a time, and recorded in the activity log."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy.orm import Session

from server.data_protection.backups.service import BackupService
from server.data_protection.privacy.export import PreparedExport, prepare_export
from server.data_protection.privacy.scope import ExportScope
from server.database.transactions import Transactions
from server.texts.language import Language

MAX_CONCURRENT_EXPORTS = 2
"""Exports prepared at a time: each holds a database connection, of few."""


class ExportService:
    """Prepares the exports of one application in threads of its own."""

    def __init__(self, backups: BackupService, transactions: Transactions) -> None:
        self._backups = backups
        self._transactions = transactions
        self._executor = ThreadPoolExecutor(MAX_CONCURRENT_EXPORTS, thread_name_prefix="export")

    async def prepare(
        self, load_scope: Callable[[Session], ExportScope], record: Callable[[Session], None], language: Language
    ) -> PreparedExport:
        """Write the export's files, then record the event; the caller closes the result."""

        def read() -> PreparedExport:
            with self._transactions.reading() as db:
                return prepare_export(db, load_scope(db), self._backups, language)

        export = await asyncio.get_running_loop().run_in_executor(self._executor, read)
        try:
            await self._transactions.write(record)
        except BaseException:
            await asyncio.to_thread(export.close)
            raise
        return export

    def close(self) -> None:
        """Start no more exports."""
        self._executor.shutdown(wait=False, cancel_futures=True)
