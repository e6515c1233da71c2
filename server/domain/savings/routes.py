"""Routes for the item that a student saves for."""

from server.domain.savings import queries, service
from server.domain.savings.schemas import SavingsRequest, SavingsResponse
from server.domain.students.access import StudentSelf, VisibleStudentId
from server.requests.gates import Db, signed_in, student_only
from server.requests.routing import router

savings = router("/api/students", gate=signed_in)
own_savings = router("/api/students", gate=student_only)


@savings.get("/{student_id}/savings", response_model=SavingsResponse | None)
async def show_savings(student_id: VisibleStudentId, db: Db) -> SavingsResponse | None:
    """Show what a student saves for, or null."""
    return queries.savings_of_student(db, student_id)


@own_savings.put("/{student_id}/savings", status_code=204)
async def choose_savings(student: StudentSelf, body: SavingsRequest, db: Db) -> None:
    """Choose what to save for; nothing is set aside."""
    service.choose(db, student, body.item_id)
