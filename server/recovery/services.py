"""Services of the recovery routes."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends

from server.recovery.repair import Repair
from server.security.services import BaseServices, provide


@dataclass(frozen=True, kw_only=True)
class RecoveryServices(BaseServices):
    """The repair in progress."""

    repair: Repair


Recovery = Annotated[RecoveryServices, Depends(provide(RecoveryServices))]
