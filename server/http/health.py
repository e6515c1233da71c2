"""`GET /api/health`: the version of the server, and the state of its database, images and disk."""

import asyncio
import logging
import shutil
from typing import Literal

from fastapi import Response
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from server.database.damage_flag import is_suspect
from server.database.postgresql import DatabaseUnavailableError
from server.database.transactions import MaintenanceError, Transactions
from server.http.dependencies import WithHealth
from server.requests.gates import public
from server.requests.routing import router
from server.schema import ResponseModel
from server.settings import Settings, program_version
from server.system.storage_errors import MIN_FREE_BYTES

DatabaseState = Literal["ok", "unreachable", "damaged"]
ImagesState = Literal["ok", "unreachable", "missing"]
DiskState = Literal["ok", "full"]
UNAVAILABLE = 503
DATABASE_TIMEOUT_SECONDS = 3.0
"""Together with the image store's timeout below a load balancer's, which thus gets a response, not a timeout."""
log = logging.getLogger("goalbucks.health")

health = router("/api", gate=public)


class Health(ResponseModel):
    """The state of the server and of the storage that it depends on."""

    status: Literal["ok", "degraded"]
    version: str
    database: DatabaseState
    images: ImagesState
    disk: DiskState


@health.get("/health", response_model=Health, responses={UNAVAILABLE: {"model": Health}}, transaction="none")
async def show_health(response: Response, services: WithHealth) -> Health:
    """Return 200, or 503 while the database is unreachable, so that load balancers send no requests here."""
    settings = services.settings
    database = await _database(services.transactions)
    if database == "ok" and services.deployment.uses_sqlite and is_suspect(settings):
        database = "damaged"  # it still responds; the next start repairs it
    images: ImagesState = await services.storage_health.state(services.media)
    if images == "ok" and services.missing_images.keys:
        images = "missing"
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
    """Whether the data folder's disk has space. An unreadable disk shows in the database's state."""
    try:
        return "full" if shutil.disk_usage(settings.data_dir).free < MIN_FREE_BYTES else "ok"
    except OSError:
        return "ok"


async def _database(transactions: Transactions) -> DatabaseState:
    try:
        async with asyncio.timeout(DATABASE_TIMEOUT_SECONDS):
            await transactions.read(_select_one)
    except (SQLAlchemyError, DatabaseUnavailableError, MaintenanceError, TimeoutError):
        log.warning("the database is unreachable")
        return "unreachable"
    return "ok"


def _select_one(db: Session) -> None:
    db.execute(text("SELECT 1"))
