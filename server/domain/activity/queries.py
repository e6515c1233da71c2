"""Queries on the activity log."""

from collections.abc import Collection, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from server.database.paging import PageRequest, newest_first
from server.domain.activity.kinds import ActivityKind
from server.domain.activity.models import ActivityRecord


def list_records(
    db: Session, teacher_id: str, kinds: Collection[ActivityKind], page: PageRequest
) -> Sequence[ActivityRecord]:
    """List a page of the teacher's activity records, newest first; `kinds` filters unless it is empty."""
    query = select(ActivityRecord).where(ActivityRecord.teacher_id == teacher_id)
    if kinds:
        query = query.where(ActivityRecord.kind.in_(kinds))
    return db.scalars(newest_first(query, ActivityRecord, page)).all()
