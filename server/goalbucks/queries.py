"""Reading balances and the ledger."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from server.database.paging import Page, newest_first
from server.goalbucks.models import Balance, GoalbuckEntry


def balance_of(db: Session, student_id: str) -> Balance:
    """The student's sums; all zero while there is no entry."""
    found = db.get(Balance, student_id)
    return found or Balance(student_id=student_id, earned=0, spent=0, goals_completed=0, goals_goalbucks=0)


def ledger_of(db: Session, student_id: str, page: Page) -> Sequence[GoalbuckEntry]:
    """The student's entries, newest first; `page.status` names a reason."""
    query = select(GoalbuckEntry).where(GoalbuckEntry.student_id == student_id)
    if page.status is not None:
        query = query.where(GoalbuckEntry.reason == page.status)
    return db.scalars(newest_first(query, GoalbuckEntry, page)).all()
