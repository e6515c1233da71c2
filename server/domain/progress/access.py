"""Loader of the progress of the students of the class in a path."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Depends

from server.domain.progress.queries import get_stats
from server.domain.progress.schemas import StudentStatsResponse
from server.requests.gates import Db, StaffActor
from server.security.permissions import ViewLoader


class _StatsLoader(ViewLoader):
    async def __call__(self, classroom_id: str, actor: StaffActor, db: Db) -> Sequence[StudentStatsResponse]:
        return get_stats(db, actor, classroom_id)


StatsToView = Annotated[Sequence[StudentStatsResponse], Depends(_StatsLoader())]
