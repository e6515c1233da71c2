"""Images whose rows are gone are removed, but not while they are being copied."""

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Lock

from server.media.errors import ImageStoreError
from server.media.store import MediaStore

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
        for key in keys:
            try:
                self._store.delete(key)
            except ImageStoreError:
                _log.exception("an image was not removed; the next start sweeps it")
