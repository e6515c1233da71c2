"""`GET /api/health`: whether the server answers, and whether what it stands on does."""

import logging
from typing import Literal

from fastapi import Request, Response
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from server.media import ImageStoreError, MediaStore
from server.security.gates import Db, public
from server.security.routing import router
from server.settings import program_version
from server.wire import Answer

State = Literal["ok", "unreachable"]
UNAVAILABLE = 503
log = logging.getLogger("goalbucks.health")

health = router("/api", access=public)


class Health(Answer):
    """Whether the server is up, which one it is, and whether it reaches what it keeps things in."""

    status: Literal["ok", "degraded"]
    version: str
    database: State
    images: State


@health.get("/health", response_model=Health, responses={UNAVAILABLE: {"model": Health}})
async def show_health(request: Request, db: Db, response: Response) -> Health:
    """200 while the server can serve, 503 without its database: a balancer sends nobody there then."""
    database, images = _database(db), _images(request.app.state.media)
    if database != "ok":
        response.status_code = UNAVAILABLE
    whole = database == images == "ok"
    return Health(status="ok" if whole else "degraded", version=program_version(), database=database, images=images)


def _database(db: Session) -> State:
    try:
        db.execute(text("SELECT 1"))
    except SQLAlchemyError:
        log.exception("the database is out of reach")
        return "unreachable"
    return "ok"


def _images(media: MediaStore) -> State:
    try:
        media.require_reachable()
    except ImageStoreError:
        return "unreachable"
    return "ok"
