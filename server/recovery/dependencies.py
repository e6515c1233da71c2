"""Services of the recovery routes."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends

from server.recovery.database_recovery import DatabaseRecovery
from server.requests.dependencies import BaseServices, provide


@dataclass(frozen=True, kw_only=True)
class RecoveryServices(BaseServices):
    """The recovery in progress."""

    recovery: DatabaseRecovery


WithRecovery = Annotated[RecoveryServices, Depends(provide(RecoveryServices))]
