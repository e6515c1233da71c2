"""Editing and deleting the goals of an assignment for everybody.

Goals with proof or that have paid are kept as they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from server.domain.audit.kinds import Kind
from server.domain.audit.service import Deed
from server.domain.classrooms.service import note_done_in
from server.domain.goals.models import Goal, GoalFields
from server.domain.submissions.models import Submission
from server.security.actor import Actor


@dataclass(frozen=True, slots=True)
class AssignmentResult:
    """How many goals were edited or deleted, and how many were kept."""

    done: int
    kept: int


def edit(db: Session, actor: Actor, goals: Sequence[Goal], fields: GoalFields) -> AssignmentResult:
    """Edit the goals that have no proof and haven't paid."""
    changeable = changeable_goals(db, goals)
    for goal in changeable:
        goal.edit(fields)
    _log(db, actor, "assignment_edited", changeable)
    return AssignmentResult(len(changeable), len(goals) - len(changeable))


def delete(db: Session, actor: Actor, goals: Sequence[Goal]) -> AssignmentResult:
    """Delete the goals that have no proof and haven't paid."""
    changeable = changeable_goals(db, goals)
    _log(db, actor, "assignment_deleted", changeable)
    for goal in changeable:
        db.delete(goal)
    db.flush()
    return AssignmentResult(len(changeable), len(goals) - len(changeable))


def changeable_goals(db: Session, goals: Sequence[Goal]) -> Sequence[Goal]:
    """The goals that have no proof and haven't paid: those that `edit` and `delete` change."""
    with_proof = select(Submission.goal_id).where(Submission.goal_id.in_([goal.id for goal in goals]))
    proved = set(db.scalars(with_proof))
    return [goal for goal in goals if not goal.is_completed and goal.id not in proved]


def _log(db: Session, actor: Actor, kind: Kind, goals: Sequence[Goal]) -> None:
    if goals:
        first = goals[0]
        note_done_in(db, actor, first.classroom_id, Deed(kind, first.name, first.goalbucks, len(goals)))
