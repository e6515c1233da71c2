"""The location of a school's photos: `place.txt` beside them holds the name that the database remembers.

A name rather than an address, since one location has many addresses: with a slash at the end or without, by a link, by
another endpoint. A folder whose disk isn't mounted has no `place.txt`, and another school's bucket has another name:
photos that were stored there would be lost.
"""

import logging
import secrets
import time
from threading import Lock

from sqlalchemy import Connection, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from server.database.postgresql import open_single
from server.domain.submissions.models import Submission
from server.media import FolderStore, ImageMissingError, ImageStoreError, MediaStore
from server.media.store import NAME_FILE
from server.school.importing.errors import PlaceUnknownError, WrongPlaceError
from server.school.importing.models import ONLY_ROW, ImagePlace

RETRY_SECONDS = 2.0
"""A location that was wrong is looked at again after this time."""
OBJECT_STORE_SECONDS = 5.0
"""An object store's name is read again after this time; a folder's, which a disk may leave at any moment, each time."""
SAMPLE_SIZE = 20
"""So many photos are looked for in a location that the database doesn't know yet."""

MISSING = f"the location of the photos has no {NAME_FILE}: is the disk mounted, and GOALBUCKS_MEDIA_URL right?"
ANOTHER = f"the location of the photos is another one: {NAME_FILE} there says %s"
EXPECTED = "The database expects %s."
REFUSED = "Photos are refused until it is there again."
WITHOUT_PHOTOS = (
    "the location of the photos holds none of those that the database names: is the disk mounted, and "
    "GOALBUCKS_MEDIA_URL right? Photos are refused until then."
)
UNREACHABLE = "the location of the photos can't be read. Photos are refused until then."
NO_DATABASE = "the database didn't say where the photos are. Photos are refused until then."

log = logging.getLogger("goalbucks.photos")


class MediaLocation:
    """Compares a store's name with the database's; made once for each process, used from any thread."""

    def __init__(self, url: str, store: MediaStore) -> None:
        """`url`: the database's address."""
        self._url = url
        self._store = store
        self._valid_seconds = 0.0 if isinstance(store, FolderStore) else OBJECT_STORE_SECONDS
        self._lock = Lock()
        self._name: str | None = None
        self._problem: str | None = None
        self._checked_until = 0.0

    def verify(self) -> None:
        """Raise `ImageStoreError` unless the store is the school's; give it its name when it is used the first time.

        Once there was a problem one thread at a time looks again, which takes long when the store hangs; the others are
        refused at once.
        """
        if not self._lock.acquire(blocking=self._problem is None):
            raise ImageStoreError
        try:
            if time.monotonic() >= self._checked_until:
                self._set_problem(self._find_problem())
            if self._problem is not None:
                raise ImageStoreError
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
            if self._name is not None and self._store.name() == self._name:
                return None
            self._name = self._read_or_register()  # again, since the database may have been restored
            found = self._store.name()
        except ImageStoreError:
            return UNREACHABLE
        except SQLAlchemyError:
            return NO_DATABASE
        if self._name is None:
            return WITHOUT_PHOTOS
        return f"{sentence} {REFUSED}" if (sentence := _compare(found, self._name)) else None

    def _read_or_register(self) -> str | None:
        """The name that the database remembers, or from now on does; None when the location isn't the school's."""
        engine = open_single(self._url)
        try:
            with engine.begin() as connection:
                return _remembered(connection) or self._register(connection)
        finally:
            engine.dispose()

    def _register(self, connection: Connection) -> str | None:
        # Of two processes that start at once the second waits for the first one's name.
        connection.execute(text(f"LOCK TABLE {ImagePlace.__tablename__} IN EXCLUSIVE MODE"))
        if (name := _remembered(connection)) is not None:
            return name
        newest = select(Submission.image_key).where(Submission.image_key.is_not(None)).order_by(Submission.id.desc())
        keys = [key for key in connection.scalars(newest.limit(SAMPLE_SIZE)) if key is not None]
        if keys and not any(self._holds(key) for key in keys):
            return None
        if not self._store.name():
            # Before the database: after a crash in between the name that is there is taken.
            self._store.put_name(secrets.token_hex(16))
        name = self._store.name()
        connection.execute(insert(ImagePlace).values(id=ONLY_ROW, name=name))
        return name

    def _holds(self, key: str) -> bool:
        try:
            self._store.read(key, "thumb")
        except ImageMissingError:
            return False
        return True


def find_location_problem(url: str, store: MediaStore) -> str | None:
    """Say how the store differs from the location that the database remembers, if it remembers one; write nothing."""
    engine = open_single(url)
    try:
        with engine.connect() as connection:
            expected = _remembered(connection)
        return None if expected is None else _compare(store.name(), expected)
    finally:
        engine.dispose()


def _compare(found: str, expected: str) -> str | None:
    if found == expected:
        return None
    return " ".join([ANOTHER % f"{found}." if found else MISSING, EXPECTED % expected])


def require_of_school(connection: Connection, media: MediaStore) -> None:
    """Unless this is where the school's servers look: `PlaceUnknownError`, `WrongPlaceError`."""
    known = _remembered(connection)
    if known is None:
        raise PlaceUnknownError
    if media.name() != known:
        raise WrongPlaceError


def _remembered(connection: Connection) -> str | None:
    return connection.scalar(select(ImagePlace.name))
