"""Queries for savings goals."""

from collections.abc import Sequence

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from server.database.columns import fetch_columns, in_order
from server.domain.savings.models import SavingsGoal
from server.domain.savings.schemas import SavingsResponse
from server.domain.store.models import StoreItem
from server.domain.students.models import Student
from server.schema import field_names

# Built once: building the query costs more than executing it in SQLite.
_OF_STUDENT = (
    select(
        *in_order(
            field_names(SavingsResponse),
            item_id=SavingsGoal.item_id,
            item_name=func.coalesce(StoreItem.name, SavingsGoal.item_name),
            goalbucks_cost=StoreItem.goalbucks_cost,
            stock=StoreItem.stock,
            picture=StoreItem.picture,
        )
    )
    .join(StoreItem, StoreItem.id == SavingsGoal.item_id, isouter=True)
    .where(SavingsGoal.student_id == bindparam("student_id"))
)


def savings_of_student(db: Session, student_id: str) -> SavingsResponse | None:
    """Return what the student saves for, or None."""
    return next((SavingsResponse(*row) for row in fetch_columns(db, _OF_STUDENT, {"student_id": student_id})), None)


def find_foreign_savings(db: Session) -> Sequence[SavingsGoal]:
    """Return the savings goals whose item isn't in the store of the student's class."""
    query = (
        select(SavingsGoal)
        .join(StoreItem, StoreItem.id == SavingsGoal.item_id)
        .join(Student, Student.id == SavingsGoal.student_id)
        .where(Student.classroom_id != StoreItem.classroom_id)
    )
    return db.scalars(query.order_by(SavingsGoal.id)).all()
