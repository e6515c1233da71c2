"""Removal of stored images that no submission refers to, such as those of an upload that a crash interrupted."""

import logging
from collections.abc import Collection, Container
from datetime import timedelta

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from server.database.postgresql import AdvisoryLock, open_unpooled_engine, try_advisory_lock
from server.domain.submissions.queries import all_image_keys
from server.media import ImageStorageError, MediaStore

MIN_AGE = timedelta(hours=1)
"""Younger images may belong to an upload that began after the referenced keys were listed."""

log = logging.getLogger("goalbucks")


def delete_unreferenced_images(media: MediaStore, referenced: Container[str], *, min_age: timedelta = MIN_AGE) -> None:
    """Delete the images of at least `min_age` whose keys aren't referenced."""
    try:
        media.delete_unreferenced(referenced, older_than=min_age)
    except ImageStorageError:
        log.exception("the unreferenced images were not removed; the next start tries again")


def delete_unreferenced_school_images(url: str, media: MediaStore, *, min_age: timedelta = MIN_AGE) -> None:
    """Delete the unreferenced images of a school, except during an import, which stores images before their rows.

    Keeps images newer than the newest referenced one: a restored database lacks the rows of the images that were
    stored after its backup.
    """
    try:
        media.require_reachable()  # on first use also names the location, which an import requires
    except ImageStorageError:
        log.warning("the unreferenced images are left until tomorrow: the photos' location can't be used")
        return
    engine = open_unpooled_engine(url)
    try:
        with engine.connect() as connection, try_advisory_lock(connection, AdvisoryLock.IMPORT) as acquired:
            if acquired:
                with Session(engine) as db:
                    referenced = all_image_keys(db)
                delete_unreferenced_images(media, _ReferencedOrNewer(referenced), min_age=min_age)
    except SQLAlchemyError:
        log.warning("the unreferenced images are left until tomorrow", exc_info=True)


class _ReferencedOrNewer(Container[str]):
    """The referenced keys and every key after the greatest of them; keys grow with time."""

    def __init__(self, referenced: Collection[str]) -> None:
        self._referenced = referenced
        self._newest = max(referenced, default="")

    def __contains__(self, key: object) -> bool:
        return key in self._referenced or (isinstance(key, str) and key > self._newest)
