"""Where backups are made and unpacked: private folders that a crash leaves are swept, and room is asked for first."""

import secrets
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event
from typing import Literal

from server import clock
from server.data_protection.backups.errors import DiskTooFullError, StoppedError
from server.data_protection.backups.shared_photos import SharedPhotos
from server.deployment import Deployment
from server.media import FolderStore
from server.settings import Settings

FOLDER = "backups"
WORK = "temporary-"
"""Begins the name of each folder that somebody works in; what one shared would be gone with the first who leaves."""
MARGIN_BYTES = 4 << 20
"""Left over on a disk that a backup just fits on."""
LONGEST_SECONDS = 86_400
"""No backup takes longer."""


class Workspace:
    """The folders of one data folder's backups, and temporary ones."""

    def __init__(self, settings: Settings, owner: Literal["server", "command"]) -> None:
        self.settings = settings
        self.deployment = Deployment.of(settings)
        self.folder = settings.data_dir / FOLDER
        self.images = FolderStore(settings.image_dir)
        self.photos = SharedPhotos(self.folder)
        self._owner = owner
        self._stopping = Event()

    def stop(self) -> None:
        """What is being written isn't wanted any more: the program ends."""
        self._stopping.set()

    def pulse(self) -> None:
        """StoppedError once the program ends."""
        if self._stopping.is_set():
            raise StoppedError

    def sweep(self) -> None:
        """Remove what a crash left half done in the data folder.

        No other server has this data folder, so that a server removes at once what servers left in it.
        """
        for folder in (self.settings.data_dir, self.folder):
            self._sweep(folder, server_leftovers_too=self._owner == "server")

    def sweep_named_place(self, folder: Path) -> None:
        """Remove old leftovers in a folder that other programs, on other computers too, may be writing to now."""
        self._sweep(folder, server_leftovers_too=False)

    def part_beside(self, target: Path) -> Path:
        """Where a file is written that then takes the place of `target`; what a crash leaves of it is swept."""
        return target.with_name(f".{self._owner}-{secrets.token_hex(8)}.part")

    @contextmanager
    def work_folder(self, parent: Path | None = None) -> Iterator[Path]:
        """A private folder, gone afterwards; beside the database unless another place is named."""
        path = (parent or self.settings.data_dir) / f"{WORK}{self._owner}-{secrets.token_hex(8)}"
        path.mkdir(mode=0o700)
        try:
            yield path
        finally:
            shutil.rmtree(path, ignore_errors=True)

    def require_room(self, needed: dict[Path, int], spare: int = 1, place: Path | None = None) -> None:
        """DiskTooFullError unless each folder's disk has these bytes free, so many times over.

        The error names `place`; without one, the disk is that of the data folder.
        """
        total: Counter[int] = Counter()
        for folder, count in needed.items():
            total[folder.stat().st_dev] += count * spare
        for folder in needed:
            free = shutil.disk_usage(folder).free
            if free < total[folder.stat().st_dev] + MARGIN_BYTES:
                raise DiskTooFullError.needing(total[folder.stat().st_dev] + MARGIN_BYTES, free, place)

    def _sweep(self, folder: Path, *, server_leftovers_too: bool) -> None:
        """Remove temporary folders and unfinished files once they are a day old; on request those of servers at once.

        Commands may be busy with theirs at any time.
        """
        before = clock.now().timestamp() - LONGEST_SECONDS
        for owner in ("server", "command"):
            at_once = owner == "server" and server_leftovers_too
            for path in [*folder.glob(f"{WORK}{owner}-*"), *folder.glob(f".{owner}-*.part")]:
                with suppress(OSError):  # it has just been removed by the command whose it is, or is in use
                    if at_once or path.stat().st_mtime < before:
                        _remove(path)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink()
