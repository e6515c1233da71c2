"""Redaction of a student from all backups that can be read, with a list of those that can't."""

import logging
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from server.data_protection.backups.errors import (
    BackupCancelledError,
    NewerBackupError,
    NotABackupError,
    PassphraseNeededError,
)
from server.data_protection.backups.quarantine import quarantine_folders
from server.data_protection.backups.redact_backup import ErasedSubject, contains, redact_backup
from server.data_protection.backups.retention import list_files
from server.data_protection.backups.service import BackupService
from server.errors import DomainError

UnprocessedReason = Literal["locked", "damaged", "newer", "set_aside", "failed"]
"""`set_aside`: a quarantine folder, whose database can't be read. `failed`: an I/O error; retried at the next start."""
MAX_PASSES = 3
"""Number of passes: another process may write a backup during a pass, which the next one finds."""

log = logging.getLogger("goalbucks.privacy")


@dataclass(frozen=True, slots=True)
class UnprocessedBackup:
    """A backup or quarantine folder that may still contain the student."""

    name: str
    reason: UnprocessedReason


@dataclass(slots=True)
class RedactionResult:
    """Result of the redaction of all backups."""

    rewritten: int = 0
    unprocessed: list[UnprocessedBackup] = field(default_factory=list)


def redact_backups(backups: BackupService, student: ErasedSubject) -> RedactionResult:
    """Redact all files in the backup folder, and remove shared images that aren't referenced any more.

    Raises BackupCancelledError when the program stops.
    """
    result = RedactionResult()
    seen: set[tuple[int, int, int]] = set()
    for _ in range(MAX_PASSES):
        new = [path for path in list_files(backups.folder) if _file_identity(path) not in seen]
        if not new:
            break
        for path in new:
            _redact_one(backups, path, student, result)
            seen.add(_file_identity(path))
    backups.remove_unreferenced_images(keep_recent=False)
    result.unprocessed += [
        UnprocessedBackup(folder.name, "set_aside")
        for folder in quarantine_folders(backups.settings.data_dir)
        if any(contains(path, student.student_id) for path in folder.iterdir() if path.is_file())
    ]
    return result


def _file_identity(path: Path) -> tuple[int, int, int]:
    try:
        found = path.stat()
    except OSError:
        return (0, 0, 0)  # deleted by the retention meanwhile
    return (found.st_dev, found.st_ino, found.st_mtime_ns)


def _redact_one(backups: BackupService, path: Path, student: ErasedSubject, result: RedactionResult) -> None:
    try:
        result.rewritten += redact_backup(backups, path, student)
    except PassphraseNeededError:
        result.unprocessed.append(UnprocessedBackup(path.name, "locked"))
    except NewerBackupError:
        result.unprocessed.append(UnprocessedBackup(path.name, "newer"))
    except NotABackupError:
        if path.suffix == ".backup" or contains(path, student.student_id):
            result.unprocessed.append(UnprocessedBackup(path.name, "damaged"))
    except BackupCancelledError:
        raise
    except FileNotFoundError:
        if path.exists():
            raise
    except (OSError, sqlite3.Error, DomainError):
        log.exception("the backup %s could not be rewritten", path.name)
        result.unprocessed.append(UnprocessedBackup(path.name, "failed"))
