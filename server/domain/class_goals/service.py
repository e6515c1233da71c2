"""Class goals, and giving goalbucks to them, within the caller's transaction.

Every change locks first the students whose balances it changes, then the class goal: gifts to one goal are made one
after another.
"""

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from server import clock
from server.database.base import new_id
from server.database.locking import for_update, lock_rows
from server.database.unique import flush_unique
from server.domain.activity.kinds import ActivityKind
from server.domain.activity.service import ActivityEvent, record
from server.domain.class_goals.models import (
    ClassGoal,
    ClassGoalFields,
    ClassGoalGift,
    ClassGoalOpenError,
    ClassGoalOverError,
)
from server.domain.class_goals.queries import given_to, select_gifts
from server.domain.classrooms.models import Classroom
from server.domain.goalbucks import service as goalbucks
from server.domain.students.models import Student
from server.domain.students.queries import lock_own_student
from server.errors import DomainError, NotFoundError
from server.requests.rate_limit import TRY_AGAIN, RateLimit, RateLimitExceededError
from server.security.actor import SYSTEM, Actor, SystemActor


class GiftLimitError(RateLimitExceededError):
    """Gifts of one student."""

    key = "gift_limit"
    sentence = f"You have chipped in many times in a short time. {TRY_AGAIN}"


class MoreThanMissingError(DomainError):
    """A gift can't exceed what the goal still needs, which is `missing`."""

    code = "more_than_missing"
    sentence = "Only {missing, number} GoalBucks are missing. Please give {missing, number} or less."


class GivingOverError(ClassGoalOverError):
    """Nothing can be given to a class goal that isn't open, or taken back from it."""

    key = "giving_over"
    sentence = "This class goal is over. You can't give or take back any more."


GIFTS_BY_STUDENT = RateLimit("class gift", 30, timedelta(minutes=5), GiftLimitError)


def create(db: Session, actor: Actor, classroom: Classroom, fields: ClassGoalFields) -> ClassGoal:
    """Create a goal of the class; `ClassGoalOpenError` if another one is open."""
    goal = ClassGoal(classroom_id=classroom.id, name=fields.name, goalbucks=fields.goalbucks, until=fields.until)
    db.add(goal)
    flush_unique(db, {"classroom_id": ClassGoalOpenError})
    _record(db, actor, "class_goal_made", goal)
    return goal


def edit(db: Session, actor: Actor, goal: ClassGoal, fields: ClassGoalFields) -> None:
    """Replace the fields of an open goal. `ClassGoalOverError`; `InvalidError` for a target that is reached already."""
    _lock(db, goal)
    goal.edit(fields, given_to(db, goal))
    db.flush()
    _record(db, actor, "class_goal_edited", goal)


def give(db: Session, actor: Actor, goal: ClassGoal, amount: int) -> ClassGoalGift:
    """Give goalbucks of the signed-in student to the goal; it is reached when nothing is missing any more.

    `GivingOverError`, `MoreThanMissingError`, `NotEnoughGoalbucksError`; `NotFoundError` for another class's goal;
    `ClassArchivedError`.
    """
    student = _lock_student_and_goal(db, actor, goal)
    missing = goal.goalbucks - given_to(db, goal)
    if amount > missing:
        raise MoreThanMissingError(params={"missing": missing})
    gift_id = new_id()
    entry = goalbucks.spend(
        db, actor, student.id, goalbucks.LedgerPosting(-amount, "class_gift", gift_id, description=goal.name)
    )
    gift = ClassGoalGift(
        id=gift_id, class_goal_id=goal.id, student_id=student.id, amount=amount, entry_id=entry.id, returned_at=None
    )
    db.add(gift)
    if amount == missing:
        goal.reach()
    db.flush()
    return gift


def take_back(db: Session, actor: Actor, goal: ClassGoal) -> None:
    """Return all that the signed-in student gave to the goal; without a gift nothing changes. The errors of `give`."""
    student = _lock_student_and_goal(db, actor, goal)
    own = select_gifts(goal).where(ClassGoalGift.student_id == student.id)
    _return(db, actor, goal, db.scalars(own).all())


def end(db: Session, actor: Actor, goal: ClassGoal) -> None:
    """End an open goal before it is reached: everybody gets back what they gave. `ClassGoalOverError`."""
    # All of the class, since anybody may give until the goal is locked.
    lock_rows(db, Student, select(Student.id).where(Student.classroom_id == goal.classroom_id))
    _lock(db, goal)
    goal.end()
    _return(db, actor, goal, db.scalars(select_gifts(goal)).all())
    _record(db, actor, "class_goal_ended", goal)


def mark_done(db: Session, actor: Actor, goal: ClassGoal) -> None:
    """Mark a reached goal as done. `ClassGoalNotReachedError`, `ClassGoalOverError`."""
    _lock(db, goal)
    goal.mark_done()
    db.flush()
    _record(db, actor, "class_goal_done", goal)


def return_before_move(db: Session, student_id: str) -> None:
    """Return what a student who moves to another class gave to open goals of the old one."""
    given_to_goals = select(ClassGoalGift.class_goal_id).where(
        ClassGoalGift.student_id == student_id, ClassGoalGift.returned_at.is_(None)
    )
    is_open = (ClassGoal.id.in_(given_to_goals), ClassGoal.status == "open")
    for goal in db.scalars(select(ClassGoal).where(*is_open).order_by(ClassGoal.id)).all():
        _lock(db, goal)
        if goal.status == "open":
            own = select_gifts(goal).where(ClassGoalGift.student_id == student_id)
            _return(db, SYSTEM, goal, db.scalars(own).all())


def delete_before_student(db: Session, table: str, row_id: str) -> None:
    """Delete the gifts of a student who is deleted, so that the sums of open pages follow."""
    if table == Student.__tablename__:
        for gift in db.scalars(select(ClassGoalGift).where(ClassGoalGift.student_id == row_id)):
            db.delete(gift)
        db.flush()


def _lock(db: Session, goal: ClassGoal) -> None:
    db.scalars(for_update(db, select(ClassGoal).where(ClassGoal.id == goal.id), ClassGoal)).one()


def _lock_student_and_goal(db: Session, actor: Actor, goal: ClassGoal) -> Student:
    student = lock_own_student(db, actor)
    if student.classroom_id != goal.classroom_id:  # moved since the goal was loaded
        raise NotFoundError
    _lock(db, goal)
    if goal.status != "open":
        raise GivingOverError
    return student


def _return(db: Session, actor: Actor | SystemActor, goal: ClassGoal, gifts: Sequence[ClassGoalGift]) -> None:
    """Return these gifts, each once: its entry is the unique source of the one that returns it."""
    moment = clock.now()
    for gift in gifts:
        posting = goalbucks.LedgerPosting(gift.amount, "class_gift_returned", gift.entry_id, goal.name)
        goalbucks.post(db, actor, gift.student_id, posting)
        gift.returned_at = moment
    db.flush()


def _record(db: Session, actor: Actor, kind: ActivityKind, goal: ClassGoal) -> None:
    record(db, actor, ActivityEvent(kind, goal.name, goal.goalbucks, classroom_id=goal.classroom_id))
