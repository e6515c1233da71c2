"""Images that submissions reference and whose files are missing from the data folder."""

import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from threading import Lock

from server.data_protection.backups.archive import Archive
from server.data_protection.backups.archive_writer import CancelCheck
from server.data_protection.backups.manifest import ImageFile, parse_image_name
from server.data_protection.backups.retention import FULL_KINDS, BackupFile, find_backups
from server.data_protection.backups.snapshot import list_image_keys
from server.errors import DomainError
from server.media import IMAGE_SIZES, FolderStore, ImageSize, ImageStorageError
from server.settings import Settings


class MissingImages:
    """The images whose files were missing when they were last looked for: daily, and by each full backup. Thread-safe.

    Nothing is missing where images aren't in the data folder.
    """

    def __init__(self, settings: Settings) -> None:
        self._store = FolderStore(settings.image_dir) if not settings.media_url else None
        self.keys: frozenset[str] = frozenset()
        """The keys of the missing images."""
        self._lock = Lock()

    def look_for_all(self, connection: sqlite3.Connection, check_cancelled: CancelCheck) -> None:
        """Look for the files of all images that the database references."""
        if self._store is None:
            return
        missing = _find_missing(self._store, list_image_keys(connection), check_cancelled)
        # Images that were deleted meanwhile have no row any more.
        self.replace(missing.intersection(list_image_keys(connection)) if missing else missing)

    def look_again(self) -> None:
        """Look again for the files that were missing: they may have been put back or restored."""
        with self._lock:
            if self._store is not None and self.keys:
                self.keys = frozenset(_find_missing(self._store, self.keys, lambda: None))

    def replace(self, keys: Iterable[str]) -> None:
        """Set the keys of the missing images."""
        if self._store is not None:
            with self._lock:
                self.keys = frozenset(keys)


def backups_with_lost_images(folder: Path) -> set[Path]:
    """Return the newest backups in the folder that have the images which the newest full backup lacks."""
    lost: set[ImageFile] | None = None
    found = set()
    for backup in find_backups(folder):
        if lost is None and backup.kind not in FULL_KINDS:
            continue
        with suppress(DomainError, OSError), Archive(backup.path) as archive:
            if lost is None:
                lost = {image for name in archive.manifest.missing_images if (image := parse_image_name(name))}
            elif had := {image for image in lost if archive.has_image(image)}:
                found.add(backup.path)
                lost -= had
        if lost is not None and not lost:
            break
    return found


def newest_backup_with(backups: Iterable[BackupFile], keys: Iterable[str]) -> BackupFile | None:
    """Return the first of these backups that has one of the images; None without one."""
    images = [ImageFile(key, "full") for key in keys]
    for backup in backups:
        with suppress(DomainError, OSError), Archive(backup.path) as archive:
            if any(map(archive.has_image, images)):
                return backup
    return None


def _find_missing(store: FolderStore, keys: Iterable[str], check_cancelled: CancelCheck) -> set[str]:
    missing = set()
    for key in keys:
        check_cancelled()
        if not all(_has_file(store, key, size) for size in IMAGE_SIZES):
            missing.add(key)
    return missing


def _has_file(store: FolderStore, key: str, size: ImageSize) -> bool:
    """Return whether the file exists and isn't empty, as a power cut or a sync program may leave it."""
    try:
        return bool(store.file_size(key, size))
    except ImageStorageError:
        return False
