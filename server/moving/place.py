"""Which place of images is the school's: its servers leave a name there, and the database remembers it.

By a name, since one place has many addresses: with a slash at the end or without, by a link, by another endpoint.
"""

import logging
import secrets

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import SQLAlchemyError

from server.database.postgresql import open_single
from server.media import ImageStoreError, MediaStore
from server.moving.errors import PlaceUnknownError, WrongPlaceError
from server.moving.models import ONLY_ROW, ImagePlace

log = logging.getLogger("goalbucks.places")


def remember(url: str, media: MediaStore) -> None:
    """Called by the school's server: this is where it keeps its images."""
    engine = open_single(url)
    try:
        name = media.name() or _named(media)
        with engine.begin() as connection:
            before = _remembered(connection)
            if before == name:
                return
            if before is not None:  # meant so, or two machines with a folder each
                log.warning("the images are kept in another place than before")
            connection.execute(delete(ImagePlace))
            connection.execute(insert(ImagePlace).values(id=ONLY_ROW, name=name))
    except (SQLAlchemyError, ImageStoreError):
        log.warning("the place of the images is not known to the database yet", exc_info=True)
    finally:
        engine.dispose()


def require_of_school(connection: Connection, media: MediaStore) -> None:
    """Unless this is where the school's servers look: `PlaceUnknownError`, `WrongPlaceError`."""
    known = _remembered(connection)
    if known is None:
        raise PlaceUnknownError
    if media.name() != known:
        raise WrongPlaceError


def _named(media: MediaStore) -> str:
    media.put_name(secrets.token_hex(16))
    return media.name()  # of two that began at once, the one that stayed


def _remembered(connection: Connection) -> str | None:
    return connection.scalar(select(ImagePlace.name))
