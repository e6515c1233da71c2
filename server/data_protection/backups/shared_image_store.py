"""Shared image folder `photos` in the backup folder: content-addressed storage by SHA-256 digest.

Automatic backups reference images here in place of containing them. An image is synced to disk before a manifest
references it, and removed when no manifest in the folder references it any more.
"""

import hashlib
import math
import os
import re
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Condition

from server import clock
from server.data_protection.backups.errors import DamagedBackupError
from server.data_protection.backups.manifest import ManifestEntry
from server.system.durable_files import open_owner_only, sync_folder

SHARED_IMAGE_FOLDER = "photos"
SUBFOLDER_COUNT = 256
GRACE_SECONDS = 86_400

_DIGEST = re.compile(r"[0-9a-f]{64}")


class SharedImageStore:
    """The shared images of one backup folder. Thread-safe."""

    def __init__(self, backups: Path) -> None:
        self._root = backups / SHARED_IMAGE_FOLDER
        self._changed = Condition()
        self._writers = 0
        self._removing = False

    def has(self, entry: ManifestEntry) -> bool:
        """Return whether the image exists with its size."""
        try:
            return self._path(entry.sha256).stat().st_size == entry.size
        except OSError:
            return False

    def read(self, entry: ManifestEntry) -> bytes | None:
        """Return the image, verified by its digest; None when it is missing, damaged or can't be read."""
        if not self.has(entry):
            return None
        with suppress(OSError):
            data = self._path(entry.sha256).read_bytes()
            if hashlib.sha256(data).hexdigest() == entry.sha256:
                return data
        return None

    def put(self, entry: ManifestEntry, data: bytes, part: Path) -> None:
        """Store the image, by way of the temporary file `part`, unless an intact one exists.

        Its name is durable only after `sync`.
        """
        if self.read(entry) is not None:
            return
        path = self._path(entry.sha256)
        path.parent.parent.mkdir(mode=0o700, exist_ok=True)
        path.parent.mkdir(mode=0o700, exist_ok=True)
        try:
            with open(part, "xb", opener=open_owner_only) as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)

    def sync(self, entries: Iterable[ManifestEntry]) -> None:
        """Sync the folders of these images to disk."""
        folders = {self._path(entry.sha256).parent for entry in entries}
        if folders:
            for folder in (*folders, self._root, self._root.parent):
                sync_folder(folder)

    @contextmanager
    def removal_blocked(self) -> Iterator[None]:
        """Block `remove_unreferenced` while a backup is written whose manifest isn't in the folder yet."""
        with self._changed:
            self._changed.wait_for(lambda: not self._removing)
            self._writers += 1
        try:
            yield
        finally:
            with self._changed:
                self._writers -= 1
                self._changed.notify_all()

    def remove_unreferenced(
        self, find_referenced: Callable[[], Container[str] | None], *, keep_recent: bool
    ) -> int | None:
        """Remove the images whose digests `find_referenced` doesn't return; return their number.

        Removes nothing and returns None when `find_referenced` returns None. With `keep_recent`, images that arrived
        within a day stay: they may be copied in together with a backup just now.
        """
        with self._changed:
            self._changed.wait_for(lambda: not self._writers and not self._removing)
            self._removing = True
        try:
            referenced = find_referenced()
            before = clock.now().timestamp() - GRACE_SECONDS if keep_recent else math.inf
            return None if referenced is None else self._remove_others(referenced, before)
        finally:
            with self._changed:
                self._removing = False
                self._changed.notify_all()

    def _remove_others(self, referenced: Container[str], before: float) -> int:
        surplus = [path for path in self._root.glob("[0-9a-f][0-9a-f]/*") if path.stem not in referenced]
        if surplus:
            # The removal of a backup must be durable first: after a power cut it would be back without its images.
            sync_folder(self._root.parent)
        removed = 0
        for path in surplus:
            found = path.stat()
            # Copying programs preserve mtime. On POSIX, ctime is never older than the arrival; on Windows it is the
            # creation time, which some programs preserve too: then the image has no grace period.
            if max(found.st_ctime, found.st_mtime) < before:
                path.unlink()
                removed += 1
        return removed

    def _path(self, sha256: str) -> Path:
        """Return the image's path. The only place where a digest from a manifest becomes a path."""
        if not _DIGEST.fullmatch(sha256):
            raise DamagedBackupError
        return self._root / sha256[:2] / f"{sha256}.jpg"
