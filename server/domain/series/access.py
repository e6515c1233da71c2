"""Loader of the series in a path."""

from typing import Annotated

from fastapi import Depends

from server.domain.series.models import GoalSeries
from server.domain.series.queries import get_series
from server.requests.gates import Db, TeacherActor
from server.security.permissions import PermissionLoader


class _SeriesLoader(PermissionLoader):
    async def __call__(self, series_id: str, actor: TeacherActor, db: Db) -> GoalSeries:
        return get_series(db, actor, self.permission, series_id)


SeriesToManage = Annotated[GoalSeries, Depends(_SeriesLoader("manage"))]
