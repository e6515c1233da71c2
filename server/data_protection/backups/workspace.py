"""Folders of the backups: temporary work folders, cleanup after crashes, and free space checks."""

import secrets
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event
from typing import Literal

from server import clock
from server.data_protection.backups.errors import (
    BackupCancelledError,
    MoreSpaceNeededError,
    TargetNeedsMoreSpaceError,
)
from server.data_protection.backups.shared_image_store import SharedImageStore
from server.deployment import Deployment
from server.media import FolderStore
from server.settings import Settings
from server.texts.translatable import ByteCount

BACKUP_FOLDER = "backups"
WORK_FOLDER_PREFIX = "temporary-"
"""Prefix of the names of work folders; each operation has its own."""
MARGIN_BYTES = 4 << 20
"""Free space in bytes that a backup leaves on the disk."""
MAX_AGE_SECONDS = 86_400
"""Age at which leftovers of a command are deleted; no backup takes longer."""


Owner = Literal["server", "command"]
"""The kind of process that works in a data folder. It is part of the names of temporary files and folders, because the
next server may delete a server's leftovers at once, but those of a command, which may be running, only after a day."""


class Workspace:
    """The backup folder, shared images and work folders of one data folder."""

    def __init__(self, settings: Settings, owner: Owner) -> None:
        self.settings = settings
        self.deployment = Deployment.of(settings)
        self.folder = settings.data_dir / BACKUP_FOLDER
        self.images = FolderStore(settings.image_dir)
        self.shared_images = SharedImageStore(self.folder)
        self._owner = owner
        self._cancelled = Event()

    def cancel(self) -> None:
        """Cancel all work in progress, because the program is stopping."""
        self._cancelled.set()

    def check_cancelled(self) -> None:
        """Raise BackupCancelledError after `cancel`."""
        if self._cancelled.is_set():
            raise BackupCancelledError

    def remove_leftovers(self) -> None:
        """Delete what a crash left unfinished in the data folder.

        Only one server uses a data folder, so a server deletes leftovers of servers immediately.
        """
        for folder in (self.settings.data_dir, self.folder):
            self.remove_leftovers_in(folder, server_leftovers_too=self._owner == "server")

    def remove_leftovers_in(self, folder: Path, *, server_leftovers_too: bool = False) -> None:
        """Delete work folders and unfinished files that are a day old: other processes may be writing to the folder.

        With `server_leftovers_too`, those of servers are deleted at any age; a command may be running.
        """
        before = clock.now().timestamp() - MAX_AGE_SECONDS
        for owner in ("server", "command"):
            ignore_age = owner == "server" and server_leftovers_too
            for path in [*folder.glob(f"{WORK_FOLDER_PREFIX}{owner}-*"), *folder.glob(f".{owner}-*.part")]:
                with suppress(OSError):  # removed meanwhile by its command, or in use
                    if ignore_age or path.stat().st_mtime < before:
                        _remove(path)

    def temporary_path_for(self, target: Path) -> Path:
        """Return a temporary path next to `target`, to be renamed to it; leftovers are found by their names."""
        return target.with_name(f".{self._owner}-{secrets.token_hex(8)}.part")

    @contextmanager
    def work_folder(self, parent: Path | None = None) -> Iterator[Path]:
        """Create a private work folder, deleted at the end of the block; `parent` defaults to the data folder."""
        path = (parent or self.settings.data_dir) / f"{WORK_FOLDER_PREFIX}{self._owner}-{secrets.token_hex(8)}"
        path.mkdir(mode=0o700)
        try:
            yield path
        finally:
            shutil.rmtree(path, ignore_errors=True)

    def require_free_space(
        self, needed: dict[Path, int], free_factor: int = 1, named_folder: Path | None = None
    ) -> None:
        """Raise BackupDiskFullError unless each folder's disk has the bytes free, multiplied by `free_factor`.

        The error names `named_folder`; by default the disk of the data folder.
        """
        total: Counter[int] = Counter()
        for folder, count in needed.items():
            total[folder.stat().st_dev] += count * free_factor
        for folder in needed:
            free = shutil.disk_usage(folder).free
            if free < total[folder.stat().st_dev] + MARGIN_BYTES:
                sizes = {"needed": ByteCount(total[folder.stat().st_dev] + MARGIN_BYTES), "free": ByteCount(free)}
                if named_folder is None:
                    raise MoreSpaceNeededError(params=sizes)
                raise TargetNeedsMoreSpaceError(params={"folder": str(named_folder), **sizes})


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink()
