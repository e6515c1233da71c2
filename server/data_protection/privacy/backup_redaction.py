"""A student taken out of every backup that can be opened, and the names of those that can't."""

import logging
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from server.data_protection.backups.errors import (
    NewerBackupError,
    NotABackupError,
    PassphraseNeededError,
    StoppedError,
)
from server.data_protection.backups.redact import Forgotten, forget, mentions
from server.data_protection.backups.retention import files_in
from server.data_protection.backups.service import Backups
from server.data_protection.backups.startup_check import ASIDE
from server.errors import DomainError

Why = Literal["locked", "damaged", "newer", "set_aside", "failed"]
"""`failed`: the disk refused, and it is tried again at the next start."""
ROUNDS = 3
"""A command of another process may write a backup meanwhile, which the next round finds."""

log = logging.getLogger("goalbucks.privacy")


@dataclass(frozen=True, slots=True)
class Left:
    """A backup, or a folder with a damaged database, that may hold the student still."""

    name: str
    why: Why


@dataclass(slots=True)
class Cleaned:
    """What came of it."""

    rewritten: int = 0
    left: list[Left] = field(default_factory=list)


def clean(backups: Backups, student: Forgotten) -> Cleaned:
    """Every file of the folder, whatever it is called, and the shared photos that none of them needs any more.

    StoppedError when the program ends.
    """
    cleaned = Cleaned()
    looked_at: set[tuple[int, int, int]] = set()
    for _ in range(ROUNDS):
        new = [path for path in backup_files(backups) if _mark(path) not in looked_at]
        if not new:
            break
        for path in new:
            _clean_one(backups, path, student, cleaned)
            looked_at.add(_mark(path))
    backups.sweep_photos(keep_recent=False)
    cleaned.left += [
        Left(folder.name, "set_aside")
        for folder in set_aside(backups)
        if any(mentions(path, student.student_id) for path in folder.iterdir() if path.is_file())
    ]
    return cleaned


def backup_files(backups: Backups) -> Iterator[Path]:
    """What lies in the folder of the backups, but for what is being written; a teacher may have renamed some."""
    return files_in(backups.folder)


def set_aside(backups: Backups) -> Iterator[Path]:
    """The folders of damaged databases."""
    yield from (path for path in sorted(backups.settings.data_dir.glob(f"{ASIDE}*")) if path.is_dir())


def _mark(path: Path) -> tuple[int, int, int]:
    try:
        found = path.stat()
    except OSError:
        return (0, 0, 0)  # thinned out meanwhile
    return (found.st_dev, found.st_ino, found.st_mtime_ns)


def _clean_one(backups: Backups, path: Path, student: Forgotten, cleaned: Cleaned) -> None:
    try:
        cleaned.rewritten += forget(backups, path, student)
    except PassphraseNeededError:
        cleaned.left.append(Left(path.name, "locked"))
    except NewerBackupError:
        cleaned.left.append(Left(path.name, "newer"))
    except NotABackupError:
        if path.suffix == ".backup" or mentions(path, student.student_id):
            cleaned.left.append(Left(path.name, "damaged"))
    except StoppedError:
        raise
    except FileNotFoundError:
        if path.exists():
            raise
    except (OSError, sqlite3.Error, DomainError):
        log.exception("the backup %s could not be rewritten", path.name)
        cleaned.left.append(Left(path.name, "failed"))
