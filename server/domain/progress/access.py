"""Dependency that loads the progress of the class in a path for its teacher."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Depends

from server.domain.progress.queries import StudentStats, get_owned_stats
from server.security.gates import Db, TeacherActor


async def owned_stats(classroom_id: str, actor: TeacherActor, db: Db) -> Sequence[StudentStats]:
    """Load the progress of the class's students if it is the actor's; else respond with 404."""
    return get_owned_stats(db, actor, classroom_id)


OwnedStats = Annotated[Sequence[StudentStats], Depends(owned_stats)]
