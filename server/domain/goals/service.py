"""Assigning, completing, reopening and deleting goals, within the caller's transaction."""

from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy.orm import Session

from server import clock
from server.database.base import new_id
from server.database.hooks import deleting
from server.domain.audit.kinds import Kind
from server.domain.audit.service import Deed
from server.domain.classrooms.queries import own_classroom
from server.domain.goalbucks import service as goalbucks
from server.domain.goals.models import Goal, GoalFields
from server.domain.students.models import Student
from server.domain.students.queries import own_students
from server.domain.students.service import note_done_to
from server.security.actor import Actor


def assign(db: Session, actor: Actor, classroom_id: str, student_id: str, fields: GoalFields) -> Goal:
    """Assign a goal to one student of the teacher's class; `NotFoundError` if class or student aren't the teacher's."""
    classroom = own_classroom(db, actor, classroom_id)
    (goal,) = _create(db, own_students(db, classroom, [student_id]), fields)
    return goal


def assign_to_many(
    db: Session, actor: Actor, classroom_id: str, student_ids: Sequence[str], fields: GoalFields
) -> tuple[str, Sequence[Goal]]:
    """Assign the same goal to several students of the teacher's class, each student once: all or none.

    Returns the assignment's id and its goals. `NotFoundError` if the class or any student isn't the teacher's.
    """
    classroom = own_classroom(db, actor, classroom_id)
    assignment_id = new_id()
    return assignment_id, _create(db, own_students(db, classroom, student_ids), fields, assignment_id)


def _create(
    db: Session, students: Sequence[Student], fields: GoalFields, assignment_id: str | None = None
) -> Sequence[Goal]:
    goals = [
        Goal(
            student_id=student.id,
            classroom_id=student.classroom_id,
            assignment_id=assignment_id,
            **asdict(fields),
        )
        for student in students
    ]
    db.add_all(goals)
    db.flush()
    return goals


def pay(db: Session, actor: Actor, goal: Goal, source_id: str) -> None:
    """Complete the goal and credit its goalbucks; `source_id` is the id of the review or completion."""
    goal.require_current()
    posting = goalbucks.Change(goal.goalbucks, "goal", source_id, goal.name)
    entry = goalbucks.record(db, actor, goal.student_id, posting)
    goal.complete(clock.now(), entry.id)


def take_back(db: Session, actor: Actor, goal: Goal) -> None:
    """Reopen the goal and reverse its credit in the ledger."""
    goalbucks.reverse_goal(db, actor, goal.reopen())


def note_done_to_goal(db: Session, actor: Actor, kind: Kind, goal: Goal) -> None:
    """Record a teacher's action on a goal in the audit log."""
    student = db.get_one(Student, goal.student_id)
    note_done_to(db, actor, student, Deed(kind, goal.name, goal.goalbucks))


def delete(db: Session, actor: Actor, goal: Goal) -> None:
    """Delete a goal that isn't completed, with its submissions."""
    goal.require_current()
    note_done_to_goal(db, actor, "goal_deleted", goal)
    deleting(db, Goal.__tablename__, goal.id)
    db.delete(goal)
    db.flush()
