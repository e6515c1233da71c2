"""Incremental copying of a backup's images to the shared image folder.

Image files are immutable, so an image that the previous backup references with the same name and size isn't read again
if the shared copy exists with that size. Each daily backup re-verifies some of the shared copies to detect bit rot.
"""

import hashlib
import logging
from collections.abc import Callable, Container, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from server.data_protection.backups.archive import Archive
from server.data_protection.backups.archive_writer import CancelCheck
from server.data_protection.backups.errors import BackupUnreadableError, NewerBackupError, NotABackupError
from server.data_protection.backups.manifest import ImageFile, Manifest, ManifestEntry
from server.data_protection.backups.retention import find_backups, list_files
from server.data_protection.backups.shared_image_store import SUBFOLDER_COUNT, SharedImageStore
from server.data_protection.backups.zip_reader import shares_images
from server.errors import DomainError
from server.media import FolderStore

REVERIFIED_SUBFOLDERS = 8
"""Subfolders, of the 256, that each daily backup re-verifies: all images within 32 backups."""

log = logging.getLogger("goalbucks.backups")


@dataclass(slots=True)
class SharingPlan:
    """The images of a backup, divided into those already shared and those to copy."""

    known: list[ManifestEntry] = field(default_factory=list)
    """Images that are already shared."""
    to_copy: list[ImageFile] = field(default_factory=list)
    copy_bytes: int = 0
    missing: set[str] = field(default_factory=set)
    """Keys of the images of which a file is missing or empty, even if it is shared."""
    next_photo_check: int = 0


def plan_sharing(
    images: Iterable[ImageFile],
    store: FolderStore,
    shared_images: SharedImageStore,
    previous: Manifest | None,
    *,
    reverify: bool,
) -> SharingPlan:
    """Compare with the previous backup; with `reverify`, verify some of the shared images by their digests."""
    known = {entry.name: entry for entry in previous.shared} if previous else {}
    first = previous.next_photo_check if previous else 0
    verified = (
        {f"{number % SUBFOLDER_COUNT:02x}" for number in range(first, first + REVERIFIED_SUBFOLDERS)}
        if reverify
        else set()
    )
    plan = SharingPlan(next_photo_check=(first + len(verified)) % SUBFOLDER_COUNT)
    for image in images:
        entry = known.get(image.name)
        size = store.file_size(image.key, image.size) or None  # an empty file is a missing one
        if size is None:
            plan.missing.add(image.key)
        if entry is not None and size in {None, entry.size} and _is_shared(shared_images, entry, verified):
            plan.known.append(entry)
        else:
            plan.to_copy.append(image)
            plan.copy_bytes += size or 0
    return plan


def copy_images(
    images: Iterable[ImageFile],
    read: Callable[[ImageFile], bytes | None],
    shared_images: SharedImageStore,
    part: Path,
    check_cancelled: CancelCheck,
) -> tuple[list[ManifestEntry], list[str]]:
    """Copy the images, each by way of the temporary file `part`; return their entries, and the names of missing ones.

    `read` returns None for a missing image.
    """
    copied = []
    missing = []
    for image in images:
        check_cancelled()
        data = read(image)
        if data is None:
            missing.append(image.name)
            continue
        entry = ManifestEntry(image.name, len(data), hashlib.sha256(data).hexdigest())
        shared_images.put(entry, data, part)
        copied.append(entry)
    shared_images.sync(copied)
    return copied, missing


def newest_sharing_manifest(folder: Path) -> Manifest | None:
    """Return the manifest of the newest backup that shares the images of all classes; None without one."""
    for backup in find_backups(folder):
        with suppress(DomainError, OSError):
            if shares_images(backup.path):
                with Archive(backup.path) as archive:
                    if archive.manifest.images == "all":
                        return archive.manifest
    return None


def referenced_digests(folder: Path) -> set[str] | None:
    """Return the digests of all images that backups in the folder reference, including renamed backups.

    None when a backup can't be read, is of a newer version or was renamed meanwhile, so that its references are
    unknown. A damaged backup counts as having none.
    """
    digests: set[str] = set()
    for path in list(list_files(folder)):
        try:
            if shares_images(path):
                with Archive(path) as archive:
                    digests.update(entry.sha256 for entry in archive.manifest.shared)
        except NotABackupError:
            log.warning("the backup %s is damaged; the images that it shares may be removed", path.name)
        except (OSError, NewerBackupError, BackupUnreadableError):
            log.warning("no shared images are removed: the backup %s can't be read", path.name, exc_info=True)
            return None
    return digests


def _is_shared(shared_images: SharedImageStore, entry: ManifestEntry, verified: Container[str]) -> bool:
    if not shared_images.has(entry):
        return False
    if entry.sha256[:2] not in verified or shared_images.read(entry) is not None:
        return True
    log.warning("the shared image %s is damaged; it is copied again", entry.sha256)
    return False
