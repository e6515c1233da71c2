"""Loading the backup that a path names, for whoever sits at the class computer."""

from typing import Annotated

from fastapi import Depends, Request

from server.data_protection.backups.retention import Kept, newest_first
from server.data_protection.backups.services import WithBackups
from server.errors import NotFoundError
from server.security.gates import require_own_computer


async def load_kept(name: str, request: Request, services: WithBackups) -> Kept:
    """One of those in the folder; else 404. The name is compared, never made a path of."""
    await require_own_computer(request)
    for kept in newest_first(services.backups.folder):
        if kept.path.name == name:
            return kept
    raise NotFoundError


KeptBackup = Annotated[Kept, Depends(load_kept)]
