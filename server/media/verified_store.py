"""A media store that checks its identity before use: a disk may be unmounted, a bucket another school's."""

from collections.abc import Callable, Container, Iterator
from contextlib import suppress
from datetime import timedelta

from server.media.errors import ImageMissingError, ImageStorageError
from server.media.images import CleanImage
from server.media.store import ImageSize, MediaStore, StoredImage, StreamedImage


class VerifiedStore:
    """A MediaStore that calls `verify` before each use; `verify` raises `ImageStorageError` for a wrong store.

    It is called again after a put and when an image is missing, since a disk may have been unmounted in between.
    """

    def __init__(self, store: MediaStore, verify: Callable[[], None]) -> None:
        self._store = store
        self._verify = verify

    def put(self, image: CleanImage) -> str:
        """Verifies again afterwards, and deletes the image if it went to a wrong store."""
        self._verify()
        key = self._store.put(image)
        try:
            self._verify()
        except ImageStorageError:
            with suppress(ImageStorageError):
                self._store.delete(key)
            raise
        return key

    def read(self, key: str, size: ImageSize) -> bytes:
        """Verifies again if the image is missing."""
        self._verify()
        try:
            return self._store.read(key, size)
        except ImageMissingError:
            self._verify()
            raise

    def open(self, key: str, size: ImageSize) -> bytes | StreamedImage:
        """Verifies again if the image is missing."""
        self._verify()
        try:
            return self._store.open(key, size)
        except ImageMissingError:
            self._verify()
            raise

    def put_file(self, key: str, size: ImageSize, data: bytes) -> None:
        """Verifies first, so that a restore doesn't write to a wrong store."""
        self._verify()
        self._store.put_file(key, size, data)

    def require_reachable(self) -> None:
        """Verifies last: a store that doesn't respond isn't a wrong one."""
        self._store.require_reachable()
        self._verify()

    def read_location_id(self) -> str:
        """Isn't verified: a store is identified by this id."""
        return self._store.read_location_id()

    def write_location_id(self, location_id: str) -> None:
        """Isn't verified: a store that gets its id has none yet."""
        self._store.write_location_id(location_id)

    def delete(self, *keys: str) -> None:
        """Verifies first, so that a missing image isn't taken for a deleted one."""
        self._verify()
        self._store.delete(*keys)

    def keys(self) -> Iterator[StoredImage]:
        """Verifies first, so that the images of a wrong store aren't listed."""
        self._verify()
        return self._store.keys()

    def delete_unreferenced(self, known: Container[str], older_than: timedelta) -> int:
        """Verifies first: no row refers to any image of a wrong store."""
        self._verify()
        return self._store.delete_unreferenced(known, older_than)
