"""Query of the time at which the database was last used."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from server.domain.classrooms.models import Classroom
from server.domain.goalbucks.models import LedgerEntry
from server.domain.goals.models import Goal
from server.domain.students.models import Student
from server.domain.submissions.models import Submission

_NEWEST_ROWS = tuple(
    select(model.id, model.created_at).order_by(model.id.desc()).limit(1)
    for model in (Classroom, Student, Goal, Submission, LedgerEntry)
)
"""The newest rows of the tables that tell when the database was last used."""


def newest_creation_time(db: Session) -> datetime | None:
    """Return the creation time of the row with the greatest ID: IDs grow even if the clock is set back."""
    newest = [db.execute(query).one_or_none() for query in _NEWEST_ROWS]
    _, moment = max(((row.id, row.created_at) for row in newest if row is not None), default=("", None))
    return moment
