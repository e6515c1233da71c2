"""Editing and deleting all goals of an assignment, except those that have proof or are completed."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from server.domain.activity.kinds import ActivityKind
from server.domain.activity.service import ActivityEvent, record
from server.domain.goals.models import Goal, GoalFields
from server.domain.submissions.models import Submission
from server.security.actor import Actor


@dataclass(frozen=True, slots=True)
class AssignmentResult:
    """The number of goals edited or deleted, and of those kept unchanged."""

    affected: int
    kept: int


def edit(db: Session, actor: Actor, goals: Sequence[Goal], fields: GoalFields) -> AssignmentResult:
    """Edit the current goals that have no proof; ended ones aren't counted."""
    changeable = changeable_goals(db, goals)
    for goal in changeable:
        goal.edit(fields)
    _record(db, actor, "assignment_edited", changeable)
    ended = sum(goal.status == "ended" for goal in goals)
    return AssignmentResult(len(changeable), len(goals) - len(changeable) - ended)


def delete(db: Session, actor: Actor, goals: Sequence[Goal]) -> AssignmentResult:
    """Delete the goals that have no proof and aren't completed, ended ones too."""
    deletable = [goal for goal in _without_proof(db, goals) if goal.status != "completed"]
    _record(db, actor, "assignment_deleted", deletable)
    for goal in deletable:
        db.delete(goal)
    db.flush()
    return AssignmentResult(len(deletable), len(goals) - len(deletable))


def changeable_goals(db: Session, goals: Sequence[Goal]) -> Sequence[Goal]:
    """Return the current goals that `edit` and `delete` may change: those without proof."""
    return [goal for goal in _without_proof(db, goals) if goal.is_current]


def _without_proof(db: Session, goals: Sequence[Goal]) -> Sequence[Goal]:
    with_proof = set(db.scalars(_select_goals_with_proof(goals)))
    return [goal for goal in goals if goal.id not in with_proof]


def pending_goal_ids(db: Session, goals: Sequence[Goal]) -> set[str]:
    """Return the ids of the goals whose proof waits for a review."""
    return set(db.scalars(_select_goals_with_proof(goals).where(Submission.status == "pending")))


def _select_goals_with_proof(goals: Sequence[Goal]) -> Select[str]:
    return select(Submission.goal_id).where(Submission.goal_id.in_([goal.id for goal in goals]))


def _record(db: Session, actor: Actor, kind: ActivityKind, goals: Sequence[Goal]) -> None:
    if goals:
        first = goals[0]
        event = ActivityEvent(kind, first.name, first.goalbucks, len(goals), classroom_id=first.classroom_id)
        record(db, actor, event)
