"""Assigning, completing, reopening and deleting goals, within the caller's transaction."""

from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy.orm import Session

from server import clock
from server.database.base import new_id
from server.database.hooks import notify_before_delete
from server.domain.activity.kinds import ActivityKind
from server.domain.activity.service import ActivityEvent, record
from server.domain.classrooms.models import Classroom
from server.domain.goalbucks import service as goalbucks
from server.domain.goals.models import Goal, GoalFields
from server.domain.students.models import Student
from server.domain.students.queries import get_owned_students
from server.security.actor import Actor


def assign(db: Session, classroom: Classroom, student_id: str, fields: GoalFields) -> Goal:
    """Assign a goal to one student of the class; `NotFoundError` for a student of another one."""
    (goal,) = create(db, get_owned_students(db, classroom, [student_id]), fields)
    return goal


def assign_to_many(
    db: Session, classroom: Classroom, student_ids: Sequence[str], fields: GoalFields
) -> tuple[str, Sequence[Goal]]:
    """Assign the same goal to several students of the class, each student once: all or none.

    Returns the assignment's id and its goals. `NotFoundError` if any student isn't in the class.
    """
    assignment_id = new_id()
    students = get_owned_students(db, classroom, student_ids)
    return assignment_id, create(db, students, fields, assignment_id=assignment_id)


def create(
    db: Session,
    students: Sequence[Student],
    fields: GoalFields,
    *,
    assignment_id: str | None = None,
    series_id: str | None = None,
) -> Sequence[Goal]:
    """Create a goal for each of these students, who are locked."""
    goals = [
        Goal(
            student_id=student.id,
            classroom_id=student.classroom_id,
            assignment_id=assignment_id,
            series_id=series_id,
            **asdict(fields),
        )
        for student in students
    ]
    db.add_all(goals)
    db.flush()
    return goals


def complete_and_credit(
    db: Session, actor: Actor, goal: Goal, source_id: str, goalbucks_paid: int | None = None
) -> None:
    """Complete the goal and credit its goalbucks, or `goalbucks_paid` of them.

    `source_id` is the id of the review or completion. `TooMuchError` above the goal's worth.
    """
    goal.require_current()
    if goalbucks_paid is not None:
        goal.reduce_to(goalbucks_paid)
    posting = goalbucks.LedgerPosting(goal.goalbucks, "goal", source_id, goal.name)
    entry = goalbucks.post(db, actor, goal.student_id, posting)
    goal.complete(clock.now(), entry.id)


def reopen_and_reverse(db: Session, actor: Actor, goal: Goal) -> None:
    """Reopen the completed or ended goal and reverse its credit in the ledger, if it has one."""
    credit_id = goal.reopen()
    if credit_id is not None:
        goalbucks.reverse_goal(db, actor, credit_id)


def activity_event(kind: ActivityKind, goal: Goal, *equal_goals: Goal) -> ActivityEvent:
    """Return the event of a teacher's action on a goal, and on the equal goals of other students of the class."""
    student_ids = [each.student_id for each in (goal, *equal_goals)]
    return ActivityEvent(
        kind, goal.name, goal.goalbucks, goal_id=None if equal_goals else goal.id, student_ids=student_ids
    )


def delete(db: Session, actor: Actor, goal: Goal) -> None:
    """Delete a goal that isn't completed, with its submissions."""
    goal.require_unpaid()
    record(db, actor, activity_event("goal_deleted", goal))
    notify_before_delete(db, Goal.__tablename__, goal.id)
    db.delete(goal)
    db.flush()
