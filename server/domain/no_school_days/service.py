"""Reading and replacing the days without school of a teacher, within the caller's transaction."""

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from server import clock
from server.database.locking import lock_rows
from server.domain.no_school_days.models import DateRange, NoSchoolDays
from server.domain.teachers.models import Teacher
from server.errors import InvalidError
from server.texts.field_errors import field_sentence

MAX_RANGES = 60
"""Ranges of a teacher that aren't over."""
KEPT_FOR = timedelta(days=365)
"""Time for which a range is kept after its last day."""


def list_ranges(db: Session, teacher_id: str) -> Sequence[DateRange]:
    """Return the teacher's ranges, the earliest first."""
    query = select(NoSchoolDays).where(NoSchoolDays.teacher_id == teacher_id)
    rows = db.scalars(query.order_by(NoSchoolDays.first_day, NoSchoolDays.id))
    return [row.range for row in rows]


def replace_ranges(db: Session, teacher_id: str, ranges: Sequence[DateRange]) -> None:
    """Replace all ranges of the teacher; those that ended more than a year ago are left out.

    `InvalidError` for more than `MAX_RANGES` that aren't over.
    """
    today = clock.local_date()
    if sum(each.last_day >= today for each in ranges) > MAX_RANGES:
        raise InvalidError(fields={"body": field_sentence("too_long", max=MAX_RANGES)})
    lock_rows(db, Teacher, [teacher_id])
    db.execute(delete(NoSchoolDays).where(NoSchoolDays.teacher_id == teacher_id))
    db.add_all(
        NoSchoolDays(teacher_id=teacher_id, first_day=each.first_day, last_day=each.last_day, name=each.name)
        for each in ranges
        if each.last_day >= today - KEPT_FOR
    )
    db.flush()
