"""Loading the submission that a path names."""

from typing import Annotated

from fastapi import Depends

from server.domain.submissions.models import Submission
from server.domain.submissions.queries import own_submission
from server.security.gates import AnyActor, Db, StudentActor, TeacherActor


async def load_reviewed(submission_id: str, actor: TeacherActor, db: Db) -> Submission:
    """A submission in a class of the teacher's; else 404."""
    return own_submission(db, actor, submission_id)


async def load_own(submission_id: str, actor: StudentActor, db: Db) -> Submission:
    """The student's own submission; else 404."""
    return own_submission(db, actor, submission_id)


async def load_seen(submission_id: str, actor: AnyActor, db: Db) -> Submission:
    """A submission that its teacher or its student asks for; else 404."""
    return own_submission(db, actor, submission_id)


ReviewedSubmission = Annotated[Submission, Depends(load_reviewed)]
OwnSubmission = Annotated[Submission, Depends(load_own)]
SeenSubmission = Annotated[Submission, Depends(load_seen)]
