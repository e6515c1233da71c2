"""Services of the sign-in hand-off routes."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends

from server.class_computer.handoff.service import Handoffs
from server.requests.dependencies import CoreServices, provide


@dataclass(frozen=True, kw_only=True)
class HandoffServices(CoreServices):
    """The hand-offs between the system's browser and the desktop window."""

    handoffs: Handoffs


WithHandoffs = Annotated[HandoffServices, Depends(provide(HandoffServices))]
