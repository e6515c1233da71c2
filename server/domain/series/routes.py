"""Routes for series."""

from collections.abc import Sequence

from server import clock
from server.domain.classrooms.membership import get_classroom
from server.domain.classrooms.models import Classroom
from server.domain.series import queries, service
from server.domain.series.access import SeriesToManage
from server.domain.series.schemas import (
    NewSeriesRequest,
    SeriesRequest,
    SeriesResponse,
    StopRequest,
)
from server.domain.teachers.access import TeacherSelf
from server.requests.gates import Db, TeacherActor, teacher_only
from server.requests.idempotency import Idempotent
from server.requests.list_query import ListPage
from server.requests.routing import router
from server.schema import AssignedCountResponse

goal_series = router("/api/goal-series", gate=teacher_only)


@goal_series.post("", status_code=201, response_model=SeriesResponse, dependencies=[Idempotent])
async def create_series(body: NewSeriesRequest, actor: TeacherActor, db: Db) -> SeriesResponse:
    """Create a series; today's goals are made at once, if it is planned today."""
    classroom = get_classroom(db, actor, "manage", body.classroom_id)
    series = service.create(db, classroom, body.to_fields(clock.local_date()))
    return queries.describe(db, [series])[0]


@goal_series.get("/teacher/{teacher_id}", response_model=list[SeriesResponse])
async def list_series(teacher: TeacherSelf, page: ListPage, db: Db) -> Sequence[SeriesResponse]:
    """List the series of all the teacher's classes, newest first; `?status=running` or `stopped`."""
    return queries.series_for_teacher(db, teacher, page)


@goal_series.put("/{series_id}", response_model=SeriesResponse)
async def edit_series(series: SeriesToManage, body: SeriesRequest, db: Db) -> SeriesResponse:
    """Change a series from the next day on."""
    service.edit(db, db.get_one(Classroom, series.classroom_id), series, body.to_fields(series.first_day))
    return queries.describe(db, [series])[0]


@goal_series.post("/{series_id}/stop", response_model=SeriesResponse)
async def stop_series(series: SeriesToManage, body: StopRequest, db: Db) -> SeriesResponse:
    """Stop a series for good."""
    service.stop(db, series, end_open=body.end_open)
    return queries.describe(db, [series])[0]


@goal_series.post(
    "/{series_id}/today", status_code=201, response_model=AssignedCountResponse, dependencies=[Idempotent]
)
async def make_todays_goals(series: SeriesToManage, db: Db) -> AssignedCountResponse:
    """Make today's goals for the series' students who have none."""
    count, assignment_id = service.make_today(db, series)
    return AssignedCountResponse(count=count, assignment_id=assignment_id)
