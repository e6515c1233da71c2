"""Which photos of a backup the folder of shared photos has already, and copying those that it lacks.

An image's file never changes, so that one which the backup before names, with the same name and size, isn't read
again: only the folder's copy has to be there with its size. Each daily backup reads some of these copies to find rot.
"""

import hashlib
import logging
from collections.abc import Callable, Container, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from server.data_protection.backups.archive import Archive, shares_photos
from server.data_protection.backups.archive_writer import Pulse
from server.data_protection.backups.errors import BackupUnreadableError, NewerBackupError, NotABackupError
from server.data_protection.backups.manifest import Entry, Image, Manifest
from server.data_protection.backups.retention import files_in, newest_first
from server.data_protection.backups.shared_photos import FOLDERS, SharedPhotos
from server.errors import DomainError
from server.media import FolderStore, ImageMissingError

FOLDERS_READ_AGAIN = 8
"""By a daily backup, of the 256: all photos within 32 of them."""

log = logging.getLogger("goalbucks.backups")


@dataclass(slots=True)
class SharingPlan:
    """What sharing the photos of one backup takes."""

    known: list[Entry] = field(default_factory=list)
    """In the folder already."""
    to_copy: list[Image] = field(default_factory=list)
    copy_bytes: int = 0
    next_photo_check: int = 0


@dataclass(slots=True)
class SharedSelection:
    """The shared photos of a backup in the making."""

    entries: list[Entry] = field(default_factory=list)
    copied: list[Entry] = field(default_factory=list)
    """Those of `entries` that weren't known before."""
    missing: list[str] = field(default_factory=list)


def plan_sharing(
    images: Iterable[Image], store: FolderStore, photos: SharedPhotos, before: Manifest | None, *, read_again: bool
) -> SharingPlan:
    """Compare with the backup before; with `read_again`, prove some of the folder's photos by their digests."""
    known = {entry.name: entry for entry in before.shared} if before else {}
    first = before.next_photo_check if before else 0
    proved = {f"{number % FOLDERS:02x}" for number in range(first, first + FOLDERS_READ_AGAIN)} if read_again else set()
    plan = SharingPlan(next_photo_check=(first + len(proved)) % FOLDERS)
    for image in images:
        entry, size = known.get(image.name), _size(store, image)
        if entry is not None and size in {None, entry.size} and _is_kept(photos, entry, proved):
            plan.known.append(entry)
        else:
            plan.to_copy.append(image)
            plan.copy_bytes += size or 0
    return plan


def copy_photos(  # noqa: PLR0913, PLR0917 - from where, to where, and what came of it
    plan: SharingPlan,
    read: Callable[[Image], bytes | None],
    photos: SharedPhotos,
    part: Path,
    selection: SharedSelection,
    pulse: Pulse,
) -> None:
    """Copy what the plan says, each photo by way of `part`; `read` gives None for one that is missing."""
    selection.entries += plan.known
    for image in plan.to_copy:
        pulse()
        data = read(image)
        if data is None:
            selection.missing.append(image.name)
            continue
        entry = Entry(image.name, len(data), hashlib.sha256(data).hexdigest())
        photos.put(entry, data, part)
        selection.copied.append(entry)
    photos.sync(selection.copied)
    selection.entries += selection.copied


def newest_sharing_manifest(folder: Path) -> Manifest | None:
    """Of the newest backup that shares the photos of all classes."""
    for kept in newest_first(folder):
        with suppress(DomainError, OSError):
            if shares_photos(kept.path):
                with Archive(kept.path) as archive:
                    if archive.manifest.images == "all":
                        return archive.manifest
    return None


def named_digests(folder: Path) -> set[str] | None:
    """The digests of all photos that backups in the folder share, whatever these are called.

    None when one of them can't be read now, or by this program, or has another name by now: nobody knows what it needs.
    A damaged one is of no use.
    """
    named: set[str] = set()
    for path in list(files_in(folder)):
        try:
            if shares_photos(path):
                with Archive(path) as archive:
                    named.update(entry.sha256 for entry in archive.manifest.shared)
        except NotABackupError:
            log.warning("the backup %s is damaged; the photos that it shares are not kept for it", path.name)
        except (OSError, NewerBackupError, BackupUnreadableError):
            log.warning("no shared photos are removed: the backup %s can't be read", path.name, exc_info=True)
            return None
    return named


def _size(store: FolderStore, image: Image) -> int | None:
    try:
        return store.size(image.key, image.size)
    except ImageMissingError:
        return None


def _is_kept(photos: SharedPhotos, entry: Entry, proved: Container[str]) -> bool:
    if not photos.has(entry):
        return False
    if entry.sha256[:2] not in proved or photos.read(entry) is not None:
        return True
    log.warning("the shared photo %s is damaged; it is copied again", entry.sha256)
    return False
