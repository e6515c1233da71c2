"""Queries on the audit log."""

from collections.abc import Collection, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from server.database.paging import PageRequest, newest_first
from server.domain.activity.kinds import AuditKind
from server.domain.activity.models import AuditRecord


def list_audit_records(
    db: Session, teacher_id: str, kinds: Collection[AuditKind], page: PageRequest
) -> Sequence[AuditRecord]:
    """List a page of the teacher's audit records, newest first; `kinds` filters unless it is empty."""
    query = select(AuditRecord).where(AuditRecord.teacher_id == teacher_id)
    if kinds:
        query = query.where(AuditRecord.kind.in_(kinds))
    return db.scalars(newest_first(query, AuditRecord, page)).all()
