"""Deletion of images whose rows were deleted, deferred while a backup copies images."""

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from threading import Lock

from server.media.errors import ImageStorageError
from server.media.store import MediaStore

BATCH_SIZE = 500
_log = logging.getLogger(__name__)


class DeferredDeletes:
    """Deletes images from a store. Thread-safe. Images left by a crash are deleted as unreferenced later."""

    def __init__(self, store: MediaStore) -> None:
        self._store = store
        self._lock = Lock()
        self._suspensions = 0
        self._deferred: list[str] = []

    def delete(self, keys: Iterable[str]) -> None:
        """Delete these images now, or when the last `pause` block ends."""
        with self._lock:
            if self._suspensions:
                self._deferred += keys
                return
        self._delete(keys)

    def require_reachable(self) -> None:
        """Raise ImageStorageError if the store is unreachable."""
        self._store.require_reachable()

    @contextmanager
    def pause(self) -> Iterator[None]:
        """Defer deletions until the block ends."""
        with self._lock:
            self._suspensions += 1
        try:
            yield
        finally:
            with self._lock:
                self._suspensions -= 1
                due: list[str] = []
                if not self._suspensions:
                    due, self._deferred = self._deferred, []
            self._delete(due)

    def _delete(self, keys: Iterable[str]) -> None:
        remaining = iter(keys)
        # In batches: deleting a class deletes years of photos while the caller waits, and each request takes time.
        while batch := tuple(islice(remaining, BATCH_SIZE)):
            try:
                self._store.delete(*batch)
            except ImageStorageError:
                _log.exception("images could not be deleted; the next start deletes them as unreferenced")
