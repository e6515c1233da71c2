"""The one file of a backup: a zip that any program can open.

`goalbucks.db`, then the images under the names that they have in their folder, stored as they are, and at the end
`manifest.json`, which says what the rest has to be. Read and written piece by piece: a class's images are many times
what a small computer has of memory.
"""

import hashlib
import io
import os
import re
import zipfile
import zlib
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Literal, NamedTuple, Self, cast

from pydantic import BaseModel, ValidationError

from server import clock
from server.backups.errors import DamagedBackupError, NewerBackupError, NotABackupError
from server.backups.snapshot import image_keys, look_through
from server.backups.untrusted import require_own_schema
from server.database.migrations import HEAD
from server.disk import open_private
from server.media import SIZES, ImageSize
from server.media.images import MAX_BYTES

FORMAT = 1
DATABASE = "goalbucks.db"
MANIFEST = "manifest.json"
CHUNK = 1 << 20
SYNC_BYTES = 16 << 20
"""So much is written before the disk is waited for: the class's own writes would wait for all of it otherwise."""
LARGEST_MANIFEST = 256 << 20
KEY = "key.age"
LOCKED = "backup.zip.age"
"""What a locked one holds (server/backups/encryption.py)."""
OURS = frozenset({DATABASE, KEY})
"""What a backup begins with."""
LONGEST_NAME = 16
_BEGIN, _LENGTH_AT, _NAME_AT = b"PK\x03\x04", 26, 30
"""A zip's first entry: how it begins, and where the length of its name stands, and the name."""
FEW = 4096
"""Bytes that are compressed for nothing."""

Pulse = Callable[[], None]
"""Called between two pieces of work; raises to stop."""
Which = Literal["all", "class", "none"]
"""Which images a backup holds: with `class`, those of one class; with `none`, they stay where they are."""

_IMAGE = re.compile(r"images/[0-9a-f]{2}/([0-9a-f]{32})\.(full|thumb)\.jpg")


class Entry(NamedTuple):
    """One file of a backup. There may be 100,000, and all are in memory at a time."""

    name: str
    size: int
    sha256: str


class _Format(BaseModel):
    format: int


class Manifest(_Format):
    """What a backup says of itself."""

    format: int = FORMAT
    created_at: datetime
    program: str
    """The version of GoalBucks that wrote it."""
    revision: str
    """The schema's."""
    kind: str
    images: Which
    classroom_id: str | None = None
    """Whose images, with `class`."""
    counts: dict[str, int]
    """Rows of each table."""
    dangling: int
    """Rows that referred to nothing when it was made."""
    missing_images: list[str] = []
    """Images that rows name and that weren't there when it was made."""
    entries: list[Entry] = []


@dataclass(frozen=True, slots=True)
class Image:
    """One of an image's two files."""

    key: str
    size: ImageSize

    @property
    def name(self) -> str:
        """In the zip, as below the data folder."""
        return f"images/{self.key[-2:]}/{self.key}.{self.size}.jpg"


@dataclass(slots=True)
class Writing:
    """A backup in the making, in `file`; `finish` ends it. Used in a `with` block, which lets go of one that fails."""

    file: BinaryIO
    pulse: Pulse
    entries: list[Entry] = field(default_factory=list)
    _zip: zipfile.ZipFile = field(init=False)
    _synced: int = 0
    _moment: tuple[int, int, int, int, int, int] = field(init=False)

    def __post_init__(self) -> None:
        self._zip = zipfile.ZipFile(self.file, "w", allowZip64=True)
        now = clock.now().astimezone()
        # A zip knows no year before 1980, which a clock without its battery may show.
        self._moment = (max(1980, now.year), now.month, now.day, now.hour, now.minute, now.second)

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let go; what was written so far is the caller's to remove."""
        with suppress(OSError, ValueError):  # it would still write its directory, perhaps on a full disk
            self._zip.close()

    def add(self, name: str, size: int, chunks: Iterable[bytes], *, compress: bool = False) -> None:
        """Add a file of about `size` bytes."""
        info = zipfile.ZipInfo(name, self._moment)
        info.external_attr = 0o600 << 16
        info.compress_type = zipfile.ZIP_DEFLATED if compress else zipfile.ZIP_STORED
        info._compresslevel = 1  # type: ignore[attr-defined]  # noqa: SLF001 - there is no other way before Python 3.13
        info.file_size = size  # by it the zip chooses between short and long sizes
        digest = hashlib.sha256()
        written = 0
        with self._zip.open(info, "w") as entry:
            for chunk in chunks:
                self.pulse()
                digest.update(chunk)
                entry.write(chunk)
                written += len(chunk)
                self._sync()
        self.entries.append(Entry(name=name, size=written, sha256=digest.hexdigest()))

    def add_file(self, name: str, path: Path) -> None:
        """Add what is in another file, compressed."""
        with path.open("rb") as file:
            self.add(name, path.stat().st_size, iter(lambda: file.read(CHUNK), b""), compress=True)

    def finish(self, manifest: Manifest) -> None:
        """Say what it holds, and have it on the disk."""
        manifest.entries = self.entries
        text = manifest.model_dump_json().encode()
        self._zip.writestr(MANIFEST, text, zipfile.ZIP_DEFLATED, 1)
        self._zip.close()
        self.file.flush()
        os.fsync(self.file.fileno())

    def _sync(self) -> None:
        if self.file.tell() - self._synced > SYNC_BYTES:
            self.file.flush()
            os.fsync(self.file.fileno())
            self._synced = self.file.tell()


class Archive:
    """A backup's file, open for reading.

    What isn't as it should be raises NotABackupError, DamagedBackupError or NewerBackupError.
    """

    def __init__(self, path: Path) -> None:
        try:
            with _damage():
                self._zip = zipfile.ZipFile(path)
        except (OSError, DamagedBackupError):
            raise (DamagedBackupError if first_name_in(path) in OURS else NotABackupError) from None
        try:
            self.manifest = self._read_manifest()
        except BaseException:
            self._zip.close()
            raise

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
        self._prove_database(database, named)

    def unpack_database(self, database: Path, pulse: Pulse) -> None:
        """Leave the database at `database`, where there was no file; its digest alone is proved."""
        entry = next((each for each in self.manifest.entries if each.name == DATABASE), None)
        if entry is None:
            raise DamagedBackupError
        with open(database, "xb", opener=open_private) as file:
            self._prove(entry, pulse, file)

    def images(self) -> Iterator[Image]:
        """The images that it holds."""
        for entry in self.manifest.entries:
            if found := _IMAGE.fullmatch(entry.name):
                yield Image(found[1], cast("ImageSize", found[2]))

    def read(self, image: Image) -> bytes:
        """The image's file."""
        return b"".join(self._chunks(image.name))

    def images_without(self, keys: Container[str], pulse: Pulse) -> Iterator[tuple[Image, bytes]]:
        """The images but those with these keys, each proved by its digest."""
        for entry in self.manifest.entries:
            if (found := _IMAGE.fullmatch(entry.name)) and found[1] not in keys:
                data = io.BytesIO()
                self._prove(entry, pulse, data)
                yield Image(found[1], cast("ImageSize", found[2])), data.getvalue()

    def needed_bytes(self) -> int:
        """What it takes on the disk when it is unpacked."""
        return sum(info.file_size for info in self._zip.infolist())

    def _prove(self, entry: Entry, pulse: Pulse, into: BinaryIO | None = None) -> None:
        if entry.name != DATABASE and (not _IMAGE.fullmatch(entry.name) or entry.size > MAX_BYTES):
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
        with _damage(), self._zip.open(name) as entry:
            while chunk := entry.read(CHUNK):
                yield chunk

    def _read_manifest(self) -> Manifest:
        with _damage():
            try:
                info = self._zip.getinfo(MANIFEST)
            except KeyError:
                raise NotABackupError from None
            if info.file_size > LARGEST_MANIFEST:
                raise DamagedBackupError
            try:
                text = self._zip.read(MANIFEST)
                if _Format.model_validate_json(text).format > FORMAT:
                    raise NewerBackupError
                return Manifest.model_validate_json(text)
            except ValidationError:
                raise DamagedBackupError from None


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
