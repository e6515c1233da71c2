"""Checks that the image storage is the school's: `place.txt` in it holds the location ID that the database stores.

A random ID rather than a URL, since one location has many URLs: with or without a trailing slash, through a link, by
another endpoint. A folder whose disk isn't mounted has no `place.txt`, another school's bucket has another ID: photos
that were stored there would be lost.
"""

import logging
import secrets
import time
from threading import Lock

from sqlalchemy import Connection, String, insert, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Base
from server.database.postgresql import open_unpooled_engine
from server.domain.submissions.models import Submission
from server.media import FolderStore, ImageMissingError, ImageStorageError, MediaStore
from server.media.store import LOCATION_ID_FILE

RETRY_SECONDS = 2.0
"""Validity of a failed check."""
OBJECT_STORE_SECONDS = 5.0
"""Validity of a successful check of an object store. A folder is checked each time: its disk may be unmounted."""
ONLY_ROW = 1
SAMPLE_SIZE = 20
"""Number of referenced photos to look for before a new location is registered."""

NO_LOCATION_ID = (
    f"the location of the photos has no {LOCATION_ID_FILE}: is the disk mounted, and GOALBUCKS_MEDIA_URL right?"
)
OTHER_LOCATION = f"the location of the photos is another one: {LOCATION_ID_FILE} there says %s"
EXPECTED = "The database expects %s."
REFUSED = "Photos are refused until it is there again."
WITHOUT_PHOTOS = (
    "the location of the photos holds none of those that the database names: is the disk mounted, and "
    "GOALBUCKS_MEDIA_URL right? Photos are refused until then."
)
UNREACHABLE = "the location of the photos can't be read. Photos are refused until then."
NO_DATABASE = "the database didn't say where the photos are. Photos are refused until then."

log = logging.getLogger("goalbucks.photos")


class MediaLocationRecord(Base):
    """Single row of the table `image_places`; `name` is the ID of the location of the school's images."""

    __tablename__ = "image_places"

    id: Mapped[int] = mapped_column(primary_key=True, default=ONLY_ROW, autoincrement=False)
    name: Mapped[str] = mapped_column(String(32))


class MediaLocation:
    """Compares a store's location ID with the one in the database. One instance for each process; thread-safe."""

    def __init__(self, url: str, store: MediaStore) -> None:
        """`url`: the database's URL."""
        self._url = url
        self._store = store
        self._valid_seconds = 0.0 if isinstance(store, FolderStore) else OBJECT_STORE_SECONDS
        self._lock = Lock()
        self._location_id: str | None = None
        self._problem: str | None = None
        self._checked_until = 0.0

    def verify(self) -> None:
        """Raise `ImageStorageError` unless the store is the school's; register it on first use.

        After a failure only one thread at a time checks again, which takes long when the store hangs; for the others
        the error is raised at once.
        """
        if not self._lock.acquire(blocking=self._problem is None):
            raise ImageStorageError
        try:
            if time.monotonic() >= self._checked_until:
                self._set_problem(self._find_problem())
            if self._problem is not None:
                raise ImageStorageError
        finally:
            self._lock.release()

    def _set_problem(self, problem: str | None) -> None:
        if problem is not None and problem != self._problem:
            log.error(problem)
        if problem is None and self._problem is not None:
            log.info("the location of the photos is there again")
        self._problem = problem
        self._checked_until = time.monotonic() + (self._valid_seconds if problem is None else RETRY_SECONDS)

    def _find_problem(self) -> str | None:
        try:
            if self._location_id is not None and self._store.read_location_id() == self._location_id:
                return None
            self._location_id = self._read_or_register()  # read again, since the database may have been restored
            found = self._store.read_location_id()
        except ImageStorageError:
            return UNREACHABLE
        except SQLAlchemyError:
            return NO_DATABASE
        if self._location_id is None:
            return WITHOUT_PHOTOS
        return f"{sentence} {REFUSED}" if (sentence := _compare(found, self._location_id)) else None

    def _read_or_register(self) -> str | None:
        """Return the registered location ID, or register the location; None if it has none of the sampled photos."""
        with open_unpooled_engine(self._url).begin() as connection:
            return registered_location_id(connection) or self._register(connection)

    def _register(self, connection: Connection) -> str | None:
        # When two processes start at once, the second waits and takes the first one's ID.
        connection.execute(text(f"LOCK TABLE {MediaLocationRecord.__tablename__} IN EXCLUSIVE MODE"))
        if (location_id := registered_location_id(connection)) is not None:
            return location_id
        newest = select(Submission.image_key).where(Submission.image_key.is_not(None)).order_by(Submission.id.desc())
        keys = [key for key in connection.scalars(newest.limit(SAMPLE_SIZE)) if key is not None]
        if keys and not any(self._holds(key) for key in keys):
            return None
        if not self._store.read_location_id():
            # Written before the row, so that a crash in between leaves an ID that the next run takes.
            self._store.write_location_id(secrets.token_hex(16))
        location_id = self._store.read_location_id()
        connection.execute(insert(MediaLocationRecord).values(id=ONLY_ROW, name=location_id))
        return location_id

    def _holds(self, key: str) -> bool:
        try:
            self._store.read(key, "thumb")
        except ImageMissingError:
            return False
        return True


def find_location_problem(url: str, store: MediaStore) -> str | None:
    """Describe how the store differs from the registered location; None if it doesn't or none is registered."""
    with open_unpooled_engine(url).connect() as connection:
        expected = registered_location_id(connection)
    return None if expected is None else _compare(store.read_location_id(), expected)


def _compare(found: str, expected: str) -> str | None:
    if found == expected:
        return None
    return " ".join([OTHER_LOCATION % f"{found}." if found else NO_LOCATION_ID, EXPECTED % expected])


def registered_location_id(connection: Connection) -> str | None:
    """Return the ID of the registered location; None if no server has registered one yet."""
    return connection.scalar(select(MediaLocationRecord.name))
