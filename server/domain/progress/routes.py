"""Routes for the progress of one class and of all classes, and for the CSV export of balances."""

from collections.abc import Sequence
from urllib.parse import quote

from fastapi import Response

from server.domain.classrooms.access import ClassroomRowToView, ClassroomToManage
from server.domain.progress.access import StatsToView
from server.domain.progress.balances_csv import balances_csv
from server.domain.progress.class_progress import progress_of_class
from server.domain.progress.periods import PeriodChoice, period_of
from server.domain.progress.queries import balances_of, stats_for_teacher
from server.domain.progress.schemas import (
    ClassProgressResponse,
    StudentProgressResponse,
    StudentStatsListItem,
    StudentStatsResponse,
)
from server.domain.progress.student_progress import progress_of_student
from server.domain.students.access import VisibleStudentId
from server.domain.teachers.access import StaffSelf
from server.requests.gates import Db, signed_in, staff, teacher_only
from server.requests.routing import router
from server.texts.language import Language

class_stats = router("/api/classrooms", gate=staff)
class_progress = router("/api/classrooms", gate=teacher_only)
teacher_progress = router("/api/students", gate=staff)
student_progress = router("/api/students", gate=signed_in)


@class_stats.get("/{classroom_id}/students/stats", response_model=list[StudentStatsResponse])
async def list_stats(stats: StatsToView) -> Sequence[StudentStatsResponse]:
    """List a class's students with their progress, by last name, then first name."""
    return stats


@class_progress.get("/{classroom_id}/progress", response_model=ClassProgressResponse)
async def show_class_progress(
    classroom: ClassroomToManage, db: Db, time: PeriodChoice = "8weeks"
) -> ClassProgressResponse:
    """Show what a class completed, earned and spent by week and by student, and what is to be done now."""
    return progress_of_class(db, classroom, period_of(db, classroom, time))


@teacher_progress.get("/teacher/{teacher_id}", response_model=list[StudentStatsListItem])
async def list_for_teacher(teacher: StaffSelf, db: Db) -> Sequence[StudentStatsListItem]:
    """List the students of all the teacher's classes with their progress, by last name, then first name."""
    return stats_for_teacher(db, teacher)


@student_progress.get("/{student_id}/progress", response_model=StudentProgressResponse)
async def show_student_progress(
    student_id: VisibleStudentId, db: Db, time: PeriodChoice = "8weeks"
) -> StudentProgressResponse:
    """Show a student's goals by week, and the newest comments of approved goals."""
    return progress_of_student(db, student_id, time)


@class_progress.get("/{classroom_id}/balances.csv", response_class=Response)
async def download_balances(classroom: ClassroomRowToView, db: Db, language: Language = "en") -> Response:
    """Download a class's balances as CSV."""
    name = quote(f"{classroom.name} GoalBucks.csv", safe="")
    headers = {"Content-Disposition": f"attachment; filename=\"GoalBucks.csv\"; filename*=UTF-8''{name}"}
    content = balances_csv(balances_of(db, classroom), language)
    return Response(content, media_type="text/csv; charset=utf-8", headers=headers)
