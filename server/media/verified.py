"""A media store that checks its identity before use: a disk may be unmounted, a bucket another school's."""

from collections.abc import Callable, Container, Iterator
from contextlib import suppress
from datetime import timedelta

from server.media.errors import ImageMissingError, ImageStoreError
from server.media.images import CleanImage
from server.media.store import Arriving, ImageSize, MediaStore, StoredImage


class VerifiedStore:
    """A MediaStore that calls `verify` before each use; `verify` raises `ImageStorageError` for a wrong store.

    It is called again after a put and when an image is missing, since a disk may have been unmounted in between.
    """

    def __init__(self, store: MediaStore, verify: Callable[[], None]) -> None:
        self._store = store
        self._verify = verify

    def put(self, image: CleanImage) -> str:
        """See MediaStore."""
        self._verify()
        key = self._store.put(image)
        try:
            self._verify()
        except ImageStoreError:
            with suppress(ImageStoreError):
                self._store.delete(key)
            raise
        return key

    def read(self, key: str, size: ImageSize) -> bytes:
        """See MediaStore."""
        self._verify()
        try:
            return self._store.read(key, size)
        except ImageMissingError:
            self._verify()
            raise

    def open(self, key: str, size: ImageSize) -> bytes | Arriving:
        """See MediaStore."""
        self._verify()
        try:
            return self._store.open(key, size)
        except ImageMissingError:
            self._verify()
            raise

    def put_back(self, key: str, size: ImageSize, data: bytes) -> None:
        """See MediaStore."""
        self._verify()
        self._store.put_back(key, size, data)

    def require_reachable(self) -> None:
        """See MediaStore."""
        self._store.require_reachable()
        self._verify()

    def name(self) -> str:
        """See MediaStore."""
        return self._store.name()

    def put_name(self, name: str) -> None:
        """See MediaStore."""
        self._store.put_name(name)

    def delete(self, *keys: str) -> None:
        """See MediaStore."""
        self._verify()
        self._store.delete(*keys)

    def keys(self) -> Iterator[StoredImage]:
        """See MediaStore."""
        self._verify()
        return self._store.keys()

    def sweep(self, known: Container[str], older_than: timedelta) -> int:
        """See MediaStore."""
        self._verify()
        return self._store.sweep(known, older_than)
