"""Queries on the audit log."""

from collections.abc import Collection, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from server.database.paging import Page, newest_first
from server.domain.audit.kinds import Kind
from server.domain.audit.models import Activity


def activity_of(db: Session, teacher_id: str, kinds: Collection[Kind], page: Page) -> Sequence[Activity]:
    """List a page of the teacher's audit records, newest first; `kinds` filters unless it is empty."""
    query = select(Activity).where(Activity.teacher_id == teacher_id)
    if kinds:
        query = query.where(Activity.kind.in_(kinds))
    return db.scalars(newest_first(query, Activity, page)).all()
