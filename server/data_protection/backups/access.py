"""Loaders of the backup that a path names; for requests from the class computer only."""

from pathlib import Path
from typing import Annotated

from fastapi import Depends, Request

from server.data_protection.backups.dependencies import WithBackups
from server.data_protection.backups.quarantine import quarantine_folders
from server.data_protection.backups.retention import BackupFile, find_backups, list_files
from server.errors import NotFoundError
from server.requests.gates import require_local_request
from server.security.permissions import OwnLoader


class _BackupLoader(OwnLoader):
    """Loads a backup by its name, which is compared with the folder's, never used as a path; 404 if there is none."""

    async def __call__(self, name: str, request: Request, services: WithBackups) -> BackupFile:
        await require_local_request(request)
        for backup in find_backups(services.backups.folder):
            if backup.path.name == name:
                return backup
        raise NotFoundError


class _DeletablePathLoader(OwnLoader):
    """Loads the path of any file in the backup folder, or of a quarantine folder, by its name, compared likewise."""

    async def __call__(self, name: str, request: Request, services: WithBackups) -> Path:
        await require_local_request(request)
        for path in (*list_files(services.backups.folder), *quarantine_folders(services.settings.data_dir)):
            if path.name == name:
                return path
        raise NotFoundError


RequestedBackup = Annotated[BackupFile, Depends(_BackupLoader())]
DeletablePath = Annotated[Path, Depends(_DeletablePathLoader())]
