"""The daily backup, which a background job looks for every hour."""

import logging
from datetime import datetime, timedelta
from pathlib import Path

from server import clock
from server.data_protection.backups.errors import BackupCancelledError, BackupDiskFullError
from server.data_protection.backups.retention import find_backups
from server.data_protection.backups.service import BackupRequest, BackupService
from server.errors import DomainError

MAX_AGE = timedelta(hours=20)
"""Age at which a new daily backup is due; below 24 hours, for computers that are switched on at varying times."""
FREE_FACTOR = 2
"""Multiple of the needed disk space that has to be free for an automatic backup."""

log = logging.getLogger("goalbucks.backups")


def back_up_if_due(backups: BackupService) -> Path | None:
    """Make a daily backup if one is due; return its path. Failures are logged."""
    if not is_due(backups.folder, clock.now()):
        return None
    try:
        with backups.operation_lock.acquire("backup"):
            return backups.write(BackupRequest("daily", free_factor=FREE_FACTOR))
    except BackupDiskFullError as full:
        log.warning("the daily backup was skipped: %s", full.message)
    except BackupCancelledError:
        log.info("the daily backup was cancelled because the program is stopping; the next start makes it")
    except DomainError:
        pass  # logged already, or another operation is running; retried by the next run
    return None


def is_due(folder: Path, now: datetime) -> bool:
    """Return whether the newest daily or weekly backup is too old; those dated in the future are ignored."""
    made = [each.made_at for each in find_backups(folder) if each.kind in {"daily", "weekly"} and each.made_at <= now]
    return not made or now - made[0] > MAX_AGE
