"""Routes for submissions, and for completing and reopening goals, which review submissions."""

import asyncio
from collections.abc import Sequence
from typing import Annotated

from fastapi import Depends, File, Form, Request, Response, UploadFile
from fastapi.responses import StreamingResponse

from server.database.postgresql import DatabaseUnavailableError
from server.domain.goals.access import OwnGoal
from server.domain.goals.models import Goal
from server.domain.goals.schemas import GoalAnswer
from server.domain.students.access import SeenStudent
from server.domain.submissions import queries, service
from server.domain.submissions.access import OwnSubmission, ReviewedSubmission, SeenSubmission
from server.domain.submissions.models import Submission
from server.domain.submissions.schemas import (
    BulkReviewBody,
    ReviewBody,
    ReviewCount,
    RowNames,
    SubmissionAnswer,
    SubmissionRowAnswer,
)
from server.domain.submissions.service import Proof, SubmissionEmptyError
from server.domain.teachers.access import TeacherSelf
from server.errors import DomainError
from server.media import MEDIA_TYPE, DecoderTime, ImageSize
from server.schema import Identifier, OptionalLongText
from server.security.actor import Actor
from server.security.gates import Db, StudentActor, TeacherActor, signed_in, student_only, teacher_only
from server.security.idempotency import Once
from server.security.paging import ListPage
from server.security.rate_limit import RateLimitDependency
from server.security.routing import router
from server.security.services import Core, CoreServices

UPLOAD_PATH = "/api/submissions/upload"
# Browsers may cache an image but must revalidate it: the next student at a shared Chromebook may not see it.
IMAGE_CACHING = "private, no-cache"
IMAGE_NAME = 'inline; filename="proof.jpg"'
"""A fixed file name for downloads; the uploaded file's name may hold personal data and isn't kept."""

sent = router("/api/submissions", access=student_only)
reviewed = router("/api/submissions", access=teacher_only)
seen = router("/api/submissions", access=signed_in)
goals = router("/api/goals", access=teacher_only)


async def sent_proof(
    goal_id: Annotated[Identifier, Form(alias="goalId")],
    student_id: Annotated[Identifier, Form(alias="studentId")],
    classroom_id: Annotated[Identifier, Form(alias="classroomId")],
    submission_text: Annotated[OptionalLongText, Form(alias="submissionText")] = None,
) -> Proof:
    """Read the text fields of the upload form."""
    return Proof(goal_id, student_id, classroom_id, submission_text)


SentProof = Annotated[Proof, Depends(sent_proof)]


@sent.post(
    "/upload",
    status_code=201,
    response_model=SubmissionAnswer,
    dependencies=[Depends(RateLimitDependency(service.counted_upload))],
    transaction="manual",
)
async def submit_proof(
    proof: SentProof,
    actor: StudentActor,
    services: Core,
    image: Annotated[UploadFile | None, File()] = None,
) -> Submission:
    """Submit proof for a goal: an image, a text, or both."""
    if image is None and proof.text is None:
        raise SubmissionEmptyError
    async with services.queues.upload(actor.id):
        await services.transactions.read(lambda db: service.goal_to_prove(db, actor, proof))
        if image is None:
            return await services.transactions.write(lambda db: service.submit(db, actor, proof, None))
        return await _submit_image(services, actor, proof, image)


async def _submit_image(services: CoreServices, actor: Actor, proof: Proof, image: UploadFile) -> Submission:
    transactions, media = services.transactions, services.media
    used = await transactions.read(lambda db: service.decoding_used(db, actor))
    spent = DecoderTime()
    try:
        stored = await services.image_pool.keep(image.file, media, used=used, spent=spent)
    finally:
        if spent.seconds:
            await transactions.write(lambda db: service.record_decoding(db, actor, spent.seconds))
    try:
        return await transactions.write(lambda db: service.submit(db, actor, proof, stored.key))
    except DatabaseUnavailableError:
        raise  # it is unknown whether the row was committed: the cleanup of orphaned images decides
    except DomainError:
        await asyncio.to_thread(media.delete, stored.key)
        raise
    # After any other error, such as a full disk, the row may still exist after a crash and need its image; if not, the
    # next start deletes the image as orphaned.


@sent.delete("/{submission_id}", status_code=204)
async def withdraw_proof(submission: OwnSubmission, db: Db) -> None:
    """Withdraw a pending submission."""
    service.withdraw(db, submission)


@reviewed.get("/teacher/{teacher_id}", response_model=list[SubmissionRowAnswer])
async def list_for_teacher(teacher: TeacherSelf, page: ListPage, db: Db) -> list[SubmissionRowAnswer]:
    """List the submissions of all the teacher's classes, newest first."""
    rows = queries.submissions_for_teacher(db, teacher.id, page)
    attempts = queries.earlier_tries(db, [row[0] for row in rows if row[0].status == "pending"])
    return [
        SubmissionRowAnswer.of(
            submission,
            RowNames(f"{first} {last}", class_name, goal_name, goalbucks),
            attempts.get(submission.goal_id, ()) if submission.status == "pending" else (),
        )
        for submission, first, last, class_name, goal_name, goalbucks in rows
    ]


@seen.get("/student/{student_id}", response_model=list[SubmissionAnswer])
async def list_of_student(student: SeenStudent, page: ListPage, db: Db) -> Sequence[Submission]:
    """List a student's submissions, newest first."""
    return queries.submissions_of(db, student.id, page)


# Manual: the transaction ends before the image is read, since an object store may be slow.
@seen.get("/{submission_id}/image", response_class=Response, transaction="manual")
async def show_image(
    submission: SeenSubmission, request: Request, services: Core, size: ImageSize = "full"
) -> Response:
    """Serve the image of a submission to its student and its teacher."""
    key = submission.require_image()
    headers = {"Cache-Control": IMAGE_CACHING, "ETag": f'"{key}-{size}"', "Content-Disposition": IMAGE_NAME}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    image = await asyncio.to_thread(services.media.open, key, size)
    if isinstance(image, bytes):
        return Response(image, media_type=MEDIA_TYPE, headers=headers)
    headers["Content-Length"] = str(image.length)
    return StreamingResponse(image.pieces, media_type=MEDIA_TYPE, headers=headers)


@reviewed.post("/review", response_model=ReviewCount, dependencies=[Once])
async def review_many(body: BulkReviewBody, actor: TeacherActor, db: Db) -> ReviewCount:
    """Review several submissions with one verdict: all or none."""
    return ReviewCount(count=service.review_many(db, actor, body.submission_ids, body.to_review()))


@reviewed.patch("/{submission_id}/review", response_model=SubmissionAnswer)
async def review(submission: ReviewedSubmission, body: ReviewBody, actor: TeacherActor, db: Db) -> Submission:
    """Approve a submission, which completes and credits its goal, or deny it with a comment."""
    service.review(db, actor, submission, body.to_review())
    return submission


@reviewed.post("/{submission_id}/undo-review", response_model=SubmissionAnswer)
async def undo_review(submission: ReviewedSubmission, actor: TeacherActor, db: Db) -> Submission:
    """Make a reviewed submission pending again; an approval's credit is reversed."""
    service.undo_review(db, actor, submission)
    return submission


@goals.post("/{goal_id}/complete", response_model=GoalAnswer)
async def complete_goal(goal: OwnGoal, actor: TeacherActor, db: Db) -> Goal:
    """Complete and credit a goal without proof; a pending submission is approved."""
    service.complete_goal(db, actor, goal)
    return goal


@goals.post("/{goal_id}/reopen", response_model=GoalAnswer)
async def reopen_goal(goal: OwnGoal, actor: TeacherActor, db: Db) -> Goal:
    """Make a completed goal current again and reverse its credit."""
    service.reopen_goal(db, actor, goal)
    return goal
