"""Dependency that loads the progress of the students of the class that the path names."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Depends

from server.domain.progress.queries import get_stats
from server.domain.progress.schemas import StudentStatsResponse
from server.security.gates import Db, TeacherActor


async def owned_stats(classroom_id: str, actor: TeacherActor, db: Db) -> Sequence[StudentStatsResponse]:
    """Load the progress of the class's students; 404 unless the class is the actor's."""
    return get_stats(db, actor, classroom_id)


OwnedStats = Annotated[Sequence[StudentStatsResponse], Depends(owned_stats)]
