"""Copying a folder's images to where the school keeps its own, and comparing them there.

Copied before the rows that name them; compared after, since the school's sweep may have taken what no row named yet.
"""

import hashlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, cast

from sqlalchemy import Select, Table, func, select

from server.domain.submissions.models import Submission
from server.media import SIZES, FolderStore, ImageMissingError, ImageSize, ImageStoreError, MediaStore
from server.school.importing.plan import Plan
from server.school.importing.rows import Tell
from server.school.importing.tables import of_all_but

AT_ONCE = 8
"""An object store's answer takes a while."""
BATCH = 64

_SUBMISSIONS = cast("Table", Submission.__table__)

State = Literal["same", "copied", "missing", "different"]


@dataclass(slots=True)
class Pictures:
    """What became of the images."""

    same: int = 0
    copied: int = 0
    bytes: int = 0
    """Of all that are there now."""
    missing: list[str] = field(default_factory=list)
    """Keys whose image, or a size of it, is not on the laptop either."""
    different: list[str] = field(default_factory=list)
    """Keys whose image at the school is another one, though it was copied."""


def count(plan: Plan) -> int:
    """How many images the plan's rows name."""
    return plan.source.rows.scalar(select(func.count()).select_from(_keys(plan).subquery())) or 0


def look(plan: Plan) -> Pictures:
    """What there is of them on the laptop."""
    found = Pictures()
    for key in plan.source.rows.scalars(_keys(plan)):
        try:
            found.bytes += sum(plan.source.images.size(key, each) for each in SIZES)
        except (ImageMissingError, ImageStoreError):
            found.missing.append(key)
        else:
            found.same += 1
    return found


def copy(plan: Plan, school: MediaStore, tell: Tell) -> Pictures:
    """Have every image at the school; what is there, the same by its hash, stays."""
    return _bring(plan, school, "pictures copied", tell, read_again=False)


def compare(plan: Plan, school: MediaStore, tell: Tell) -> Pictures:
    """Read every image at the school; one that went meanwhile is copied once more, and read again."""
    return _bring(plan, school, "pictures compared", tell, read_again=True)


def _bring(plan: Plan, school: MediaStore, step: str, tell: Tell, *, read_again: bool) -> Pictures:
    found, total, done = Pictures(), count(plan), 0
    take = partial(_take, plan.source.images, school, read_again=read_again)
    with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="pictures") as threads:
        try:
            for keys in _batches(plan):
                for key, (state, length) in zip(keys, threads.map(take, keys), strict=True):
                    done += 1
                    found.bytes += length
                    _note(found, key, state)
                    tell(step, done, total)
        except BaseException:
            # Who stops it waits for what is under way, not for all of the batch.
            threads.shutdown(wait=False, cancel_futures=True)
            raise
    if isinstance(school, FolderStore):
        school.settle()
    return found


def _note(found: Pictures, key: str, state: State) -> None:
    match state:
        case "same":
            found.same += 1
        case "copied":
            found.copied += 1
        case "missing":
            found.missing.append(key)
        case "different":
            found.different.append(key)


def _keys(plan: Plan) -> Select[str]:
    key = _SUBMISSIONS.c.image_key
    return select(key).where(of_all_but(_SUBMISSIONS, plan.staying), key.is_not(None)).distinct()


def _batches(plan: Plan) -> Iterator[list[str]]:
    keys = plan.source.rows.execution_options(yield_per=BATCH).scalars(_keys(plan))
    for some in keys.partitions():
        yield list(some)


def _take(laptop: FolderStore, school: MediaStore, key: str, *, read_again: bool) -> tuple[State, int]:
    files: dict[ImageSize, bytes] = {}
    for size in SIZES:
        try:
            files[size] = laptop.read(key, size)
        except (ImageMissingError, ImageStoreError):
            continue
    state = _settle(school, key, files, read_again=read_again)
    return state if len(files) == len(SIZES) or state == "different" else "missing", sum(map(len, files.values()))


def _settle(school: MediaStore, key: str, files: dict[ImageSize, bytes], *, read_again: bool) -> State:
    there = {size: _digest_at(school, key, size) for size in files}
    wanted = {size: _digest(data) for size, data in files.items()}
    if there == wanted:
        return "same"
    if any(there.values()):
        school.delete(key)  # a folder keeps what is there, as long as its length is right
    for size, data in files.items():
        school.put_back(key, size, data)
    kept = not read_again or {size: _digest_at(school, key, size) for size in files} == wanted
    return "copied" if kept else "different"


def _digest_at(school: MediaStore, key: str, size: ImageSize) -> str | None:
    try:
        return _digest(school.read(key, size))
    except ImageMissingError:
        return None


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
