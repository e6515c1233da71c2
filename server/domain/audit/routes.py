"""Route for the audit log."""

from collections.abc import Sequence
from typing import Annotated, get_args

from fastapi import Query

from server.database.paging import MAX_LIMIT, Page
from server.domain.audit import queries
from server.domain.audit.kinds import Kind
from server.domain.audit.models import Activity
from server.domain.audit.schemas import ActivityAnswer
from server.security.gates import Db, TeacherActor, teacher_only
from server.security.routing import router

activity = router("/api/activity", access=teacher_only)
DEFAULT_LIMIT = 50
Kinds = Annotated[list[Kind] | None, Query(max_length=len(get_args(Kind)))]
Limit = Annotated[int, Query(ge=1, le=MAX_LIMIT)]
Before = Annotated[str | None, Query(max_length=64)]


@activity.get("", response_model=list[ActivityAnswer])
async def list_activity(
    actor: TeacherActor, db: Db, kind: Kinds = None, limit: Limit = DEFAULT_LIMIT, before: Before = None
) -> Sequence[Activity]:
    """The activity log of the teacher's classes, newest first; `kind` may be repeated."""
    return queries.activity_of(db, actor.id, kind or (), Page(limit=limit, before=before))
