"""Writer of a backup's zip file; streams, because a class's images exceed a small computer's memory."""

import hashlib
import os
import zipfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Self

from server import clock
from server.data_protection.backups.manifest import MANIFEST_NAME, Manifest, ManifestEntry
from server.data_protection.backups.zip_stream import zip_timestamp

CHUNK_BYTES = 1 << 20
SYNC_INTERVAL_BYTES = 16 << 20
"""Bytes between two calls of fsync; a single one at the end would delay the application's writes too long."""
SHARED_IMAGES_COMMENT = b"GoalBucks backup: its photos are in the folder photos beside it"
"""Zip comment, at the end of the file, that marks backups with shared images."""

CancelCheck = Callable[[], None]
"""Called between chunks of work; raises an exception to cancel."""


@dataclass(slots=True)
class ArchiveWriter:
    """Writes a backup's zip to `file`; `finish` completes it. A context manager that releases an unfinished zip."""

    file: BinaryIO
    check_cancelled: CancelCheck
    durable: bool = True
    """Call fsync; False for a stream."""
    entries: list[ManifestEntry] = field(default_factory=list)
    _zip: zipfile.ZipFile = field(init=False)
    _synced: int = 0
    _timestamp: tuple[int, int, int, int, int, int] = field(init=False)

    def __post_init__(self) -> None:
        self._zip = zipfile.ZipFile(self.file, "w", allowZip64=True)
        self._timestamp = zip_timestamp(clock.now())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Close the zip; the caller removes an unfinished file."""
        with suppress(OSError, ValueError):  # closing still writes the directory, perhaps to a full disk
            self._zip.close()

    def add(self, name: str, size: int, chunks: Iterable[bytes], *, compress: bool = False) -> None:
        """Add a file of about `size` bytes."""
        info = zipfile.ZipInfo(name, self._timestamp)
        info.external_attr = 0o600 << 16
        info.compress_type = zipfile.ZIP_DEFLATED if compress else zipfile.ZIP_STORED
        info._compresslevel = 1  # type: ignore[attr-defined]  # noqa: SLF001 - there is no other way before Python 3.13
        info.file_size = size  # zipfile uses it to decide on ZIP64
        digest = hashlib.sha256()
        written = 0
        with self._zip.open(info, "w") as entry:
            for chunk in chunks:
                self.check_cancelled()
                digest.update(chunk)
                entry.write(chunk)
                written += len(chunk)
                self._sync()
        self.entries.append(ManifestEntry(name=name, size=written, sha256=digest.hexdigest()))

    def add_file(self, name: str, path: Path) -> None:
        """Add the content of another file, compressed."""
        with path.open("rb") as file:
            self.add(name, path.stat().st_size, iter(lambda: file.read(CHUNK_BYTES), b""), compress=True)

    def finish(self, manifest: Manifest) -> None:
        """Write the manifest, close the zip and sync the file to disk."""
        manifest.entries = self.entries
        text = manifest.model_dump_json().encode()
        self._zip.writestr(MANIFEST_NAME, text, zipfile.ZIP_DEFLATED, 1)
        if manifest.shared:
            self._zip.comment = SHARED_IMAGES_COMMENT
        self._zip.close()
        if self.durable:
            self.file.flush()
            os.fsync(self.file.fileno())

    def _sync(self) -> None:
        if self.durable and self.file.tell() - self._synced > SYNC_INTERVAL_BYTES:
            self.file.flush()
            os.fsync(self.file.fileno())
            self._synced = self.file.tell()
