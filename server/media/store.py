"""Where cleaned proof images are kept: a folder here, an object store on a school's server (same `MediaStore`)."""

import logging
import os
import re
import sys
from collections.abc import Container, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, Literal, Protocol

import uuid_utils

from server.media.errors import ImageMissingError, ImageStoreError
from server.media.images import CleanImage

ImageSize = Literal["full", "thumb"]
"""Which of an image's two files."""

_SIZES: Final[tuple[ImageSize, ImageSize]] = ("thumb", "full")
_KEY: Final = re.compile(r"[0-9a-f]{32}")
_STORED: Final = re.compile(r"([0-9a-f]{32})\.(?:full|thumb)\.jpg")
_TEMPORARY_SUFFIX: Final = ".tmp"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class StoredImage:
    """One image of a store."""

    key: str
    stored_at: datetime
    """When it was put, UTC."""


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

    def delete(self, key: str) -> None:
        """Remove both files; no error if they are gone already."""

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
            _write(self._path(key, "thumb"), image.thumbnail)
            _write(self._path(key, "full"), image.full)
            _sync_folder(folder)
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

    def delete(self, key: str) -> None:
        """See MediaStore. After a power cut a file may be back; then it is an orphan, and swept."""
        try:
            for size in _SIZES:
                self._path(key, size).unlink(missing_ok=True)
        except OSError as error:
            raise ImageStoreError from error

    def keys(self) -> Iterator[StoredImage]:
        """See MediaStore."""
        newest: dict[str, float] = {}
        for path, modified in self._files():
            if name := _STORED.fullmatch(path.name):
                newest[name[1]] = max(modified, newest.get(name[1], 0))
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
            if path.suffix == _TEMPORARY_SUFFIX and modified < before.timestamp():
                with suppress(OSError):
                    path.unlink(missing_ok=True)
        return swept

    def _path(self, key: str, size: ImageSize) -> Path:
        """The only place where a key becomes a path."""
        if not _KEY.fullmatch(key) or size not in _SIZES:
            raise ImageMissingError
        return self._root / key[-2:] / f"{key}.{size}.jpg"

    def _make_folder(self, key: str) -> Path:
        folder = self._path(key, "full").parent
        for made in (self._root, folder):
            if not made.is_dir():
                made.mkdir(mode=0o700, parents=True, exist_ok=True)
                _sync_folder(made.parent)
        return folder

    def _files(self) -> Iterator[tuple[Path, float]]:
        """Every file and when it was last written, in seconds since 1970."""
        try:
            for path in self._root.glob("[0-9a-f][0-9a-f]/*"):
                with suppress(FileNotFoundError):  # deleted meanwhile
                    yield path, path.stat().st_mtime
        except OSError as error:
            raise ImageStoreError from error


def _write(path: Path, data: bytes) -> None:
    """Write a file that is there whole or not at all, whenever the power goes."""
    temporary = path.with_suffix(_TEMPORARY_SUFFIX)
    try:
        with open(temporary, "xb", opener=_open_private) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _sync_folder(folder: Path) -> None:
    """Make the names in a folder durable. Windows can't open a folder, and NTFS keeps a journal of its names."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
