"""Dependencies that load the submission of a path."""

from typing import Annotated

from fastapi import Depends

from server.domain.submissions.models import Submission
from server.domain.submissions.queries import own_submission
from server.security.gates import AnyActor, Db, StudentActor, TeacherActor


async def load_reviewed(submission_id: str, actor: TeacherActor, db: Db) -> Submission:
    """Load a submission in one of the teacher's classes, or respond 404."""
    return own_submission(db, actor, submission_id)


async def load_own(submission_id: str, actor: StudentActor, db: Db) -> Submission:
    """Load a submission of the signed-in student, or respond 404."""
    return own_submission(db, actor, submission_id)


async def load_seen(submission_id: str, actor: AnyActor, db: Db) -> Submission:
    """Load a submission of the teacher's classes or of the signed-in student; otherwise respond 404."""
    return own_submission(db, actor, submission_id)


ReviewedSubmission = Annotated[Submission, Depends(load_reviewed)]
OwnSubmission = Annotated[Submission, Depends(load_own)]
SeenSubmission = Annotated[Submission, Depends(load_seen)]
