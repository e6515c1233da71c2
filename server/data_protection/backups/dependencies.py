"""Services of the backup routes."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends

from server.data_protection.backups.online_restore import RestoreService
from server.data_protection.backups.periodic_check import DatabaseCheck
from server.data_protection.backups.service import BackupService
from server.requests.dependencies import CoreServices, provide


@dataclass(frozen=True, kw_only=True)
class BackupServices(CoreServices):
    """Backups, restoring one of them, and the periodic check of the database."""

    backups: BackupService
    restore: RestoreService
    database_check: DatabaseCheck


WithBackups = Annotated[BackupServices, Depends(provide(BackupServices))]
