"""Writing the zip of a backup, piece by piece: a class's images are many times a small computer's memory."""

import hashlib
import os
import zipfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from server import clock
from server.data_protection.backups.manifest import MANIFEST, Entry, Manifest

CHUNK = 1 << 20
SYNC_BYTES = 16 << 20
"""So much is written before the disk is waited for: the class's own writes would wait for all of it otherwise."""
SHARED_COMMENT = b"GoalBucks backup: its photos are in the folder photos beside it"
"""The zip's comment, which ends the file: tells backups that share photos without reading their directory."""

Pulse = Callable[[], None]
"""Called between two pieces of work; raises to stop."""


@dataclass(slots=True)
class Writing:
    """A backup in the making, in `file`; `finish` ends it. Used in a `with` block, which lets go of one that fails."""

    file: BinaryIO
    pulse: Pulse
    durable: bool = True
    """Wait for the disk; False for a stream, which has none."""
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
        if manifest.shared:
            self._zip.comment = SHARED_COMMENT
        self._zip.close()
        if self.durable:
            self.file.flush()
            os.fsync(self.file.fileno())

    def _sync(self) -> None:
        if self.durable and self.file.tell() - self._synced > SYNC_BYTES:
            self.file.flush()
            os.fsync(self.file.fileno())
            self._synced = self.file.tell()
