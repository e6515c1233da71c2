"""Copies a folder's images to the school's image storage and verifies them there.

Images are copied before the rows that reference them, and verified after: the school's cleanup may have deleted an
image that no row referenced yet.
"""

import hashlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, cast

from sqlalchemy import Select, Table, func, select

from server.domain.submissions.models import Submission
from server.media import IMAGE_SIZES, FolderStore, ImageMissingError, ImageSize, ImageStorageError, MediaStore
from server.school.importing.imported_tables import owned_by
from server.school.importing.plan import ImportPlan
from server.school.importing.rows import ProgressCallback

MAX_THREADS = 8
"""Parallel transfers, since an object store has a long latency."""
BATCH_SIZE = 64

_SUBMISSIONS = cast("Table", Submission.__table__)

CopyState = Literal["same", "copied", "missing", "different"]


@dataclass(slots=True)
class ImageSummary:
    """Counts and keys of images by the outcome of copying or verifying them."""

    same: int = 0
    copied: int = 0
    bytes: int = 0
    """Total size of the images that could be read from the folder."""
    missing: list[str] = field(default_factory=list)
    """Keys of images that lack at least one size in the folder."""
    different: list[str] = field(default_factory=list)
    """Keys of images that still differ at the school after they were copied again."""


def count_images(plan: ImportPlan) -> int:
    """Count the images to copy or to verify."""
    return plan.source.connection.scalar(select(func.count()).select_from(_keys(plan).subquery())) or 0


def inspect_images(plan: ImportPlan) -> ImageSummary:
    """Check which of the plan's images the folder has, for a dry run; they are counted as `same`."""
    summary = ImageSummary()
    for key in plan.source.connection.scalars(_keys(plan)):
        try:
            sizes = [plan.source.image_store.file_size(key, each) for each in IMAGE_SIZES]
        except ImageStorageError:
            sizes = []
        present = [size for size in sizes if size is not None]
        if len(present) == len(IMAGE_SIZES):
            summary.same += 1
            summary.bytes += sum(present)
        else:
            summary.missing.append(key)
    return summary


def copy_images(plan: ImportPlan, school: MediaStore, on_progress: ProgressCallback) -> ImageSummary:
    """Copy the plan's images to the school; those with the same SHA-256 there are skipped."""
    return _transfer(plan, school, "photos copied", on_progress, verify=False)


def verify_images(plan: ImportPlan, school: MediaStore, on_progress: ProgressCallback) -> ImageSummary:
    """Verify every image at the school by SHA-256; one that is gone or differs is copied again and read back."""
    return _transfer(plan, school, "photos compared", on_progress, verify=True)


def _transfer(
    plan: ImportPlan, school: MediaStore, step: str, on_progress: ProgressCallback, *, verify: bool
) -> ImageSummary:
    summary, total, done = ImageSummary(), count_images(plan), 0
    found = plan.source.connection.execution_options(yield_per=BATCH_SIZE).scalars(_keys(plan))
    transfer = partial(_transfer_image, plan.source.image_store, school, verify=verify)
    with ThreadPoolExecutor(MAX_THREADS, thread_name_prefix="images") as threads:
        try:
            for keys in found.partitions():
                for key, (state, length) in zip(keys, threads.map(transfer, keys), strict=True):
                    done += 1
                    summary.bytes += length
                    _count_outcome(summary, key, state)
                    on_progress(step, done, total)
        except BaseException:
            # On Ctrl+C only the transfers under way are awaited, not the rest of the batch.
            threads.shutdown(wait=False, cancel_futures=True)
            raise
    if isinstance(school, FolderStore):
        school.sync_folders()
    return summary


def _count_outcome(summary: ImageSummary, key: str, state: CopyState) -> None:
    match state:
        case "same":
            summary.same += 1
        case "copied":
            summary.copied += 1
        case "missing":
            summary.missing.append(key)
        case "different":
            summary.different.append(key)


def _keys(plan: ImportPlan) -> Select[str]:
    key = _SUBMISSIONS.c.image_key
    return select(key).where(owned_by(_SUBMISSIONS, plan.pending), key.is_not(None)).distinct()


def _transfer_image(folder_images: FolderStore, school: MediaStore, key: str, *, verify: bool) -> tuple[CopyState, int]:
    files: dict[ImageSize, bytes] = {}
    for size in IMAGE_SIZES:
        try:
            files[size] = folder_images.read(key, size)
        except (ImageMissingError, ImageStorageError):
            continue
    state = _ensure_stored(school, key, files, verify=verify)
    return state if len(files) == len(IMAGE_SIZES) or state == "different" else "missing", sum(map(len, files.values()))


def _ensure_stored(school: MediaStore, key: str, files: dict[ImageSize, bytes], *, verify: bool) -> CopyState:
    stored = {size: _stored_digest(school, key, size) for size in files}
    expected = {size: _digest(data) for size, data in files.items()}
    if stored == expected:
        return "same"
    if any(stored.values()):
        school.delete(key)  # `FolderStore.put_file` keeps an existing file of the same length
    for size, data in files.items():
        school.put_file(key, size, data)
    is_stored = not verify or {size: _stored_digest(school, key, size) for size in files} == expected
    return "copied" if is_stored else "different"


def _stored_digest(school: MediaStore, key: str, size: ImageSize) -> str | None:
    try:
        return _digest(school.read(key, size))
    except ImageMissingError:
        return None


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
