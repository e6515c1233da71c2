"""Storage of sanitized proof images: the `MediaStore` protocol and its implementation in a folder."""

import logging
import os
import re
from collections.abc import Container, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, Literal, Protocol

from server.media.errors import ImageMissingError, ImageStorageError
from server.media.images import CleanImage
from server.system.durable_files import TEMPORARY_SUFFIX, atomic_write, sync_folder
from server.uuid7 import uuid7

ImageSize = Literal["full", "thumb"]
"""One of an image's two files."""

LOCATION_ID_FILE: Final = "place.txt"
"""File in the image folder with the id of the location, which identifies it independent of its URL."""
IMAGE_SIZES: Final[tuple[ImageSize, ImageSize]] = ("thumb", "full")
_KEY_PATTERN: Final = re.compile(r"[0-9a-f]{32}")
_FILE_NAME_PATTERN: Final = re.compile(r"([0-9a-f]{32})\.(?:full|thumb)\.jpg")

_log = logging.getLogger(__name__)


def file_name(key: str, size: ImageSize) -> str:
    """Return the file name of an image; an invalid key raises ImageMissingError, so that it never becomes a path."""
    if not _KEY_PATTERN.fullmatch(key) or size not in IMAGE_SIZES:
        raise ImageMissingError
    return f"{key}.{size}.jpg"


def parse_key(name: str) -> str | None:
    """Return the key in a file name; None if it isn't an image's."""
    found = _FILE_NAME_PATTERN.fullmatch(name)
    return found and found[1]


@dataclass(frozen=True, slots=True)
class StoredImage:
    """An image in a store's listing."""

    key: str
    stored_at: datetime
    """Time of `put`, in UTC."""


@dataclass(frozen=True, slots=True)
class StreamedImage:
    """An image whose content is still being received."""

    length: int
    """Total size in bytes."""
    chunks: Iterator[bytes]


class MediaStore(Protocol):
    """Stores sanitized images under generated keys.

    Call `put` before the commit of the row with the key, and `delete` after the commit that removes it: a crash in
    between leaves an image without a row, never a row without its image, and `delete_unreferenced` deletes it.
    All methods block on a disk or a network, and raise `ImageStorageError` (503) when the store is unreachable.
    """

    def put(self, image: CleanImage) -> str:
        """Store the image and its thumbnail durably; return the key, 32 hex digits."""

    def read(self, key: str, size: ImageSize) -> bytes:
        """Return the file, a JPEG (`images.MEDIA_TYPE`); raises ImageMissingError (404)."""

    def open(self, key: str, size: ImageSize) -> "bytes | StreamedImage":
        """Return the same, streamed from a network store. ImageMissingError is raised before the first chunk."""

    def put_file(self, key: str, size: ImageSize, data: bytes) -> None:
        """Store a file of another store or a backup under its existing key."""

    def require_reachable(self) -> None:
        """Raise ImageStorageError if the store is unreachable."""

    def read_location_id(self) -> str:
        """Return the id of this location; empty if it has none."""

    def write_location_id(self, location_id: str) -> None:
        """Store the id of this location durably."""

    def delete(self, *keys: str) -> None:
        """Delete both files of each image; missing ones are ignored."""

    def keys(self) -> Iterator[StoredImage]:
        """Yield all images, in no particular order."""

    def delete_unreferenced(self, known: Container[str], older_than: timedelta) -> int:
        """Delete images older than `older_than` whose key isn't in `known`; return their number.

        `older_than` must exceed the time between any `put` and its commit, and the time since `known` was read.
        """


class FolderStore:
    """A MediaStore in an owner-only folder, with files `root/<last two digits>/<key>.full.jpg` and `.thumb.jpg`.

    The folder is created with the first image.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    def put(self, image: CleanImage) -> str:
        """Deletes the thumbnail again if the image itself can't be written."""
        key = uuid7().hex
        try:
            folder = self._make_folder(key)
            atomic_write(self._path(key, "thumb"), image.thumbnail)
            atomic_write(self._path(key, "full"), image.full)
            sync_folder(folder)
        except OSError as error:
            _log.exception("An image could not be stored")
            with suppress(ImageStorageError):
                self.delete(key)
            raise ImageStorageError from error
        return key

    def read(self, key: str, size: ImageSize) -> bytes:
        """A file that isn't there is a missing image, even if the whole folder is gone."""
        try:
            return self._path(key, size).read_bytes()
        except FileNotFoundError as error:
            raise ImageMissingError from error
        except OSError as error:
            _log.exception("An image could not be read")
            raise ImageStorageError from error

    def open(self, key: str, size: ImageSize) -> bytes:
        """Returns the whole file: a disk needs no stream."""
        return self.read(key, size)

    def require_reachable(self) -> None:
        """A missing folder is no error: it is created with the first image."""
        with _translate_disk_errors():
            if self._root.exists():
                next(self._root.iterdir(), None)

    def read_location_id(self) -> str:
        """A file that can't be read raises `ImageStorageError`: a store in use never seems to have no id."""
        try:
            return (self._root / LOCATION_ID_FILE).read_text(encoding="utf-8").strip()
        except FileNotFoundError:
            return ""
        except (OSError, UnicodeDecodeError) as error:
            raise ImageStorageError from error

    def write_location_id(self, location_id: str) -> None:
        """Creates the folder, although it has no image yet."""
        with _translate_disk_errors():
            self._root.mkdir(mode=0o700, parents=True, exist_ok=True)
            atomic_write(self._root / LOCATION_ID_FILE, location_id.encode())
            sync_folder(self._root)

    def file_size(self, key: str, size: ImageSize) -> int | None:
        """Return the size of the file in bytes; None if it is missing."""
        with _translate_disk_errors(), suppress(FileNotFoundError, ImageMissingError):
            return self._path(key, size).stat().st_size
        return None

    def put_file(self, key: str, size: ImageSize, data: bytes) -> None:
        """Skips a file that exists; not durable until `sync_folders`."""
        with _translate_disk_errors():
            if not self.refresh_if_stored(key, size, len(data)):
                self._make_folder(key)
                atomic_write(self._path(key, size), data)

    def refresh_if_stored(self, key: str, size: ImageSize, length: int) -> bool:
        """Return whether the file exists with this length, and update its time so that `delete_unreferenced` keeps it.

        The length is enough: the content of a key never changes, so that a file can only be truncated.
        """
        path = self._path(key, size)
        with _translate_disk_errors(), suppress(FileNotFoundError):
            if path.stat().st_size == length:
                os.utime(path)
                return True
        return False

    def sync_folders(self) -> None:
        """Make all restored files durable."""
        with _translate_disk_errors():
            for folder in self._root.glob("[0-9a-f][0-9a-f]"):
                sync_folder(folder)

    def delete(self, *keys: str) -> None:
        """Not durable: after a power cut a file may reappear unreferenced."""
        failure: OSError | None = None
        for path in [self._path(key, size) for key in keys for size in IMAGE_SIZES]:
            try:
                path.unlink(missing_ok=True)
            except OSError as error:  # go on with the others
                failure = error
        if failure is not None:
            raise ImageStorageError from failure

    def keys(self) -> Iterator[StoredImage]:
        """An image is dated by the newer of its two files."""
        newest: dict[str, float] = {}
        for path, modified in self._files():
            if key := parse_key(path.name):
                newest[key] = max(modified, newest.get(key, 0))
        for key, modified in newest.items():
            yield StoredImage(key, datetime.fromtimestamp(modified, UTC))

    def delete_unreferenced(self, known: Container[str], older_than: timedelta) -> int:
        """Also deletes temporary files left by a crash."""
        before = datetime.now(UTC) - older_than
        unreferenced = [image.key for image in self.keys() if image.stored_at < before and image.key not in known]
        deleted = 0
        for key in unreferenced:
            try:
                self.delete(key)
            except ImageStorageError:
                _log.warning("An unreferenced image could not be deleted; the next run tries again", exc_info=True)
            else:
                deleted += 1
        for path, modified in self._files():
            if path.suffix == TEMPORARY_SUFFIX and modified < before.timestamp():
                with suppress(OSError):
                    path.unlink(missing_ok=True)
        return deleted

    def _path(self, key: str, size: ImageSize) -> Path:
        """Return the path of an image. All paths are made here."""
        return self._root / key[-2:] / file_name(key, size)

    def _make_folder(self, key: str) -> Path:
        folder = self._path(key, "full").parent
        for made in (self._root, folder):
            if not made.is_dir():
                made.mkdir(mode=0o700, parents=True, exist_ok=True)
                sync_folder(made.parent)
        return folder

    def _files(self) -> Iterator[tuple[Path, float]]:
        """Yield each file and its modification time in seconds since 1970."""
        with _translate_disk_errors():
            for path in self._root.glob("[0-9a-f][0-9a-f]/*"):
                with suppress(FileNotFoundError):  # deleted meanwhile
                    yield path, path.stat().st_mtime


@contextmanager
def _translate_disk_errors() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ImageStorageError from error
