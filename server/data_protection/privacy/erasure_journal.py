"""Journal of pending erasures, one JSON file each, from which the next start resumes.

Entries hold ids only, so that the journal itself keeps no personal data.
"""

import json
import logging
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from server.system.durable_files import atomic_write, sync_folder

JOURNAL_FOLDER = "erasing"
SUFFIX = ".json"

log = logging.getLogger("goalbucks.privacy")


@dataclass(frozen=True, slots=True)
class PendingErasure:
    """Journal entry: the student to erase, the requesting teacher, and the images to delete."""

    student_id: str
    teacher_id: str
    image_keys: tuple[str, ...]


class ErasureJournal:
    """Pending erasures of one data folder. All methods block on disk I/O."""

    def __init__(self, data_dir: Path) -> None:
        self._folder = data_dir / JOURNAL_FOLDER

    def save(self, entry: PendingErasure) -> None:
        """Write the entry durably; merges the image keys of an earlier entry for the student."""
        if not self._folder.is_dir():
            self._folder.mkdir(mode=0o700, exist_ok=True)
            sync_folder(self._folder.parent)
        before = self._read(path := self._path(entry.student_id))
        keys = entry.image_keys if before is None else tuple({*before.image_keys, *entry.image_keys})
        atomic_write(path, json.dumps(asdict(entry) | {"image_keys": keys}).encode())
        sync_folder(self._folder)

    def remove(self, entry: PendingErasure) -> None:
        """Delete the entry of a finished erasure."""
        self._path(entry.student_id).unlink(missing_ok=True)
        if self._folder.is_dir() and not any(self._folder.iterdir()):
            self._folder.rmdir()

    def pending(self) -> Iterator[PendingErasure]:
        """Yield the entries of unfinished erasures."""
        for path in self._folder.glob(f"*{SUFFIX}"):
            if entry := self._read(path):
                yield entry

    def _path(self, student_id: str) -> Path:
        return self._folder / f"{student_id}{SUFFIX}"

    def _read(self, path: Path) -> PendingErasure | None:
        try:
            entry = json.loads(path.read_bytes())
            return PendingErasure(entry["student_id"], entry["teacher_id"], tuple(entry["image_keys"]))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError):
            log.exception("the entry %s can't be read", path.name)
            return None
