"""Switches between the application and the recovery application, on the same sockets and event loop."""

import logging
import sqlite3
from collections.abc import Callable
from contextlib import AsyncExitStack

from fastapi import FastAPI
from sqlalchemy.exc import DatabaseError
from starlette.types import ASGIApp, Receive, Scope, Send

from server.data_protection.backups.errors import DatabaseDamagedError, DatabaseQuarantinedError
from server.data_protection.backups.service import BackupService
from server.data_protection.backups.snapshot import is_damage
from server.database.damage_flag import is_suspect, mark_suspect
from server.settings import Settings

log = logging.getLogger("goalbucks.recovery")


class RecoverySwitch:
    """ASGI application that starts `app`; while its database is damaged, the recovery application handles requests.

    `report` is called with a sentence about the damage for the terminal, `on_recovered` once `app` responds again.
    """

    def __init__(
        self, app: FastAPI, settings: Settings, *, report: Callable[[str], None], on_recovered: Callable[[], None]
    ) -> None:
        self.failure: BaseException | None = None
        """Exception that made the start fail, if any."""
        self._app = app
        self._settings = settings
        self._report = report
        self._on_recovered = on_recovered
        self._current: ASGIApp = app
        self._running = AsyncExitStack()

    @property
    def in_recovery(self) -> bool:
        """Whether the recovery application handles requests."""
        return self._current is not self._app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request, or the lifespan events."""
        if scope["type"] != "lifespan":
            await self._current(scope, receive, send)
            return
        await receive()
        async with self._running:
            try:
                await self._start()
            except BaseException as error:
                self.failure = error
                raise
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await send({"type": "lifespan.shutdown.complete"})

    async def _start(self) -> None:
        try:
            await self._start_application()
        except DatabaseQuarantinedError as error:
            self._start_recovery(error)

    async def _start_application(self) -> None:
        """Start; when reading rows shows damage that the quick check has missed, check the whole file."""
        # Read before the start, which marks a database that it finds damaged. The file of one that was marked has been
        # checked as a whole, so that a retry would find no more.
        was_suspect = is_suspect(self._settings)
        try:
            await self._enter_application()
        except DatabaseQuarantinedError:
            raise
        except DatabaseDamagedError:
            # The backup before an upgrade has read the whole file and marked it; the second start quarantines it.
            log.exception("the database is damaged")
            await self._enter_application()
        except (DatabaseError, sqlite3.DatabaseError) as error:
            cause = error.orig if isinstance(error, DatabaseError) else error
            if not (isinstance(cause, sqlite3.Error) and is_damage(cause)) or was_suspect:
                raise
            log.exception("the database is damaged")
            mark_suspect(self._settings)
            await self._enter_application()

    async def _enter_application(self) -> None:
        await self._running.enter_async_context(self._app.router.lifespan_context(self._app))

    def _start_recovery(self, error: DatabaseQuarantinedError) -> None:
        from server.recovery.database_recovery import DatabaseRecovery  # noqa: PLC0415 - 20 ms that few starts need
        from server.recovery.routes import create_recovery_app  # noqa: PLC0415 - likewise

        log.error("%s", error.message)
        recovery = DatabaseRecovery(BackupService(self._settings), error, restart=self._restart, report=self._report)
        self._current = create_recovery_app(self._settings, recovery)
        self._running.push_async_callback(recovery.close)
        recovery.start()

    async def _restart(self) -> None:
        await self._start_application()
        self._current = self._app
        log.info("the database is repaired")
        self._on_recovered()
