"""Suggesting goals and reviewing suggestions, within the caller's transaction."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from server import clock
from server.domain.activity.kinds import ActivityKind
from server.domain.activity.service import ActivityEvent, record
from server.domain.classrooms.models import Classroom
from server.domain.goals import service as goals
from server.domain.goals.models import Goal, GoalCompletedError, GoalFields
from server.domain.students.queries import lock_own_student
from server.domain.submissions.models import Submission
from server.domain.suggestions.models import ApprovalOverrides, GoalSuggestion
from server.domain.suggestions.queries import pending_count
from server.errors import DomainError
from server.security.actor import Actor

MAX_PENDING = 50


class TooManySuggestionsError(DomainError):
    """The student has `MAX_PENDING` pending suggestions."""

    code = "too_many_suggestions"
    sentence = "You already have many suggestions waiting. Please wait until your teacher has looked at them."


class SuggestedGoalCompletedError(GoalCompletedError):
    """The approval of a suggestion can't be undone, because its goal is completed."""

    key = "suggested_goal_completed"
    sentence = "This goal is already completed. Reopen it on the student's goals page first."


class GoalHasProofError(DomainError):
    """The goal of the approved suggestion already has a submission."""

    code = "goal_has_proof"
    sentence = "The student has already sent proof for this goal. Review the proof instead."


class GoalUnknownError(DomainError):
    """The goal was deleted, or an older version, which didn't record the goal's id, approved the suggestion."""

    code = "goal_unknown"
    sentence = (
        "This can't be undone: the goal was deleted, or was approved in an older version. "
        "Add or delete it on the student's goals page instead."
    )


def suggest(db: Session, actor: Actor, *, name: str, goalbucks: int, description: str | None = None) -> GoalSuggestion:
    """Create a pending suggestion of the student; `TooManySuggestionsError`, `ClassArchivedError`."""
    student = lock_own_student(db, actor)
    if pending_count(db, actor.id) >= MAX_PENDING:
        raise TooManySuggestionsError
    suggestion = GoalSuggestion(
        student_id=actor.id,
        classroom_id=student.classroom_id,
        suggested_name=name,
        suggested_goalbucks=goalbucks,
        description=description,
    )
    db.add(suggestion)
    db.flush()
    return suggestion


def approve(db: Session, actor: Actor, suggestion: GoalSuggestion, overrides: ApprovalOverrides) -> Goal:
    """Approve the suggestion and assign its goal, with the teacher's changes (specification 8.4)."""
    fields = GoalFields(
        name=overrides.name or suggestion.suggested_name,
        goalbucks=overrides.goalbucks or suggestion.suggested_goalbucks,
        due_date=overrides.due_date,
    )
    suggestion.approve(actor.id, clock.now(), fields)
    goal = goals.assign(db, db.get_one(Classroom, suggestion.classroom_id), suggestion.student_id, fields)
    suggestion.goal_id = goal.id
    db.flush()
    record(db, actor, goals.activity_event("suggestion_approved", goal))
    return goal


def deny(db: Session, actor: Actor, suggestion: GoalSuggestion) -> None:
    """Deny the suggestion."""
    suggestion.deny(actor.id, clock.now())
    db.flush()
    record(db, actor, _activity_event("suggestion_denied", suggestion))


def undo_review(db: Session, actor: Actor, suggestion: GoalSuggestion) -> None:
    """Make the suggestion pending again and delete the goal that its approval created.

    `SuggestionNotReviewedError`; for an approval also `GoalCompletedError`, `GoalHasProofError` and
    `GoalUnknownError`.
    """
    if suggestion.status == "approved":
        db.delete(_require_unsubmitted_goal(db, suggestion))
    suggestion.undo_review()
    db.flush()
    record(db, actor, _activity_event("suggestion_answer_undone", suggestion))


def _require_unsubmitted_goal(db: Session, suggestion: GoalSuggestion) -> Goal:
    goal = db.scalar(select(Goal).where(Goal.id == suggestion.goal_id))
    if goal is None:
        raise GoalUnknownError
    goal.require_unpaid(SuggestedGoalCompletedError)
    if db.scalar(select(Submission.id).where(Submission.goal_id == goal.id).limit(1)) is not None:
        raise GoalHasProofError
    return goal


def _activity_event(kind: ActivityKind, suggestion: GoalSuggestion) -> ActivityEvent:
    return ActivityEvent(
        kind, suggestion.suggested_name, suggestion.suggested_goalbucks, student_ids=[suggestion.student_id]
    )
