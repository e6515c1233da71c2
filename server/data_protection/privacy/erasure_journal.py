"""What is left to be done of an erasure, kept until all is done: the next start goes on with it.

Ids alone: a note must not be the last place where the child's name stands.
"""

import json
import logging
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from server.disk import TEMPORARY_SUFFIX, sync_folder, write_whole

FOLDER = "erasing"
ENDING = ".json"

log = logging.getLogger("goalbucks.privacy")


@dataclass(frozen=True, slots=True)
class Note:
    """One student to be erased, by whom, and the images to be removed."""

    student_id: str
    teacher_id: str
    image_keys: tuple[str, ...]


class Notes:
    """Those of one data folder. All calls wait for the disk."""

    def __init__(self, data_dir: Path) -> None:
        self._folder = data_dir / FOLDER

    def keep(self, note: Note) -> None:
        """Have it on the disk; the images of an earlier note stay noted."""
        if not self._folder.is_dir():
            self._folder.mkdir(mode=0o700, exist_ok=True)
            sync_folder(self._folder.parent)
        before = self._read(path := self._path(note.student_id))
        keys = note.image_keys if before is None else tuple({*before.image_keys, *note.image_keys})
        path.with_suffix(TEMPORARY_SUFFIX).unlink(missing_ok=True)  # a crash's
        write_whole(path, json.dumps(asdict(note) | {"image_keys": keys}).encode())
        sync_folder(self._folder)

    def drop(self, note: Note) -> None:
        """All is done."""
        self._path(note.student_id).unlink(missing_ok=True)
        if self._folder.is_dir() and not any(self._folder.iterdir()):
            self._folder.rmdir()

    def all(self) -> Iterator[Note]:
        """Those that were not finished."""
        for path in self._folder.glob(f"*{ENDING}"):
            if note := self._read(path):
                yield note

    def _path(self, student_id: str) -> Path:
        return self._folder / f"{student_id}{ENDING}"

    def _read(self, path: Path) -> Note | None:
        try:
            kept = json.loads(path.read_bytes())
            return Note(kept["student_id"], kept["teacher_id"], tuple(kept["image_keys"]))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError):
            log.exception("the note %s can't be read", path.name)
            return None
