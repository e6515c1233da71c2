"""The folder `photos` beside the backups: each photo once, under the SHA-256 digest of its content.

Daily backups and others that GoalBucks makes by itself name photos here in place of holding them. A photo is complete
and on the disk before a manifest names it, and goes when no manifest in the folder names it any more.
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
from server.data_protection.backups.manifest import Entry
from server.disk import open_private, sync_folder

FOLDER = "photos"
FOLDERS = 256
GRACE_SECONDS = 86_400

_DIGEST = re.compile(r"[0-9a-f]{64}")


class SharedPhotos:
    """The shared photos of one folder of backups; used from any thread."""

    def __init__(self, backups: Path) -> None:
        self._root = backups / FOLDER
        self._changed = Condition()
        self._users = 0
        self._sweeping = False

    def has(self, entry: Entry) -> bool:
        """Whether the photo is there with its size."""
        try:
            return self._path(entry.sha256).stat().st_size == entry.size
        except OSError:
            return False

    def read(self, entry: Entry) -> bytes | None:
        """The photo, proved by its digest; None when it is missing, damaged or can't be read."""
        if not self.has(entry):
            return None
        with suppress(OSError):
            data = self._path(entry.sha256).read_bytes()
            if hashlib.sha256(data).hexdigest() == entry.sha256:
                return data
        return None

    def put(self, entry: Entry, data: bytes, part: Path) -> None:
        """Keep a photo that isn't there already, written as `part` first; `sync` makes its name durable."""
        if self.read(entry) is not None:
            return
        path = self._path(entry.sha256)
        path.parent.parent.mkdir(mode=0o700, exist_ok=True)
        path.parent.mkdir(mode=0o700, exist_ok=True)
        try:
            with open(part, "xb", opener=open_private) as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)

    def sync(self, entries: Iterable[Entry]) -> None:
        """Return once the names of these photos are on the disk."""
        folders = {self._path(entry.sha256).parent for entry in entries}
        if folders:
            for folder in (*folders, self._root, self._root.parent):
                sync_folder(folder)

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """While this block runs, `sweep` waits: a backup is being written that no manifest in the folder shows yet."""
        with self._changed:
            self._changed.wait_for(lambda: not self._sweeping)
            self._users += 1
        try:
            yield
        finally:
            with self._changed:
                self._users -= 1
                self._changed.notify_all()

    def sweep(self, find_named: Callable[[], Container[str] | None], *, keep_recent: bool) -> int | None:
        """Remove the photos whose digests `find_named` doesn't give; the number of them, None when it gives None.

        With `keep_recent`, those that came within a day stay: somebody may be copying them in together with a backup.
        """
        with self._changed:
            self._changed.wait_for(lambda: not self._users and not self._sweeping)
            self._sweeping = True
        try:
            named = find_named()
            before = clock.now().timestamp() - GRACE_SECONDS if keep_recent else math.inf
            return None if named is None else self._sweep(named, before)
        finally:
            with self._changed:
                self._sweeping = False
                self._changed.notify_all()

    def digests(self) -> Iterator[str]:
        """The digest by which each file in the folder is called."""
        yield from (path.stem for path in self._files())

    def _files(self) -> Iterator[Path]:
        yield from self._root.glob("[0-9a-f][0-9a-f]/*")

    def _sweep(self, named: Container[str], before: float) -> int:
        surplus = [path for path in self._files() if path.stem not in named]
        if surplus:
            # A removed backup mustn't be back after a power cut, without its photos.
            sync_folder(self._root.parent)
        swept = 0
        for path in surplus:
            found = path.stat()
            # Copying programs keep the modification time. On POSIX, ctime is never older than the arrival; on Windows
            # it is the creation time, which some of them keep too: then the photo has no grace.
            if max(found.st_ctime, found.st_mtime) < before:
                path.unlink()
                swept += 1
        return swept

    def _path(self, sha256: str) -> Path:
        """The only place where a digest becomes a path."""
        if not _DIGEST.fullmatch(sha256):
            raise DamagedBackupError
        return self._root / sha256[:2] / f"{sha256}.jpg"
