"""Services of the event stream route."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends

from server.jobs import Jobs
from server.live.hub import Hub
from server.live.pg_notify_bus import PgNotifyBus
from server.requests.dependencies import CoreServices, provide


@dataclass(frozen=True, kw_only=True)
class LiveServices(CoreServices):
    """The open event streams, and the connection over which several processes exchange notifications."""

    hub: Hub
    notify_bus: PgNotifyBus | None
    """None on SQLite, which only one process serves."""
    jobs: Jobs


WithLive = Annotated[LiveServices, Depends(provide(LiveServices))]
