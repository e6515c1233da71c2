"""Where cleaned proof images are kept: a folder here, an object store on a school's server (same `MediaStore`)."""

import logging
import os
import re
from collections.abc import Container, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, Literal, Protocol

import uuid_utils

from server.disk import TEMPORARY_SUFFIX, sync_folder, write_whole
from server.media.errors import ImageMissingError, ImageStoreError
from server.media.images import CleanImage

ImageSize = Literal["full", "thumb"]
"""Which of an image's two files."""

NAME_FILE: Final = "place.txt"
"""Lies beside the images: by it a place is known, whatever its address."""
SIZES: Final[tuple[ImageSize, ImageSize]] = ("thumb", "full")
_KEY: Final = re.compile(r"[0-9a-f]{32}")
_STORED: Final = re.compile(r"([0-9a-f]{32})\.(?:full|thumb)\.jpg")

_log = logging.getLogger(__name__)


def file_name(key: str, size: ImageSize) -> str:
    """Under which every store keeps it; ImageMissingError for what is no key, so that nothing else becomes a path."""
    if not _KEY.fullmatch(key) or size not in SIZES:
        raise ImageMissingError
    return f"{key}.{size}.jpg"


def key_of(name: str) -> str | None:
    """The key in such a name."""
    found = _STORED.fullmatch(name)
    return found and found[1]


@dataclass(frozen=True, slots=True)
class StoredImage:
    """One image of a store."""

    key: str
    stored_at: datetime
    """When it was put, UTC."""


@dataclass(frozen=True, slots=True)
class Arriving:
    """An image that is still coming."""

    length: int
    """Bytes."""
    pieces: Iterator[bytes]


class MediaStore(Protocol):
    """Keeps cleaned images under keys that it makes itself.

    `put` comes before the commit of the row that holds the key, `delete` after the commit that removes it: what a crash
    in between leaves behind is an image without a row, never a row without its image, and `sweep` removes it.
    All calls wait for a disk or a network. All raise `ImageStoreError` (503) when the store is out of reach.
    """

    def put(self, image: CleanImage) -> str:
        """Keep the image and its thumbnail, safe from a power cut when this returns; the key is 32 hex digits."""

    def read(self, key: str, size: ImageSize) -> bytes:
        """The file, a JPEG (`images.MEDIA_TYPE`); raises ImageMissingError (404)."""

    def open(self, key: str, size: ImageSize) -> "bytes | Arriving":
        """The same; where it comes over a network, in pieces. What isn't there raises before the first one."""

    def put_back(self, key: str, size: ImageSize, data: bytes) -> None:
        """Keep what another store or a backup held, under its own key."""

    def require_reachable(self) -> None:
        """ImageStoreError when the store can't be reached."""

    def name(self) -> str:
        """What this place was called by `put_name`; empty when it wasn't."""

    def put_name(self, name: str) -> None:
        """Call this place so, lastingly."""

    def delete(self, *keys: str) -> None:
        """Remove both files of each; no error if they are gone already."""

    def keys(self) -> Iterator[StoredImage]:
        """Every image, in no order."""

    def sweep(self, known: Container[str], older_than: timedelta) -> int:
        """Remove images whose key isn't `known` and that are older than `older_than`; the number of them.

        `older_than` must be longer than any transaction between `put` and commit lasts, and than the time since
        `known` was read.
        """


class FolderStore:
    """A MediaStore in a folder that only this user can read: `root/<last two digits>/<key>.full.jpg` and `.thumb.jpg`.

    The folder is made when the first image comes.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    def put(self, image: CleanImage) -> str:
        """See MediaStore."""
        key = uuid_utils.uuid7().hex
        try:
            folder = self._make_folder(key)
            write_whole(self._path(key, "thumb"), image.thumbnail)
            write_whole(self._path(key, "full"), image.full)
            sync_folder(folder)
        except OSError as error:
            _log.exception("An image could not be stored")
            with suppress(ImageStoreError):
                self.delete(key)
            raise ImageStoreError from error
        return key

    def read(self, key: str, size: ImageSize) -> bytes:
        """See MediaStore."""
        try:
            return self._path(key, size).read_bytes()
        except FileNotFoundError as error:
            raise ImageMissingError from error
        except OSError as error:
            _log.exception("An image could not be read")
            raise ImageStoreError from error

    def open(self, key: str, size: ImageSize) -> bytes:
        """See MediaStore."""
        return self.read(key, size)

    def require_reachable(self) -> None:
        """See MediaStore. No folder is there until the first image comes."""
        try:
            if self._root.exists():
                next(self._root.iterdir(), None)
        except OSError as error:
            raise ImageStoreError from error

    def name(self) -> str:
        """See MediaStore."""
        try:
            return (self._root / NAME_FILE).read_text(encoding="utf-8").strip()
        except FileNotFoundError:
            return ""
        except (OSError, UnicodeDecodeError) as error:
            raise ImageStoreError from error

    def put_name(self, name: str) -> None:
        """See MediaStore."""
        try:
            self._root.mkdir(mode=0o700, parents=True, exist_ok=True)
            (self._root / NAME_FILE).with_suffix(TEMPORARY_SUFFIX).unlink(missing_ok=True)  # a crash's
            write_whole(self._root / NAME_FILE, name.encode())
            sync_folder(self._root)
        except OSError as error:
            raise ImageStoreError from error

    def size(self, key: str, size: ImageSize) -> int:
        """The file's, in bytes; raises ImageMissingError."""
        try:
            return self._path(key, size).stat().st_size
        except FileNotFoundError as error:
            raise ImageMissingError from error
        except OSError as error:
            raise ImageStoreError from error

    def put_back(self, key: str, size: ImageSize, data: bytes) -> None:
        """Keep what a backup held under its own key, unless it `is_kept`; `settle` makes it lasting."""
        path = self._path(key, size)
        try:
            if self.is_kept(key, size, len(data)):
                return
            self._make_folder(key)
            path.with_suffix(TEMPORARY_SUFFIX).unlink(missing_ok=True)  # a crash's
            write_whole(path, data)
        except OSError as error:
            raise ImageStoreError from error

    def is_kept(self, key: str, size: ImageSize, length: int) -> bool:
        """Whether there is such a file: a key's image never changes, and only its length tells that it was cut off.

        One that is there is young again, so that a sweep that began before leaves it alone.
        """
        path = self._path(key, size)
        try:
            if path.stat().st_size != length:
                return False
            os.utime(path)
        except FileNotFoundError:
            return False
        except OSError as error:
            raise ImageStoreError from error
        return True

    def settle(self) -> None:
        """Return once all that was put back is there whenever the power goes."""
        try:
            for folder in self._root.glob("[0-9a-f][0-9a-f]"):
                sync_folder(folder)
        except OSError as error:
            raise ImageStoreError from error

    def delete(self, *keys: str) -> None:
        """See MediaStore. After a power cut a file may be back; then it is an orphan, and swept."""
        failure: OSError | None = None
        for path in [self._path(key, size) for key in keys for size in SIZES]:
            try:
                path.unlink(missing_ok=True)
            except OSError as error:  # the others go all the same
                failure = error
        if failure is not None:
            raise ImageStoreError from failure

    def keys(self) -> Iterator[StoredImage]:
        """See MediaStore."""
        newest: dict[str, float] = {}
        for path, modified in self._files():
            if key := key_of(path.name):
                newest[key] = max(modified, newest.get(key, 0))
        for key, modified in newest.items():
            yield StoredImage(key, datetime.fromtimestamp(modified, UTC))

    def sweep(self, known: Container[str], older_than: timedelta) -> int:
        """See MediaStore. Removes the half-written files of a crash, too."""
        before = datetime.now(UTC) - older_than
        orphans = [image.key for image in self.keys() if image.stored_at < before and image.key not in known]
        swept = 0
        for key in orphans:
            try:
                self.delete(key)
            except ImageStoreError:
                _log.warning("An orphaned image could not be removed; the next sweep tries again", exc_info=True)
            else:
                swept += 1
        for path, modified in self._files():
            if path.suffix == TEMPORARY_SUFFIX and modified < before.timestamp():
                with suppress(OSError):
                    path.unlink(missing_ok=True)
        return swept

    def _path(self, key: str, size: ImageSize) -> Path:
        """The only place where a key becomes a path."""
        return self._root / key[-2:] / file_name(key, size)

    def _make_folder(self, key: str) -> Path:
        folder = self._path(key, "full").parent
        for made in (self._root, folder):
            if not made.is_dir():
                made.mkdir(mode=0o700, parents=True, exist_ok=True)
                sync_folder(made.parent)
        return folder

    def _files(self) -> Iterator[tuple[Path, float]]:
        """Every file and when it was last written, in seconds since 1970."""
        try:
            for path in self._root.glob("[0-9a-f][0-9a-f]/*"):
                with suppress(FileNotFoundError):  # deleted meanwhile
                    yield path, path.stat().st_mtime
        except OSError as error:
            raise ImageStoreError from error
