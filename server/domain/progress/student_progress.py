"""The progress of one student, as the student sees it."""

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from server.database.columns import fetch_columns, in_order
from server.domain.goals.models import Goal
from server.domain.progress.periods import PeriodChoice, period_of
from server.domain.progress.schemas import CommentOfGoal, StudentProgressResponse, WeekProgress
from server.domain.progress.weekly_sums import Sums, sums_by_week, weeks_of_student
from server.domain.students.queries import classroom_of_student
from server.domain.submissions.models import Submission
from server.schema import field_names

MAX_COMMENTS = 5

_COMMENTS = (
    select(
        *in_order(
            field_names(CommentOfGoal),
            goal_id=Submission.goal_id,
            goal_name=Goal.name,
            comment=Submission.comment,
            reviewed_at=Submission.reviewed_at,
        )
    )
    .join(Goal, Goal.id == Submission.goal_id)
    .where(
        Submission.student_id == bindparam("student_id"),
        Submission.status == "approved",
        Submission.comment.is_not(None),
    )
    .order_by(Submission.id.desc())
    .limit(MAX_COMMENTS)
)


def progress_of_student(db: Session, student_id: str, choice: PeriodChoice) -> StudentProgressResponse:
    """Return the student's progress, and the newest comments of approved goals."""
    of_student = {"student_id": student_id}
    period = period_of(db, classroom_of_student(db, student_id), choice)
    rows = weeks_of_student(db, student_id, period)
    sums = Sums()
    for row in rows:
        sums.add(row)
    return StudentProgressResponse(
        period.start,
        period.end,
        [WeekProgress.from_row(each, start=week) for week, each in sums_by_week(rows, period).items()],
        sums.earned,
        sums.spent,
        [CommentOfGoal(*row) for row in fetch_columns(db, _COMMENTS, of_student)],
    )
