"""Loaders of the submission in a path, and of a portfolio."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Depends, Query

from server.domain.students.queries import lock_visible_row, require_visible_student
from server.domain.submissions.models import Submission
from server.domain.submissions.queries import PortfolioRow, portfolio_of_student
from server.requests.gates import ClassActor, Db, StaffActor, StudentActor
from server.security.permissions import OwnLoader, PermissionLoader, ViewLoader

MAX_PORTFOLIO_PAGE = 50
"""Each item has a preview of its photo, so that a page is smaller than those of other lists."""


class _SubmissionLoader(PermissionLoader):
    """Loads a submission for a teacher."""

    async def __call__(self, submission_id: str, actor: StaffActor, db: Db) -> Submission:
        return lock_visible_row(db, actor, self.permission, Submission, submission_id)


class _OwnSubmissionLoader(OwnLoader):
    """Loads a submission of the signed-in student."""

    async def __call__(self, submission_id: str, actor: StudentActor, db: Db) -> Submission:
        return lock_visible_row(db, actor, "view", Submission, submission_id)


class _VisibleSubmissionLoader(PermissionLoader):
    """Loads a submission for a teacher, or one of the signed-in student."""

    async def __call__(self, submission_id: str, actor: ClassActor, db: Db) -> Submission:
        return lock_visible_row(db, actor, self.permission, Submission, submission_id)


class _PortfolioLoader(ViewLoader):
    """Loads a page of a student's portfolio for a teacher, or of the signed-in student."""

    async def __call__(
        self,
        student_id: str,
        actor: ClassActor,
        db: Db,
        limit: Annotated[int, Query(ge=1, le=MAX_PORTFOLIO_PAGE)] = 30,
        before: Annotated[str | None, Query(max_length=64)] = None,
    ) -> Sequence[PortfolioRow]:
        require_visible_student(db, actor, student_id)
        return portfolio_of_student(db, student_id, limit, before)


SubmissionToReview = Annotated[Submission, Depends(_SubmissionLoader("review"))]
OwnSubmission = Annotated[Submission, Depends(_OwnSubmissionLoader())]
VisibleSubmission = Annotated[Submission, Depends(_VisibleSubmissionLoader("view"))]
PortfolioPage = Annotated[Sequence[PortfolioRow], Depends(_PortfolioLoader())]
