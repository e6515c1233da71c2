"""Routes for a teacher's days without school."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Body

from server.domain.no_school_days import service
from server.domain.no_school_days.access import NoSchoolDaysOwnerId
from server.domain.no_school_days.models import DateRange
from server.domain.no_school_days.schemas import MAX_RANGES_PER_CALL, NoSchoolDaysRequest, NoSchoolDaysResponse
from server.domain.teachers.access import TeacherSelf
from server.requests.gates import Db, teacher_only
from server.requests.routing import router

no_school_days = router("/api/teachers", gate=teacher_only)
Ranges = Annotated[list[NoSchoolDaysRequest], Body(max_length=MAX_RANGES_PER_CALL)]


@no_school_days.get("/{teacher_id}/no-school-days", response_model=list[NoSchoolDaysResponse])
async def list_no_school_days(teacher_id: NoSchoolDaysOwnerId, db: Db) -> Sequence[DateRange]:
    """List the days without school in the classes that the teacher owns, the earliest first; for co-teachers, too."""
    return service.list_ranges(db, teacher_id)


@no_school_days.put("/{teacher_id}/no-school-days", response_model=list[NoSchoolDaysResponse])
async def replace_no_school_days(teacher: TeacherSelf, body: Ranges, db: Db) -> Sequence[DateRange]:
    """Replace all of the teacher's days without school."""
    service.replace_ranges(db, teacher.id, [each.to_range() for each in body])
    return service.list_ranges(db, teacher.id)
