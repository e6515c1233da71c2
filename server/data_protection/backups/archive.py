"""The one file of a backup: a zip that any program can open.

`goalbucks.db`, then the images under the names that they have in their folder, stored as they are, and at the end
`manifest.json`, which says what the rest has to be. Backups that GoalBucks makes by itself leave the images in the
folder of shared photos beside them (shared_photos.py). Read piece by piece: a class's images are many times what a
small computer has of memory.
"""

import hashlib
import io
import os
import zipfile
import zlib
from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from pydantic import ValidationError

from server.data_protection.backups.archive_writer import CHUNK, SHARED_COMMENT, Pulse
from server.data_protection.backups.errors import (
    BackupUnreadableError,
    DamagedBackupError,
    NewerBackupError,
    NotABackupError,
)
from server.data_protection.backups.manifest import (
    DATABASE,
    FORMAT,
    MANIFEST,
    Entry,
    Image,
    Manifest,
    ManifestFormat,
    image_named,
)
from server.data_protection.backups.shared_photos import SharedPhotos
from server.data_protection.backups.snapshot import image_keys, look_through
from server.data_protection.backups.untrusted import require_own_schema
from server.database.migrations import HEAD
from server.disk import open_private
from server.media import SIZES, ImageMissingError
from server.media.images import MAX_BYTES

LARGEST_MANIFEST = 256 << 20
_ENDS = 1 << 16
"""Bytes at a zip's end in which its reader looks for the directory."""
KEY = "key.age"
LOCKED = "backup.zip.age"
"""What a locked one holds (server/data_protection/backups/encryption.py)."""
OURS = frozenset({DATABASE, KEY})
"""What a backup begins with."""
LONGEST_NAME = 16
_BEGIN, _LENGTH_AT, _NAME_AT = b"PK\x03\x04", 26, 30
"""A zip's first entry: how it begins, and where the length of its name stands, and the name."""


class Archive:
    """A backup's file, open for reading.

    What isn't as it should be raises NotABackupError, DamagedBackupError or NewerBackupError; a disk that refuses,
    BackupUnreadableError.
    """

    def __init__(self, path: Path, *photos: SharedPhotos) -> None:
        """Shared photos are looked for beside it, then in `photos`."""
        self.path = path
        self._photos = (SharedPhotos(path.parent), *photos)
        try:
            with self._reading():
                _read_ends(path)
                self._zip = zipfile.ZipFile(path)
        except DamagedBackupError:
            raise (DamagedBackupError if first_name_in(path) in OURS else NotABackupError) from None
        try:
            self.manifest = self._read_manifest()
        except BaseException:
            self._zip.close()
            raise
        self._shared = {entry.name: entry for entry in self.manifest.shared}

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        self._zip.close()

    def check(self, database: Path, pulse: Pulse, *, trusted: bool = False) -> None:
        """Prove all that the manifest says; leaves the database at `database`, where there was no file.

        Unless the backup is `trusted`, because it was just written here, its schema has to be GoalBucks' own.
        """
        named = {entry.name for entry in self.manifest.entries}
        shared = {entry.name for entry in self.manifest.shared if _is_photo(entry)}
        if len(shared) != len(self.manifest.shared) or not shared.isdisjoint(named):
            raise DamagedBackupError
        inside = self._zip.namelist()
        if DATABASE not in named or len(inside) != len(set(inside)) or set(inside) != named | {MANIFEST}:
            raise DamagedBackupError
        for entry in self.manifest.entries:
            if entry.name == DATABASE:
                with open(database, "xb", opener=open_private) as file:
                    self._prove(entry, pulse, file)
                    os.fsync(file.fileno())
            else:
                self._prove(entry, pulse)
        if not trusted:
            if self.manifest.revision > HEAD:
                raise NewerBackupError
            require_own_schema(database)
        self._prove_database(database, named | shared)

    def unpack_database(self, database: Path, pulse: Pulse) -> None:
        """Leave the database at `database`, where there was no file; its digest alone is proved."""
        entry = next((each for each in self.manifest.entries if each.name == DATABASE), None)
        if entry is None:
            raise DamagedBackupError
        with open(database, "xb", opener=open_private) as file:
            self._prove(entry, pulse, file)

    def images(self) -> Iterator[Image]:
        """The images that it holds, shared ones too."""
        for entry in (*self.manifest.entries, *self.manifest.shared):
            if image := image_named(entry.name):
                yield image

    def read(self, image: Image) -> bytes:
        """The image's file; ImageMissingError for a shared one that is missing or damaged."""
        entry = self._shared.get(image.name)
        if entry is None:
            return b"".join(self._chunks(image.name))
        return self.read_shared(entry)

    def read_shared(self, entry: Entry) -> bytes:
        """The file of one of `manifest.shared`; ImageMissingError when it is missing or damaged."""
        for photos in self._photos:
            if (data := photos.read(entry)) is not None:
                return data
        raise ImageMissingError

    def missing_photos(self) -> list[Entry]:
        """Those of `manifest.shared` of which there is no file of their size."""
        return [entry for entry in self.manifest.shared if not self.has_photo(entry)]

    @property
    def has_lost_photos(self) -> bool:
        """Whether it shares photos and none of them is there."""
        return bool(self.manifest.shared) and len(self.missing_photos()) == len(self.manifest.shared)

    def has_photo(self, entry: Entry) -> bool:
        """Whether there is a file of its size for one of `manifest.shared`."""
        return any(photos.has(entry) for photos in self._photos)

    def require_photos(self, proved: Iterable[Entry], pulse: Pulse) -> None:
        """DamagedBackupError unless all shared photos are there; those that are `proved` are read to their end."""
        try:
            for entry in proved:
                pulse()
                self.read_shared(entry)
        except ImageMissingError:
            raise DamagedBackupError from None
        if self.missing_photos():
            raise DamagedBackupError

    def images_without(self, keys: Container[str], pulse: Pulse) -> Iterator[tuple[Image, bytes]]:
        """The images in the zip but those with these keys, each proved by its digest."""
        for entry in self.manifest.entries:
            if (image := image_named(entry.name)) and image.key not in keys:
                data = io.BytesIO()
                self._prove(entry, pulse, data)
                yield image, data.getvalue()

    def database_chunks(self) -> Iterator[bytes]:
        """The database, piece by piece."""
        return self._chunks(DATABASE)

    def needed_bytes(self) -> int:
        """What it takes on the disk when it is unpacked, without shared photos."""
        return sum(info.file_size for info in self._zip.infolist())

    def _prove(self, entry: Entry, pulse: Pulse, into: BinaryIO | None = None) -> None:
        if entry.name != DATABASE and not _is_photo(entry):
            raise DamagedBackupError
        digest, size = hashlib.sha256(), 0
        for chunk in self._chunks(entry.name):
            pulse()
            digest.update(chunk)
            size += len(chunk)
            if into is not None:
                into.write(chunk)
        if (digest.hexdigest(), size) != (entry.sha256, entry.size):
            raise DamagedBackupError

    def _prove_database(self, database: Path, named: set[str]) -> None:
        manifest = self.manifest
        found = look_through(database)
        if found.damage or found.dangling > manifest.dangling:
            raise DamagedBackupError
        if not found.revision or (found.revision, found.counts) != (manifest.revision, manifest.counts):
            raise DamagedBackupError
        if manifest.images == "none":
            return
        known = named.union(manifest.missing_images)
        for key in image_keys(database, manifest.classroom_id):
            if any(Image(key, size).name not in known for size in SIZES):
                raise DamagedBackupError

    def _chunks(self, name: str) -> Iterator[bytes]:
        with self._reading(), self._zip.open(name) as entry:
            while chunk := entry.read(CHUNK):
                yield chunk

    @contextmanager
    def _reading(self) -> Iterator[None]:
        with _damage():
            try:
                yield
            except IsADirectoryError:
                raise NotABackupError from None
            except OSError as error:
                raise BackupUnreadableError.of(self.path, error) from error

    def _read_manifest(self) -> Manifest:
        with self._reading():
            try:
                info = self._zip.getinfo(MANIFEST)
            except KeyError:
                raise NotABackupError from None
            if info.file_size > LARGEST_MANIFEST:
                raise DamagedBackupError
            try:
                text = self._zip.read(MANIFEST)
                if ManifestFormat.model_validate_json(text).format > FORMAT:
                    raise NewerBackupError
                return Manifest.model_validate_json(text)
            except ValidationError:
                raise DamagedBackupError from None


def _read_ends(path: Path) -> None:
    """Raise the OSErrors of a file that can't be read: the zip's reader takes some of them for a bad zip."""
    with path.open("rb") as file:
        file.read(_ENDS)
        file.seek(max(0, file.seek(0, os.SEEK_END) - _ENDS))
        file.read()


def _is_photo(entry: Entry) -> bool:
    return image_named(entry.name) is not None and entry.size <= MAX_BYTES


def shares_photos(path: Path) -> bool:
    """Whether its photos lie in the folder of shared photos; read from the file's end alone."""
    with path.open("rb") as file:
        end = file.seek(0, os.SEEK_END)
        file.seek(max(0, end - len(SHARED_COMMENT)))
        return file.read() == SHARED_COMMENT


def first_name_in(path: Path) -> str:
    """What a zip holds first, read from its beginning alone: that is there though its end was cut off."""
    try:
        with path.open("rb") as file:
            head = file.read(_NAME_AT + LONGEST_NAME)
    except OSError:
        return ""
    length = int.from_bytes(head[_LENGTH_AT : _LENGTH_AT + 2], "little")
    is_zip = head.startswith(_BEGIN) and length <= LONGEST_NAME
    return head[_NAME_AT : _NAME_AT + length].decode("ascii", "replace") if is_zip else ""


def names_in(path: Path) -> set[str]:
    """What a zip holds; nothing when it is none."""
    try:
        with _damage(), zipfile.ZipFile(path) as file:
            return set(file.namelist())
    except (OSError, DamagedBackupError):
        return set()


@contextmanager
def _damage() -> Iterator[None]:
    """What the zip's reader raises for a file that isn't as it was written; a disk's own errors stay what they are."""
    try:
        yield
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        raise DamagedBackupError from error
