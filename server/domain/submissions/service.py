"""Sending proof, reviewing it, and what a review does to the goal and the balance: each one transaction."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from server import clock
from server.database.base import go_on_from, new_id
from server.database.hooks import deleting
from server.database.locking import hold
from server.domain.audit.kinds import Kind
from server.domain.goals import service as goals
from server.domain.goals.models import Goal
from server.domain.goals.queries import own_goal
from server.domain.students.models import Student
from server.domain.submissions.models import Submission, Verdict
from server.domain.submissions.queries import own_submissions
from server.errors import DomainError, NotFoundError
from server.security import rates
from server.security.actor import Actor
from server.security.rates import Counted, Rate
from server.settings import Settings

UPLOAD_WINDOW = timedelta(minutes=5)
OF_A_CLASS = 14
"""So many times what one student may: forty who send ten each never meet it."""


DECODING_UNIT = timedelta(milliseconds=100)
"""What is counted of the decoder's time; a JPEG of 12 megapixels takes one."""
DECODING = Rate("decoding", 300, UPLOAD_WINDOW, "Your photos have taken a lot of work in a short time.")
"""Thirty seconds: a tenth of what one decoder can do."""


class AlreadySubmittedError(DomainError):
    """The goal has a submission that doesn't allow another one."""

    code = "already_submitted"
    sentence = "You have already sent proof for this goal."


class GoalCompletedError(DomainError):
    """The goal has paid; there is nothing to prove."""

    code = "goal_completed"
    sentence = "This goal is already completed."


class SubmissionEmptyError(DomainError):
    """An image or a text is required (specification 7.1)."""

    status = 422
    code = "submission_empty"
    sentence = "Please add either an image or a text description."
    about = ("image", "submissionText")


class NewerTryError(DomainError):
    """The student has tried again since; the older review stands."""

    code = "newer_try"
    sentence = "The student has already tried again, so this review can't be undone."


@dataclass(frozen=True, slots=True)
class Proof:
    """What a student sends: the goal it is for, as the client names it, and a text; the image comes beside it."""

    goal_id: str
    student_id: str
    classroom_id: str
    text: str | None


@dataclass(frozen=True, slots=True)
class Review:
    """A teacher's verdict."""

    verdict: Verdict
    comment: str | None
    allow_resubmission: bool = False


def counted_upload(settings: Settings, db: Session, actor: Actor) -> Sequence[Counted]:
    """What a student's try to send proof is counted as, whatever comes of it: to look at a photo takes a while."""
    classroom_id = db.get_one(Student, actor.id).classroom_id
    own = Rate("upload", settings.upload_limit, UPLOAD_WINDOW, "You have sent a lot in a short time.")
    shared = Rate(
        "class_upload",
        settings.upload_limit * OF_A_CLASS,
        UPLOAD_WINDOW,
        "Your class has sent a lot in a short time.",
    )
    return own.by(actor.id), shared.by(classroom_id)


def decoding_used(db: Session, actor: Actor) -> int:
    """Return how many units of the decoder's time the student has used; `TooOftenError` when that is all it may."""
    return rates.used(db, DECODING.by(actor.id))


def record_decoding(db: Session, actor: Actor, seconds: float) -> None:
    """Count what an image has cost, whether it was accepted or refused."""
    rates.record(db, DECODING.by(actor.id), math.ceil(seconds / DECODING_UNIT.total_seconds()))


def goal_to_prove(db: Session, actor: Actor, proof: Proof) -> Goal:
    """The student's goal that this proof may be sent for.

    `NotFoundError` when goal, student and class don't belong together, `GoalCompletedError`, `AlreadySubmittedError`.
    """
    goal = own_goal(db, actor, proof.goal_id)
    if (goal.student_id, goal.classroom_id) != (proof.student_id, proof.classroom_id):
        raise NotFoundError
    if goal.is_completed:
        raise GoalCompletedError
    latest = _latest(db, goal)
    if latest is not None and not latest.allow_resubmission:
        raise AlreadySubmittedError
    return goal


def submit(db: Session, actor: Actor, proof: Proof, image_key: str | None) -> Submission:
    """Keep the proof, pending review. One submission a goal, unless it was returned for another try."""
    if image_key is None and proof.text is None:
        raise SubmissionEmptyError
    hold(db, Student, [actor.id])
    goal = goal_to_prove(db, actor, proof)
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


def review(db: Session, actor: Actor, submission: Submission, verdict: Review) -> None:
    """Approve, which completes the goal and pays it, or deny with a comment."""
    moment = clock.now()
    goal = db.get_one(Goal, submission.goal_id)
    if verdict.verdict == "denied":
        submission.deny(actor.id, moment, verdict.comment, allow_resubmission=verdict.allow_resubmission)
    else:
        review_id = submission.approve(actor.id, moment, verdict.comment)
        goals.pay(db, actor, goal, review_id)
    db.flush()
    goals.note_done_to_goal(db, actor, _kind_of(submission), goal)


def _kind_of(reviewed: Submission) -> Kind:
    if reviewed.status == "approved":
        return "submission_approved"
    return "submission_returned" if reviewed.allow_resubmission else "submission_denied"


def review_many(db: Session, actor: Actor, submission_ids: Sequence[str], verdict: Review) -> int:
    """One verdict for several submissions of the actor's classes, each once: all or none; how many there were."""
    submissions = own_submissions(db, actor, submission_ids)
    for submission in submissions:
        review(db, actor, submission, verdict)
    return len(submissions)


def undo_review(db: Session, actor: Actor, submission: Submission) -> None:
    """Pending again; an approval's goal is current again and its credit reversed.

    A denial can't be undone once the teacher has completed the goal without it: nothing is pending for what has paid.
    """
    goal = db.get_one(Goal, submission.goal_id)
    latest = _latest(db, goal)
    if latest is not None and latest.id != submission.id:
        raise NewerTryError
    was_approved = submission.status == "approved"
    submission.undo_review()
    if was_approved:
        goals.take_back(db, actor, goal)
    else:
        goal.require_current()
    db.flush()
    goals.note_done_to_goal(db, actor, "review_undone", goal)


def complete_goal(db: Session, actor: Actor, goal: Goal) -> None:
    """The teacher's word is enough; a pending submission is approved with it."""
    goal.require_current()
    latest = _latest(db, goal)
    source_id = new_id()
    if latest is not None and latest.status == "pending":
        source_id = latest.approve(actor.id, clock.now(), None)
    goals.pay(db, actor, goal, source_id)
    db.flush()
    goals.note_done_to_goal(db, actor, "goal_completed", goal)


def reopen_goal(db: Session, actor: Actor, goal: Goal) -> None:
    """Current again, the credit reversed; the submission that was approved is pending again."""
    goals.take_back(db, actor, goal)
    latest = _latest(db, goal)
    if latest is not None and latest.status == "approved":
        latest.undo_review()
    db.flush()
    goals.note_done_to_goal(db, actor, "goal_reopened", goal)


def withdraw(db: Session, submission: Submission) -> None:
    """The student takes its own pending proof back."""
    submission.require_pending()
    deleting(db, Submission.__tablename__, submission.id)
    db.delete(submission)
    db.flush()


def _latest(db: Session, goal: Goal) -> Submission | None:
    query = select(Submission).where(Submission.goal_id == goal.id)
    latest = db.scalar(query.order_by(Submission.id.desc()).limit(1))
    if latest is not None:
        go_on_from(latest.id)  # another process may have a clock that is ahead
    return latest
