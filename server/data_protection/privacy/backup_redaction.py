"""Redaction of a student from all backups that can be read, with a list of those that can't."""

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
"""`failed`: an I/O error; retried at the next start."""
ROUNDS = 3
"""Another process may write a backup meanwhile, which the next pass finds."""

log = logging.getLogger("goalbucks.privacy")


@dataclass(frozen=True, slots=True)
class Left:
    """A backup or quarantine folder that may still contain the student."""

    name: str
    why: Why


@dataclass(slots=True)
class Cleaned:
    """Result of the redaction of all backups."""

    rewritten: int = 0
    left: list[Left] = field(default_factory=list)


def clean(backups: Backups, student: Forgotten) -> Cleaned:
    """Redact all files in the backup folder, and remove shared photos that aren't referenced any more.

    Raises BackupCancelledError when the program stops.
    """
    result = Cleaned()
    seen: set[tuple[int, int, int]] = set()
    for _ in range(ROUNDS):
        new = [path for path in backup_files(backups) if _file_identity(path) not in seen]
        if not new:
            break
        for path in new:
            _redact_one(backups, path, student, result)
            seen.add(_file_identity(path))
    backups.sweep_photos(keep_recent=False)
    result.left += [
        Left(folder.name, "set_aside")
        for folder in set_aside(backups)
        if any(mentions(path, student.student_id) for path in folder.iterdir() if path.is_file())
    ]
    return result


def backup_files(backups: Backups) -> Iterator[Path]:
    """Return all finished files in the backup folder, including renamed backups."""
    return files_in(backups.folder)


def set_aside(backups: Backups) -> Iterator[Path]:
    """Yield the quarantine folders of damaged databases."""
    yield from (path for path in sorted(backups.settings.data_dir.glob(f"{ASIDE}*")) if path.is_dir())


def _file_identity(path: Path) -> tuple[int, int, int]:
    try:
        found = path.stat()
    except OSError:
        return (0, 0, 0)  # deleted by the retention meanwhile
    return (found.st_dev, found.st_ino, found.st_mtime_ns)


def _redact_one(backups: Backups, path: Path, student: Forgotten, result: Cleaned) -> None:
    try:
        result.rewritten += forget(backups, path, student)
    except PassphraseNeededError:
        result.left.append(Left(path.name, "locked"))
    except NewerBackupError:
        result.left.append(Left(path.name, "newer"))
    except NotABackupError:
        if path.suffix == ".backup" or mentions(path, student.student_id):
            result.left.append(Left(path.name, "damaged"))
    except StoppedError:
        raise
    except FileNotFoundError:
        if path.exists():
            raise
    except (OSError, sqlite3.Error, DomainError):
        log.exception("the backup %s could not be rewritten", path.name)
        result.left.append(Left(path.name, "failed"))
