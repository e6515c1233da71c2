"""Services of the warnings routes."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends

from server.class_computer.warnings.monitor import HealthMonitor
from server.requests.dependencies import CoreServices, provide


@dataclass(frozen=True, kw_only=True)
class MonitorServices(CoreServices):
    """The monitor of disk, clock, backups and database."""

    monitor: HealthMonitor


WithMonitor = Annotated[MonitorServices, Depends(provide(MonitorServices))]
