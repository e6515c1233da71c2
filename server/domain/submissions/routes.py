"""Routes for submissions, and for completing and reopening goals, which review submissions."""

import asyncio
from collections.abc import Sequence
from typing import Annotated

from fastapi import Depends, File, Form, Request, Response, UploadFile
from fastapi.responses import StreamingResponse

from server.domain.goals.access import GoalToManage, VisibleGoal
from server.domain.goals.schemas import CompleteGoalsRequest, GoalResponse
from server.domain.students.access import VisibleStudentId
from server.domain.submissions import previews, queries, service, upload
from server.domain.submissions.access import OwnSubmission, PortfolioPage, SubmissionToReview, VisibleSubmission
from server.domain.submissions.schemas import (
    AttemptResponse,
    BulkReviewRequest,
    PortfolioItem,
    ReviewRequest,
    SubmissionListItem,
    SubmissionResponse,
)
from server.domain.submissions.service import ProofSubmission
from server.domain.teachers.access import StaffSelf
from server.etags import matches_etag
from server.media import MEDIA_TYPE, ImageSize
from server.requests.dependencies import Core
from server.requests.gates import (
    Db,
    StaffActor,
    StudentActor,
    TeacherActor,
    in_class,
    signed_in,
    staff,
    student_only,
    teacher_only,
)
from server.requests.idempotency import Idempotent
from server.requests.list_query import ListPage
from server.requests.rate_limit import RateLimitDependency
from server.requests.routing import router
from server.schema import CountResponse, Identifier, OptionalLongText

UPLOAD_PATH = "/api/submissions/upload"
# Browsers may cache an image but must revalidate it: the next student at a shared Chromebook must not see it.
IMAGE_CACHE_CONTROL = "private, no-cache"
IMAGE_CONTENT_DISPOSITION = 'inline; filename="proof.jpg"'
"""A fixed file name for downloads; the uploaded file's name may hold personal data and isn't kept."""

student_submissions = router("/api/submissions", gate=student_only)
teacher_submissions = router("/api/submissions", gate=staff)
visible_submissions = router("/api/submissions", gate=in_class)
portfolios = router("/api/submissions", gate=signed_in)
goal_completion = router("/api/goals", gate=teacher_only)
visible_goals = router("/api/goals", gate=in_class)


async def proof_form(
    goal_id: Annotated[Identifier, Form(alias="goalId")],
    student_id: Annotated[Identifier, Form(alias="studentId")],
    classroom_id: Annotated[Identifier, Form(alias="classroomId")],
    submission_text: Annotated[OptionalLongText, Form(alias="submissionText")] = None,
) -> ProofSubmission:
    """Read the text fields of the upload form."""
    return ProofSubmission(goal_id, student_id, classroom_id, submission_text)


ProofForm = Annotated[ProofSubmission, Depends(proof_form)]


@student_submissions.post(
    "/upload",
    status_code=201,
    response_model=SubmissionResponse,
    dependencies=[Depends(RateLimitDependency(service.upload_limit_keys))],
    transaction="manual",
)
async def submit_proof(
    proof: ProofForm,
    actor: StudentActor,
    services: Core,
    image: Annotated[UploadFile | None, File()] = None,
) -> SubmissionResponse:
    """Submit proof for a goal: an image, a text, or both."""
    return SubmissionResponse.from_row(await upload.submit(services, actor, proof, image.file if image else None))


@student_submissions.delete("/{submission_id}", status_code=204)
async def withdraw_proof(submission: OwnSubmission, db: Db) -> None:
    """Withdraw a pending submission."""
    service.withdraw(db, submission)


@teacher_submissions.get("/teacher/{teacher_id}", response_model=list[SubmissionListItem])
async def list_for_teacher(teacher: StaffSelf, page: ListPage, db: Db) -> Sequence[SubmissionListItem]:
    """List the submissions of all the teacher's classes, newest first."""
    return queries.submissions_for_teacher(db, teacher, page)


@visible_submissions.get("/student/{student_id}", response_model=list[SubmissionResponse])
async def list_of_student(student_id: VisibleStudentId, page: ListPage, db: Db) -> Sequence[SubmissionResponse]:
    """List a student's submissions, newest first."""
    return queries.submissions_of_student(db, student_id, page)


# Manual: the transaction ends before the previews are made.
@portfolios.get("/student/{student_id}/portfolio", response_model=list[PortfolioItem], transaction="manual")
async def show_portfolio(page: PortfolioPage, services: Core) -> Sequence[PortfolioItem]:
    """List a student's approved submissions with previews of their photos, newest first."""
    return await previews.with_previews(services, page)


@visible_goals.get("/{goal_id}/submissions", response_model=list[AttemptResponse])
async def list_attempts(goal: VisibleGoal, db: Db) -> Sequence[AttemptResponse]:
    """List all submissions of a goal, oldest first."""
    return queries.attempts_of_goal(db, goal.id)


# Manual: the transaction ends before the image is read, since an object store may be slow.
@visible_submissions.get("/{submission_id}/image", response_class=Response, transaction="manual")
async def show_image(
    submission: VisibleSubmission, request: Request, services: Core, size: ImageSize = "full"
) -> Response:
    """Serve the image of a submission to its student and its teacher."""
    key = submission.require_image()
    etag = f'"{key}-{size}"'
    headers = {
        "Cache-Control": IMAGE_CACHE_CONTROL,
        "ETag": etag,
        "Content-Disposition": IMAGE_CONTENT_DISPOSITION,
    }
    if matches_etag(request.headers, etag):
        return Response(status_code=304, headers=headers)
    image = await asyncio.to_thread(services.media.open, key, size)
    if isinstance(image, bytes):
        return Response(image, media_type=MEDIA_TYPE, headers=headers)
    headers["Content-Length"] = str(image.length)
    return StreamingResponse(image.chunks, media_type=MEDIA_TYPE, headers=headers)


@teacher_submissions.post("/review", response_model=CountResponse, dependencies=[Idempotent])
async def review_many(body: BulkReviewRequest, actor: StaffActor, db: Db) -> CountResponse:
    """Review several submissions with one verdict: all or none."""
    return CountResponse(count=service.review_many(db, actor, body.submission_ids, body.to_review()))


@teacher_submissions.patch("/{submission_id}/review", response_model=SubmissionResponse)
async def review(submission: SubmissionToReview, body: ReviewRequest, actor: StaffActor, db: Db) -> SubmissionResponse:
    """Approve a submission, which completes and credits its goal in whole or in part, or deny it with a comment."""
    service.review(db, actor, submission, body.to_review())
    return SubmissionResponse.from_row(submission)


@teacher_submissions.post("/{submission_id}/undo-review", response_model=SubmissionResponse)
async def undo_review(submission: SubmissionToReview, actor: StaffActor, db: Db) -> SubmissionResponse:
    """Make a reviewed submission pending again; an approval's credit is reversed."""
    service.undo_review(db, actor, submission)
    return SubmissionResponse.from_row(submission)


@goal_completion.post("/complete", response_model=CountResponse, dependencies=[Idempotent])
async def complete_goals(body: CompleteGoalsRequest, actor: TeacherActor, db: Db) -> CountResponse:
    """Complete and credit several goals without proof: all or none; pending submissions are approved."""
    return CountResponse(count=service.complete_goals(db, actor, body.goal_ids))


@goal_completion.post("/{goal_id}/complete", response_model=GoalResponse)
async def complete_goal(goal: GoalToManage, actor: TeacherActor, db: Db) -> GoalResponse:
    """Complete and credit a goal without proof; a pending submission is approved."""
    service.complete_goal(db, actor, goal)
    return GoalResponse.from_row(goal)


@goal_completion.post("/{goal_id}/reopen", response_model=GoalResponse)
async def reopen_goal(goal: GoalToManage, actor: TeacherActor, db: Db) -> GoalResponse:
    """Make a completed goal current again and reverse its credit, or an ended one, without its due date."""
    service.reopen_goal(db, actor, goal)
    return GoalResponse.from_row(goal)
