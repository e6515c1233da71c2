"""The class dashboard's call."""

from collections.abc import Sequence

from server.classrooms.access import OwnClassroom
from server.progress.queries import StudentStats, stats_of
from server.progress.schemas import StudentStatsAnswer
from server.security.gates import Db, teacher_only
from server.security.routing import router

progress = router("/api/classrooms", access=teacher_only)


@progress.get("/{classroom_id}/students/stats", response_model=list[StudentStatsAnswer])
async def list_stats(classroom: OwnClassroom, db: Db) -> Sequence[StudentStats]:
    """The class's students with their progress, by last name, first name."""
    return stats_of(db, classroom)
