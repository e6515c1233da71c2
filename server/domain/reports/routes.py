"""Routes for the reports of a class and for comments for families."""

from server.domain.classrooms.access import ClassroomToManage
from server.domain.progress.periods import PeriodChoice, period_of
from server.domain.reports.queries import reports_of_class
from server.domain.reports.schemas import FamilyCommentRequest, FamilyCommentResponse, ReportsResponse
from server.domain.reports.service import save_comment as save
from server.domain.students.access import StudentToManage
from server.requests.gates import Db, teacher_only
from server.requests.routing import router

reports = router("/api/classrooms", gate=teacher_only)
family_comments = router("/api/students", gate=teacher_only)


@reports.get("/{classroom_id}/reports", response_model=ReportsResponse)
async def show_reports(classroom: ClassroomToManage, db: Db, time: PeriodChoice = "8weeks") -> ReportsResponse:
    """Show the reports of all students of a class."""
    return reports_of_class(db, classroom, period_of(db, classroom, time))


@family_comments.put("/{student_id}/family-comment", response_model=FamilyCommentResponse)
async def save_comment(student: StudentToManage, body: FamilyCommentRequest, db: Db) -> FamilyCommentResponse:
    """Save the comment on a student's report, unless another one was saved since."""
    return FamilyCommentResponse.from_row(save(db, student, body.text, body.based_on, body.term_id))
