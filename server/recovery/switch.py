"""The application, or what mends its database: one of them answers, on the same sockets and event loop."""

import logging
import sqlite3
from collections.abc import Callable
from contextlib import AsyncExitStack

from fastapi import FastAPI
from sqlalchemy.exc import DatabaseError
from starlette.types import ASGIApp, Receive, Scope, Send

from server.data_protection.backups.errors import DatabaseDamagedError, SetAsideError
from server.data_protection.backups.service import Backups
from server.data_protection.backups.snapshot import is_damage
from server.database.damage_flag import is_suspect, mark_suspect
from server.recovery.repair import Repair
from server.recovery.routes import create_rescue
from server.settings import Settings

log = logging.getLogger("goalbucks.rescue")


class Rescuable:
    """Starts `app`; while its database is damaged, it answers with the rescue's own calls and pages.

    `tell`: hears of the damage, in a sentence for the terminal. `on_rescued`: `app` answers after all.
    """

    def __init__(
        self, app: FastAPI, settings: Settings, *, tell: Callable[[str], None], on_rescued: Callable[[], None]
    ) -> None:
        self.failure: BaseException | None = None
        """Why it didn't start."""
        self._app = app
        self._settings = settings
        self._tell = tell
        self._on_rescued = on_rescued
        self._answering: ASGIApp = app
        self._running = AsyncExitStack()

    @property
    def in_rescue(self) -> bool:
        """Whether the application has yet to start."""
        return self._answering is not self._app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or the server's own start and stop."""
        if scope["type"] != "lifespan":
            await self._answering(scope, receive, send)
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
        except SetAsideError as error:
            self._rescue(error)

    async def _start_application(self) -> None:
        """Damage that a first look doesn't find shows when rows are read; then all of it is looked at."""
        try:
            await self._enter_application()
        except SetAsideError:
            raise
        except DatabaseDamagedError:
            # The backup before an upgrade has read all of it and left the mark.
            log.exception("the database is damaged")
            await self._enter_application()
        except (DatabaseError, sqlite3.DatabaseError) as error:
            cause = error.orig if isinstance(error, DatabaseError) else error
            if not (isinstance(cause, sqlite3.Error) and is_damage(cause)) or is_suspect(self._settings):
                raise
            log.exception("the database is damaged")
            mark_suspect(self._settings)
            await self._enter_application()

    async def _enter_application(self) -> None:
        await self._running.enter_async_context(self._app.router.lifespan_context(self._app))

    def _rescue(self, error: SetAsideError) -> None:
        log.error("%s", error.message)
        repair = Repair(Backups(self._settings), error, restart=self._restart, tell=self._tell)
        self._answering = create_rescue(self._settings, repair)
        self._running.push_async_callback(repair.close)
        repair.begin()

    async def _restart(self) -> None:
        await self._start_application()
        self._answering = self._app
        log.info("the class's data is back")
        self._on_rescued()
