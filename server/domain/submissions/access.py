"""Loaders of the submission in a path."""

from typing import Annotated

from fastapi import Depends

from server.domain.students.queries import lock_visible_row
from server.domain.submissions.models import Submission
from server.requests.gates import AnyActor, Db, StudentActor, TeacherActor
from server.security.permissions import OwnLoader, PermissionLoader


class _SubmissionLoader(PermissionLoader):
    """Loads a submission for a teacher."""

    async def __call__(self, submission_id: str, actor: TeacherActor, db: Db) -> Submission:
        return lock_visible_row(db, actor, self.permission, Submission, submission_id)


class _OwnSubmissionLoader(OwnLoader):
    """Loads a submission of the signed-in student."""

    async def __call__(self, submission_id: str, actor: StudentActor, db: Db) -> Submission:
        return lock_visible_row(db, actor, "view", Submission, submission_id)


class _VisibleSubmissionLoader(PermissionLoader):
    """Loads a submission for a teacher, or one of the signed-in student."""

    async def __call__(self, submission_id: str, actor: AnyActor, db: Db) -> Submission:
        return lock_visible_row(db, actor, self.permission, Submission, submission_id)


SubmissionToReview = Annotated[Submission, Depends(_SubmissionLoader("review"))]
OwnSubmission = Annotated[Submission, Depends(_OwnSubmissionLoader())]
VisibleSubmission = Annotated[Submission, Depends(_VisibleSubmissionLoader("view"))]
