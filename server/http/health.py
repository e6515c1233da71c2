"""`GET /api/health`: whether the server answers, and the state of its database, images and disk."""

import asyncio
import logging
import shutil
import time
from typing import Literal

from fastapi import Request, Response
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from server.database.damage_flag import is_suspect
from server.database.postgresql import DatabaseUnavailableError
from server.database.transactions import PausedError, Transactions
from server.disk import FULL_BYTES
from server.media import ImageStoreError, MediaStore
from server.schema import Answer
from server.security.gates import public
from server.security.routing import Steps, router
from server.settings import Settings, program_version

ImageState = Literal["ok", "unreachable"]
DatabaseState = Literal["ok", "unreachable", "damaged"]
DiskState = Literal["ok", "full"]
UNAVAILABLE = 503
IMAGES_AGAIN_SECONDS = 5.0
"""An object store is asked so often at most, whoever asks us."""
IMAGES_PATIENCE_SECONDS = 2.0
DATABASE_PATIENCE_SECONDS = 3.0
"""Together less than a balancer's: it learns more from an answer than from none."""
log = logging.getLogger("goalbucks.health")

health = router("/api", access=public)


class Health(Answer):
    """Whether the server is up, which one it is, and whether it reaches what it keeps things in."""

    status: Literal["ok", "degraded"]
    version: str
    database: DatabaseState
    images: ImageState
    disk: DiskState


class ImageHealth:
    """How the images' store is: asked for everybody at once, in a thread of its own, since it may be away for long."""

    def __init__(self) -> None:
        self._state: ImageState = "ok"
        self._until = 0.0
        self._asking: asyncio.Task[ImageState] | None = None

    async def of(self, media: MediaStore) -> ImageState:
        """As it was a few seconds ago, or is now."""
        if self._asking is None and time.monotonic() < self._until:
            return self._state
        asking = self._asking = self._asking or asyncio.create_task(self._ask(media))
        ended, _ = await asyncio.wait({asking}, timeout=IMAGES_PATIENCE_SECONDS)
        return self._state if ended else "unreachable"

    async def _ask(self, media: MediaStore) -> ImageState:
        try:
            await asyncio.to_thread(media.require_reachable)
            self._state = "ok"
        except ImageStoreError:
            self._state = "unreachable"
        finally:
            self._until = time.monotonic() + IMAGES_AGAIN_SECONDS
            self._asking = None
        return self._state


@health.get("/health", response_model=Health, responses={UNAVAILABLE: {"model": Health}})
async def show_health(request: Request, response: Response, transactions: Steps) -> Health:
    """200 while the server can serve, 503 without its database: a balancer sends nobody there then."""
    image_health: ImageHealth = request.app.state.image_health
    settings: Settings = request.app.state.settings
    database = await _database(transactions)
    if database == "ok" and settings.has_file and is_suspect(settings):
        database = "damaged"  # it still answers; the next start repairs it
    images = await image_health.of(request.app.state.media)
    if database == "unreachable":
        response.status_code = UNAVAILABLE
    disk = disk_state(settings)
    return Health(
        status="ok" if database == images == disk == "ok" else "degraded",
        version=program_version(),
        database=database,
        images=images,
        disk=disk,
    )


def disk_state(settings: Settings) -> DiskState:
    """Whether the data folder's disk has room. One that can't be read shows in the database's state."""
    try:
        return "full" if shutil.disk_usage(settings.data_dir).free < FULL_BYTES else "ok"
    except OSError:
        return "ok"


async def _database(transactions: Transactions) -> DatabaseState:
    try:
        async with asyncio.timeout(DATABASE_PATIENCE_SECONDS):
            await transactions.read(_ask)
    except (SQLAlchemyError, DatabaseUnavailableError, PausedError, TimeoutError):
        log.warning("the database is out of reach")
        return "unreachable"
    return "ok"


def _ask(db: Session) -> None:
    db.execute(text("SELECT 1"))
