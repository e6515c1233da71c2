"""Choosing what to save for, within the caller's transaction. Buying the item ends it: `buy` of the store."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from server.domain.savings.models import SavingsGoal
from server.domain.store.service import lock_item_of_class
from server.domain.students.queries import lock_own_student
from server.security.actor import Actor


def choose(db: Session, actor: Actor, item_id: str | None) -> None:
    """Save for this item of the student's class in place of another one, or for nothing.

    `NotFoundError` for another class's item; `ClassArchivedError`.
    """
    student = lock_own_student(db, actor)
    item = None if item_id is None else lock_item_of_class(db, item_id, student.classroom_id)
    goal = db.scalar(select(SavingsGoal).where(SavingsGoal.student_id == student.id))
    if item is None:
        if goal is not None:
            db.delete(goal)
    elif goal is None:
        db.add(SavingsGoal(student_id=student.id, item_id=item.id, item_name=item.name))
    else:
        goal.item_id, goal.item_name = item.id, item.name
    db.flush()
