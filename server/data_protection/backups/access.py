"""Loading the backup that a path names, for whoever sits at the class computer."""

from typing import Annotated

from fastapi import Depends, Request

from server.data_protection.backups.retention import Kept, newest_first
from server.data_protection.backups.service import Backups
from server.errors import NotFoundError
from server.security.gates import OwnComputer


async def load_kept(name: str, here: OwnComputer, request: Request) -> Kept:
    """One of those in the folder; else 404. The name is compared, never made a path of."""
    del here
    backups: Backups = request.app.state.backups
    for kept in newest_first(backups.folder):
        if kept.path.name == name:
            return kept
    raise NotFoundError


KeptBackup = Annotated[Kept, Depends(load_kept)]
