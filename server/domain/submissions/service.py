"""Submitting, reviewing and withdrawing proof, with the effects on goal and balance.

Each function runs within the caller's transaction.
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from server import clock
from server.database.base import advance_ids_past, new_id
from server.database.hooks import notify_before_delete
from server.database.locking import lock_rows
from server.domain.activity.kinds import ActivityKind
from server.domain.activity.service import record
from server.domain.goals import service as goals
from server.domain.goals.models import EndReason, Goal, GoalCompletedError
from server.domain.students.models import Student
from server.domain.students.queries import lock_visible_row, lock_visible_rows
from server.domain.submissions.models import PaidDenialError, Review, Submission
from server.errors import DomainError, NotAsSubstituteError, NotFoundError
from server.requests import rate_limit
from server.requests.rate_limit import TRY_AGAIN, RateKey, RateLimit, RateLimitExceededError
from server.security.actor import Actor
from server.settings import Settings

UPLOAD_WINDOW = timedelta(minutes=5)
CLASS_MULTIPLIER = 14
"""Class limit = 14 times the student limit; forty students who send ten submissions each stay below it."""
DECODING_UNIT = timedelta(milliseconds=100)
"""Unit in which decoder time is counted; a 12-megapixel JPEG takes one."""


class UploadLimitError(RateLimitExceededError):
    """A student has sent more than the limit for an interval."""

    key = "upload_limit"
    sentence = f"You have sent a lot in a short time. {TRY_AGAIN}"


class ClassUploadLimitError(RateLimitExceededError):
    """The students of a class have sent more than the limit for an interval."""

    key = "class_upload_limit"
    sentence = f"Your class has sent a lot in a short time. {TRY_AGAIN}"


class DecodingLimitError(RateLimitExceededError):
    """A student's photos have taken more of the decoder's time than the limit for an interval."""

    key = "decoding_limit"
    sentence = f"Your photos have taken a lot of work in a short time. {TRY_AGAIN}"


DECODING_LIMIT = RateLimit("decoding", 300, UPLOAD_WINDOW, DecodingLimitError)
"""30 seconds of decoder time in 5 minutes: a tenth of one decoder's capacity."""


class AlreadySubmittedError(DomainError):
    """The goal's latest submission doesn't allow another one."""

    code = "already_submitted"
    sentence = "You have already sent proof for this goal."


class SubmittedGoalCompletedError(GoalCompletedError):
    """A completed goal takes no more proof; the specification has a code of its own for it."""

    code = "goal_completed"


class SubmissionEmptyError(DomainError):
    """An image or a text is required (specification 7.1)."""

    status = 422
    code = "submission_empty"
    sentence = "Please add either an image or a text description."
    about = ("image", "submissionText")


class NewerAttemptError(DomainError):
    """A newer submission exists for the goal, so the older review can't be undone."""

    code = "newer_try"
    sentence = "The student has already tried again, so this review can't be undone."


@dataclass(frozen=True, slots=True)
class ProofSubmission:
    """The text fields of a proof upload: ids as the client sent them, and an optional text. The image is separate."""

    goal_id: str
    student_id: str
    classroom_id: str
    text: str | None


def upload_limit_keys(settings: Settings, db: Session, actor: Actor) -> Sequence[RateKey]:
    """Return the rate limits of an upload, per student and per class.

    Every attempt counts, successful or not, since decoding a photo is expensive.
    """
    classroom_id = db.get_one(Student, actor.id).classroom_id
    student_limit = RateLimit("upload", settings.upload_limit, UPLOAD_WINDOW, UploadLimitError)
    class_max = settings.upload_limit * CLASS_MULTIPLIER
    class_limit = RateLimit("class_upload", class_max, UPLOAD_WINDOW, ClassUploadLimitError)
    return student_limit.for_key(actor.id), class_limit.for_key(classroom_id)


def used_decoding_units(db: Session, actor: Actor) -> int:
    """Return the units of decoder time that the student has used; `RateLimitExceededError` if none are left."""
    return rate_limit.current_usage(db, DECODING_LIMIT.for_key(actor.id))


def record_decoding_time(db: Session, actor: Actor, seconds: float) -> None:
    """Record the decoder time of an image, accepted or not."""
    rate_limit.record(db, DECODING_LIMIT.for_key(actor.id), math.ceil(seconds / DECODING_UNIT.total_seconds()))


def require_submittable_goal(db: Session, actor: Actor, proof: ProofSubmission, *, has_image: bool) -> Goal:
    """Return the goal if the student may submit this proof for it.

    `SubmissionEmptyError` without an image and a text, `NotFoundError` if goal, student and class don't belong
    together, `SubmittedGoalCompletedError`, `AlreadySubmittedError`.
    """
    if not has_image and proof.text is None:
        raise SubmissionEmptyError
    goal = lock_visible_row(db, actor, "view", Goal, proof.goal_id)
    if (goal.student_id, goal.classroom_id) != (proof.student_id, proof.classroom_id):
        raise NotFoundError
    goal.require_current(SubmittedGoalCompletedError)
    latest = _latest(db, goal)
    if latest is not None and not latest.allow_resubmission:
        raise AlreadySubmittedError
    return goal


def submit(db: Session, actor: Actor, proof: ProofSubmission, image_key: str | None) -> Submission:
    """Store the proof, pending review; a goal takes another submission only after a denial that allows it."""
    lock_rows(db, Student, [actor.id])
    goal = require_submittable_goal(db, actor, proof, has_image=image_key is not None)
    submission = Submission(
        goal_id=goal.id,
        student_id=goal.student_id,
        classroom_id=goal.classroom_id,
        image_key=image_key,
        submission_text=proof.text,
    )
    db.add(submission)
    db.flush()
    return submission


def review(db: Session, actor: Actor, submission: Submission, decision: Review) -> None:
    """Approve the submission, which completes and credits its goal, or deny it with a comment.

    `PaidDenialError` for a denial with an amount, `TooMuchError` for more than the goal's worth,
    `NotAsSubstituteError` for an amount given by a substitute.
    """
    if decision.goalbucks is not None and actor.role == "substitute":
        raise NotAsSubstituteError
    now = clock.now()
    goal = db.get_one(Goal, submission.goal_id)
    if decision.verdict == "denied":
        if decision.goalbucks is not None:
            raise PaidDenialError
        submission.deny(actor.id, now, decision.comment, allow_resubmission=decision.allow_resubmission)
    else:
        review_id = submission.approve(actor.id, now, decision.comment)
        goals.complete_and_credit(db, actor, goal, review_id, decision.goalbucks)
    db.flush()
    record(db, actor, goals.activity_event(_event_kind(submission), goal))


def _event_kind(reviewed: Submission) -> ActivityKind:
    if reviewed.status == "approved":
        return "submission_approved"
    return "submission_returned" if reviewed.allow_resubmission else "submission_denied"


def review_many(db: Session, actor: Actor, submission_ids: Sequence[str], decision: Review) -> int:
    """Review several submissions of the teacher's classes, each once: all or none. Returns their number."""
    submissions = lock_visible_rows(db, actor, "review", Submission, submission_ids)
    for submission in submissions:
        review(db, actor, submission, decision)
    return len(submissions)


def undo_review(db: Session, actor: Actor, submission: Submission) -> None:
    """Make the submission pending again; after an approval also reopen the goal and reverse its credit.

    An ended goal becomes current again. `SubmissionNotReviewedError`; `NewerAttemptError` for any but the goal's latest
    submission; `GoalCompletedError` for a denial if the goal has been completed since.
    """
    goal = db.get_one(Goal, submission.goal_id)
    latest = _latest(db, goal)
    if latest is not None and latest.id != submission.id:
        raise NewerAttemptError
    undone = goals.activity_event("review_undone", goal)
    was_approved = submission.status == "approved"
    submission.undo_review()
    if not was_approved:
        goal.require_unpaid()
    if not goal.is_current:
        goals.reopen_and_reverse(db, actor, goal)
    db.flush()
    record(db, actor, undone)


def complete_goal(db: Session, actor: Actor, goal: Goal) -> None:
    """Complete and credit the goal without proof; approves the latest submission if it is pending."""
    _complete(db, actor, goal)
    record(db, actor, goals.activity_event("goal_completed", goal))


def complete_goals(db: Session, actor: Actor, goal_ids: Sequence[str]) -> int:
    """Complete several goals of the teacher's classes, each once: all or none. Returns their number.

    The activity log gets one event for the equal goals of a class.
    """
    completed = lock_visible_rows(db, actor, "manage", Goal, goal_ids)
    equal_goals: dict[tuple[str, str, int], list[Goal]] = defaultdict(list)
    for goal in completed:
        _complete(db, actor, goal)
        equal_goals[goal.classroom_id, goal.name, goal.goalbucks].append(goal)
    for each in equal_goals.values():
        record(db, actor, goals.activity_event("goal_completed", *each))
    return len(completed)


def _complete(db: Session, actor: Actor, goal: Goal) -> None:
    goal.require_current()
    latest = _latest(db, goal)
    source_id = new_id()
    if latest is not None and latest.status == "pending":
        source_id = latest.approve(actor.id, clock.now(), None)
    goals.complete_and_credit(db, actor, goal, source_id)
    db.flush()


def reopen_goal(db: Session, actor: Actor, goal: Goal) -> None:
    """Reopen the completed or ended goal and reverse its credit; its approved submission becomes pending again."""
    reopened = goals.activity_event("goal_reopened", goal)
    goals.reopen_and_reverse(db, actor, goal)
    latest = _latest(db, goal)
    if latest is not None and latest.status == "approved":
        latest.undo_review()
    db.flush()
    record(db, actor, reopened)


def end_goals(db: Session, goals_to_end: Sequence[Goal], reason: EndReason) -> Sequence[Goal]:
    """End the current ones of these goals and return those that ended. The caller locks their students.

    Goals with pending proof stay current. Those without a due date can't be `missed`: so a reopened goal ends only
    with its term.
    """
    pending = Submission.goal_id.in_([goal.id for goal in goals_to_end]), Submission.status == "pending"
    waiting = set(db.scalars(select(Submission.goal_id).where(*pending)))
    ended = [
        goal
        for goal in goals_to_end
        if goal.is_current and goal.id not in waiting and not (reason == "missed" and goal.due_date is None)
    ]
    for goal in ended:
        goal.end(clock.now(), reason)
    db.flush()
    return ended


def withdraw(db: Session, submission: Submission) -> None:
    """Delete the student's pending submission with its image."""
    submission.require_pending()
    notify_before_delete(db, Submission.__tablename__, submission.id)
    db.delete(submission)
    db.flush()


def _latest(db: Session, goal: Goal) -> Submission | None:
    query = select(Submission).where(Submission.goal_id == goal.id)
    latest = db.scalar(query.order_by(Submission.id.desc()).limit(1))
    if latest is not None:
        advance_ids_past(latest.id)  # another process's clock may be ahead; the next id must be greater
    return latest
