"""Dependencies that resolve the backup named in a route's path; for requests from the class computer only."""

from pathlib import Path
from typing import Annotated

from fastapi import Depends, Request

from server.data_protection.backups.quarantine import quarantine_folders
from server.data_protection.backups.retention import BackupFile, find_backups, list_files
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


async def load_deletable_path(name: str, request: Request, services: WithBackups) -> Path:
    """Return any file in the backup folder, or a quarantine folder, by its name, compared likewise; 404 otherwise."""
    await require_local_request(request)
    for path in (*list_files(services.backups.folder), *quarantine_folders(services.settings.data_dir)):
        if path.name == name:
            return path
    raise NotFoundError


RequestedBackup = Annotated[BackupFile, Depends(load_backup_file)]
DeletablePath = Annotated[Path, Depends(load_deletable_path)]
