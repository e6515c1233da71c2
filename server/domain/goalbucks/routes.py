"""Routes for balances, the ledger, corrections and awards."""

from collections.abc import Sequence

from server.domain.classrooms.membership import get_classroom
from server.domain.goalbucks import queries, service
from server.domain.goalbucks.access import AwardToReview, AwardToView
from server.domain.goalbucks.queries import BalanceSums
from server.domain.goalbucks.schemas import (
    AwardRequest,
    BalanceResponse,
    CorrectionRequest,
    LedgerEntryResponse,
    RecentAwardResponse,
)
from server.domain.students.access import StudentToManage, VisibleStudentId
from server.domain.teachers.access import StaffSelf
from server.requests.gates import Db, StaffActor, TeacherActor, in_class, staff, teacher_only
from server.requests.idempotency import Idempotent
from server.requests.list_query import ListPage
from server.requests.routing import router
from server.schema import AssignedCountResponse, CountResponse

student_goalbucks = router("/api/students", gate=in_class)
corrections = router("/api/students", gate=teacher_only)
awards = router("/api/goalbucks", gate=staff)


@student_goalbucks.get("/{student_id}/goalbucks", response_model=BalanceResponse)
async def show_balance(student_id: VisibleStudentId, db: Db) -> BalanceSums:
    """Show a student's balance."""
    return queries.balance_of(db, student_id)


@student_goalbucks.get("/{student_id}/ledger", response_model=list[LedgerEntryResponse])
async def list_ledger(student_id: VisibleStudentId, page: ListPage, db: Db) -> Sequence[LedgerEntryResponse]:
    """List the changes of a student's balance, newest first."""
    return queries.ledger_of_student(db, student_id, page)


@corrections.post(
    "/{student_id}/corrections", status_code=201, response_model=LedgerEntryResponse, dependencies=[Idempotent]
)
async def correct_balance(
    student: StudentToManage, body: CorrectionRequest, actor: TeacherActor, db: Db
) -> LedgerEntryResponse:
    """Increase or decrease a balance, with a reason; it may fall below zero."""
    entry = service.correct(db, actor, student.id, amount=body.amount, reason=body.reason)
    return LedgerEntryResponse.from_row(entry, reversed_at=None)


@awards.post("/award", status_code=201, response_model=AssignedCountResponse, dependencies=[Idempotent])
async def award(body: AwardRequest, actor: StaffActor, db: Db) -> AssignedCountResponse:
    """Award the same goalbucks to several students of a class, with a reason: all or none."""
    classroom = get_classroom(db, actor, "review", body.classroom_id)
    entries = service.award(db, actor, classroom, body.student_ids, body.to_fields())
    return AssignedCountResponse(count=len(entries), assignment_id=entries[0].source_id)


@awards.get("/awards/recent/{teacher_id}", response_model=list[RecentAwardResponse])
async def list_recent_awards(teacher: StaffSelf, db: Db) -> Sequence[RecentAwardResponse]:
    """List the teacher's last six awards that differ in amount or reason, newest first."""
    return queries.recent_awards(db, teacher)


@awards.get("/award/{assignment_id}", response_model=CountResponse)
async def count_award_holders(entries: AwardToView, db: Db) -> CountResponse:
    """Count the students for whom the award can be reversed."""
    return CountResponse(count=len(queries.since_reset(db, queries.unreversed_entries(db, entries))))


@awards.post("/award/{assignment_id}/reverse", response_model=CountResponse)
async def reverse_award(entries: AwardToReview, actor: StaffActor, db: Db) -> CountResponse:
    """Reverse an award for every student who still has it, since the last reset; a balance may fall below zero."""
    return CountResponse(count=service.reverse_award(db, actor, entries))
