"""Reading what was done in a teacher's classes."""

from collections.abc import Collection, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from server.database.paging import Page, newest_first
from server.domain.audit.kinds import Kind
from server.domain.audit.models import Activity


def activity_of(db: Session, teacher_id: str, kinds: Collection[Kind], page: Page) -> Sequence[Activity]:
    """The page of the teacher's rows, newest first; only of these kinds, if any are given."""
    own = select(Activity).where(Activity.teacher_id == teacher_id)
    if kinds:
        own = own.where(Activity.kind.in_(kinds))
    return db.scalars(newest_first(own, Activity, page)).all()
