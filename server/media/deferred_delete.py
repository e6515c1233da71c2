"""Images whose rows are gone are removed, but not while they are being copied."""

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from threading import Lock

from server.media.errors import ImageStoreError
from server.media.store import MediaStore

AT_ONCE = 500
_log = logging.getLogger(__name__)


class Removals:
    """Removes from one store; from any thread. What a crash leaves is swept at the next start."""

    def __init__(self, store: MediaStore) -> None:
        self._store = store
        self._lock = Lock()
        self._holders = 0
        self._waiting: list[str] = []

    def remove(self, keys: Iterable[str]) -> None:
        """Remove these images, now or when nobody holds them any more."""
        with self._lock:
            if self._holders:
                self._waiting += keys
                return
        self._remove(keys)

    def require_reachable(self) -> None:
        """ImageStoreError when the store can't be reached."""
        self._store.require_reachable()

    @contextmanager
    def held(self) -> Iterator[None]:
        """While this block runs, no image goes."""
        with self._lock:
            self._holders += 1
        try:
            yield
        finally:
            with self._lock:
                self._holders -= 1
                due: list[str] = []
                if not self._holders:
                    due, self._waiting = self._waiting, []
            self._remove(due)

    def _remove(self, keys: Iterable[str]) -> None:
        left = iter(keys)
        # A class's years of photos: who deleted it waits for the answer, and each request to a bucket takes its time.
        while some := tuple(islice(left, AT_ONCE)):
            try:
                self._store.delete(*some)
            except ImageStoreError:
                _log.exception("images were not removed; the next start sweeps them")
