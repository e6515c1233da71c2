"""Queries for class goals and gifts, scoped to what the actor may see."""

from collections.abc import Sequence

from sqlalchemy import Select, and_, bindparam, case, func, null, or_, select
from sqlalchemy.orm import Session

from server.database.columns import fetch_columns
from server.database.lookup import get_or_not_found
from server.domain.class_goals.models import ClassGoal, ClassGoalGift
from server.domain.class_goals.schemas import ClassGoalResponse, GiftResponse
from server.domain.classrooms.membership import get_classroom
from server.domain.goalbucks.models import LedgerEntry
from server.domain.students.models import Student
from server.domain.students.queries import FULL_NAME
from server.security.actor import Actor
from server.security.permissions import Permission

# Built once: building a query costs more than executing it in SQLite.
_SUM = select(func.coalesce(func.sum(ClassGoalGift.amount), 0)).where(ClassGoalGift.returned_at.is_(None))
_GIVEN_TO = _SUM.where(ClassGoalGift.class_goal_id == ClassGoal.id)
_OWN_GIFT = _GIVEN_TO.where(ClassGoalGift.student_id == bindparam("student_id"))
_IS_REACHED = ClassGoal.status.in_(("reached", "done"))
_COLUMNS = (
    ClassGoal.id,
    ClassGoal.name,
    ClassGoal.goalbucks,
    case((_IS_REACHED, ClassGoal.goalbucks), else_=_GIVEN_TO.scalar_subquery()),
    ClassGoal.until,
    ClassGoal.status,
)
"""The fields of `ClassGoalResponse` but the last one."""
_FOR_TEACHERS = select(*_COLUMNS, null())
_FOR_STUDENT = select(*_COLUMNS, _OWN_GIFT.scalar_subquery())
_NEWEST_FIRST = ClassGoal.id.desc()
_OF_CLASS = ClassGoal.classroom_id == bindparam("classroom_id")
_LISTED_FOR_TEACHERS = _FOR_TEACHERS.where(_OF_CLASS).order_by(_NEWEST_FIRST)
_LISTED_FOR_STUDENT = _FOR_STUDENT.where(_OF_CLASS).order_by(_NEWEST_FIRST)
_SHOWN_TO_STUDENT = (
    _FOR_STUDENT.join(Student, Student.classroom_id == ClassGoal.classroom_id)
    .where(Student.id == bindparam("student_id"), ClassGoal.status.in_(("open", "reached")))
    .order_by(case((ClassGoal.status == "open", 0), else_=1), _NEWEST_FIRST)
    .limit(1)
)
_GIFTS = (
    select(ClassGoalGift.student_id, FULL_NAME, ClassGoalGift.amount, ClassGoalGift.created_at)
    .join(Student, Student.id == ClassGoalGift.student_id)
    .where(ClassGoalGift.class_goal_id == bindparam("class_goal_id"), ClassGoalGift.returned_at.is_(None))
    .order_by(ClassGoalGift.id.desc())
)


def class_goals_of_class(db: Session, actor: Actor, classroom_id: str) -> Sequence[ClassGoalResponse]:
    """Return the class's goals, newest first; for a student with the own share."""
    parameters = {"classroom_id": classroom_id}
    if actor.role == "student":
        rows = fetch_columns(db, _LISTED_FOR_STUDENT, {**parameters, "student_id": actor.id})
    else:
        rows = fetch_columns(db, _LISTED_FOR_TEACHERS, parameters)
    return [ClassGoalResponse(*row) for row in rows]


def class_goal_for_student(db: Session, student_id: str) -> ClassGoalResponse | None:
    """Return the open goal of the student's class, else the newest that is reached and not yet done."""
    rows = fetch_columns(db, _SHOWN_TO_STUDENT, {"student_id": student_id})
    return ClassGoalResponse(*rows[0]) if rows else None


def to_response(db: Session, goal: ClassGoal) -> ClassGoalResponse:
    """Return the response for a teacher's class goal."""
    return ClassGoalResponse.from_row(goal, given=given_to(db, goal), own_gift=None)


def gifts_to(db: Session, goal: ClassGoal) -> Sequence[GiftResponse]:
    """Return who gave what to the goal and didn't get it back, newest first."""
    return [GiftResponse(*row) for row in fetch_columns(db, _GIFTS, {"class_goal_id": goal.id})]


def given_to(db: Session, goal: ClassGoal) -> int:
    """Return what the class has given to the goal; of a reached one the target, which erased students don't lower."""
    if goal.status in {"reached", "done"}:
        return goal.goalbucks
    return db.scalars(_SUM.where(ClassGoalGift.class_goal_id == goal.id)).one()


def own_gift_to(db: Session, goal: ClassGoal, student_id: str) -> int:
    """Return what the student has given to the goal and not got back."""
    own = (ClassGoalGift.class_goal_id == goal.id, ClassGoalGift.student_id == student_id)
    return db.scalars(_SUM.where(*own)).one()


def select_gifts(goal: ClassGoal) -> Select[ClassGoalGift]:
    """Select the gifts to the goal that weren't returned, oldest first."""
    kept = (ClassGoalGift.class_goal_id == goal.id, ClassGoalGift.returned_at.is_(None))
    return select(ClassGoalGift).where(*kept).order_by(ClassGoalGift.id)


def get_class_goal(db: Session, actor: Actor, permission: Permission, class_goal_id: str) -> ClassGoal:
    """Return a goal of the teacher's classes; the errors are those of `get_classroom`."""
    goal = get_or_not_found(db, select(ClassGoal).where(ClassGoal.id == class_goal_id))
    get_classroom(db, actor, permission, goal.classroom_id)
    return goal


def get_class_goal_of_student(db: Session, actor: Actor, class_goal_id: str) -> ClassGoal:
    """Return a goal of the student's class; else `NotFoundError`."""
    own_class = select(Student.classroom_id).where(Student.id == actor.id)
    query = select(ClassGoal).where(ClassGoal.id == class_goal_id, ClassGoal.classroom_id.in_(own_class))
    return get_or_not_found(db, query)


def find_gifts_to_other_classes(db: Session) -> Sequence[ClassGoalGift]:
    """Return the gifts of students who aren't in the class of the goal."""
    query = (
        select(ClassGoalGift)
        .join(ClassGoal, ClassGoal.id == ClassGoalGift.class_goal_id)
        .join(Student, Student.id == ClassGoalGift.student_id)
        .where(Student.classroom_id != ClassGoal.classroom_id)
    )
    return db.scalars(query.order_by(ClassGoalGift.id)).all()


def find_unposted_gifts(db: Session) -> Sequence[ClassGoalGift]:
    """Return the gifts whose entry, or whose return, isn't in the ledger as it is stored."""
    of_student = LedgerEntry.student_id == ClassGoalGift.student_id
    given = select(LedgerEntry.id).where(
        of_student,
        LedgerEntry.id == ClassGoalGift.entry_id,
        LedgerEntry.reason == "class_gift",
        LedgerEntry.amount == -ClassGoalGift.amount,
    )
    returned = select(LedgerEntry.id).where(
        of_student,
        LedgerEntry.reason == "class_gift_returned",
        LedgerEntry.source_id == ClassGoalGift.entry_id,
        LedgerEntry.amount == ClassGoalGift.amount,
    )
    is_wrong = or_(~given.exists(), returned.exists() != ClassGoalGift.returned_at.is_not(None))
    return db.scalars(select(ClassGoalGift).where(is_wrong).order_by(ClassGoalGift.id)).all()


def find_wrong_sums(db: Session) -> Sequence[ClassGoal]:
    """Return the open goals to which as much was given as they need, and the ended ones that kept something."""
    given = _GIVEN_TO.scalar_subquery()
    is_wrong = or_(
        and_(ClassGoal.status == "open", given >= ClassGoal.goalbucks), and_(ClassGoal.status == "ended", given != 0)
    )
    return db.scalars(select(ClassGoal).where(is_wrong).order_by(ClassGoal.id)).all()
