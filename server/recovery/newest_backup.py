"""The newest backup that can be restored, and the message in the terminal that names it."""

import logging
import sqlite3

from server.data_protection.backups.archive import Archive
from server.data_protection.backups.errors import BackupCancelledError, DatabaseQuarantinedError
from server.data_protection.backups.retention import BackupFile, find_backups
from server.data_protection.backups.service import BACKUP_FOLDER, BackupService
from server.database.migrations import HEAD
from server.errors import DomainError
from server.settings import Settings, default_data_dir

log = logging.getLogger("goalbucks.backups")


def newest_verified_backup(backups: BackupService) -> BackupFile | None:
    """Return the newest backup that can be restored without a passphrase; reads it and each newer one fully.

    Backups of states that a restore replaced come last.
    """
    for backup in sorted(find_backups(backups.folder), key=lambda each: each.kind == "before-restore"):
        try:
            with backups.work_folder() as work, Archive(backup.path) as archive:
                archive.verify(work / "check.db", backups.check_cancelled)
                if archive.manifest.revision <= HEAD:
                    return backup
        except BackupCancelledError:
            raise
        except (DomainError, OSError, sqlite3.Error):
            log.warning("the backup %s can't be restored", backup.path.name, exc_info=True)
    return None


def recovery_hint(settings: Settings, error: DatabaseQuarantinedError, newest: BackupFile | None) -> str:
    """Return the terminal's message about a quarantined or missing database, with the restore command."""
    message = f"{error.message} It was set aside in {error.folder}." if error.has_data else error.message
    if newest is None:
        return f"{message} There is no backup in {settings.data_dir / BACKUP_FOLDER} that could be restored."
    where = "" if settings.data_dir == default_data_dir() else f' --data-dir "{settings.data_dir}"'
    made_at = f"{newest.made_at:%d %B %Y, %H:%M}"
    return (
        f"{message} The newest good backup is of {made_at}. To restore it, stop GoalBucks and give the command "
        f'goalbucks restore "{newest.path}"{where}'
    )
