"""Route for the activity log."""

from collections.abc import Sequence
from typing import Annotated, get_args

from fastapi import Query

from server.database.paging import MAX_LIMIT, PageRequest
from server.domain.activity import queries
from server.domain.activity.kinds import ActivityKind
from server.domain.activity.schemas import ActivityResponse
from server.requests.gates import Db, TeacherActor, teacher_only
from server.requests.routing import router

activity = router("/api/activity", gate=teacher_only)
DEFAULT_LIMIT = 50
Kinds = Annotated[list[ActivityKind] | None, Query(max_length=len(get_args(ActivityKind)))]
Limit = Annotated[int, Query(ge=1, le=MAX_LIMIT)]
Before = Annotated[str | None, Query(max_length=64)]


@activity.get("", response_model=list[ActivityResponse])
async def list_activity(
    actor: TeacherActor, db: Db, kind: Kinds = None, limit: Limit = DEFAULT_LIMIT, before: Before = None
) -> Sequence[ActivityResponse]:
    """The activity log of the teacher's classes, newest first; `kind` may be repeated."""
    return queries.list_records(db, actor.id, kind or (), PageRequest(limit=limit, before=before))
