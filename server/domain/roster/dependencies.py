"""Services of the roster routes."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends

from server.domain.roster.reading.reader_process import RosterReader
from server.requests.dependencies import CoreServices, provide


@dataclass(frozen=True, kw_only=True)
class RosterServices(CoreServices):
    """The process that reads lists."""

    roster_reader: RosterReader


WithRoster = Annotated[RosterServices, Depends(provide(RosterServices))]
