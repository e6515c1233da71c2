"""Dependencies that load the submission of a path."""

from typing import Annotated

from fastapi import Depends

from server.domain.students.queries import get_visible_row
from server.domain.submissions.models import Submission
from server.security.gates import AnyActor, Db, StudentActor, TeacherActor


async def reviewable_submission(submission_id: str, actor: TeacherActor, db: Db) -> Submission:
    """Load a submission in one of the teacher's classes, or respond 404."""
    return get_visible_row(db, actor, Submission, submission_id)


async def owned_submission(submission_id: str, actor: StudentActor, db: Db) -> Submission:
    """Load a submission of the signed-in student, or respond 404."""
    return get_visible_row(db, actor, Submission, submission_id)


async def visible_submission(submission_id: str, actor: AnyActor, db: Db) -> Submission:
    """Load a submission of the teacher's classes or of the signed-in student; otherwise respond 404."""
    return get_visible_row(db, actor, Submission, submission_id)


ReviewableSubmission = Annotated[Submission, Depends(reviewable_submission)]
OwnedSubmission = Annotated[Submission, Depends(owned_submission)]
VisibleSubmission = Annotated[Submission, Depends(visible_submission)]
