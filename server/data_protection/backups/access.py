"""Dependency that resolves the backup named in a route's path; for requests from the class computer only."""

from typing import Annotated

from fastapi import Depends, Request

from server.data_protection.backups.retention import BackupFile, find_backups
from server.data_protection.backups.services import WithBackups
from server.errors import NotFoundError
from server.security.gates import require_local_request


async def load_backup_file(name: str, request: Request, services: WithBackups) -> BackupFile:
    """Return the backup of this name; 404 otherwise. The name is compared with the folder's, never used as a path."""
    await require_local_request(request)
    for backup in find_backups(services.backups.folder):
        if backup.path.name == name:
            return backup
    raise NotFoundError


RequestedBackup = Annotated[BackupFile, Depends(load_backup_file)]
