"""Routes for goal suggestions."""

from collections.abc import Sequence

from server.domain.goals.schemas import GoalResponse
from server.domain.students.access import VisibleStudentId
from server.domain.students.queries import require_own_id
from server.domain.suggestions import queries, service
from server.domain.suggestions.access import SuggestionToManage
from server.domain.suggestions.schemas import (
    ApprovalRequest,
    ApprovedSuggestionResponse,
    DenialRequest,
    SuggestionListItem,
    SuggestionRequest,
    SuggestionResponse,
)
from server.domain.teachers.access import TeacherSelf
from server.requests.gates import Db, StudentActor, TeacherActor, signed_in, student_only, teacher_only
from server.requests.idempotency import Idempotent
from server.requests.list_query import ListPage
from server.requests.routing import router

student_suggestions = router("/api/goal-suggestions", gate=student_only)
teacher_suggestions = router("/api/goal-suggestions", gate=teacher_only)
visible_suggestions = router("/api/goal-suggestions", gate=signed_in)


@student_suggestions.post("", status_code=201, response_model=SuggestionResponse, dependencies=[Idempotent])
async def suggest(body: SuggestionRequest, actor: StudentActor, db: Db) -> SuggestionResponse:
    """Suggest a goal to the teacher."""
    require_own_id(actor, body.student_id)
    suggestion = service.suggest(
        db, actor, name=body.suggested_name, goalbucks=body.suggested_goalbucks, description=body.description
    )
    return SuggestionResponse.from_row(suggestion)


@teacher_suggestions.get("/teacher/{teacher_id}", response_model=list[SuggestionListItem])
async def list_for_teacher(teacher: TeacherSelf, db: Db) -> Sequence[SuggestionListItem]:
    """List the pending suggestions of all the teacher's classes, newest first."""
    return queries.pending_for_teacher(db, teacher)


@visible_suggestions.get("/student/{student_id}", response_model=list[SuggestionResponse])
async def list_of_student(student_id: VisibleStudentId, page: ListPage, db: Db) -> Sequence[SuggestionResponse]:
    """List a student's suggestions of every status, newest first."""
    return queries.suggestions_of_student(db, student_id, page)


@teacher_suggestions.put("/{suggestion_id}/approve", response_model=ApprovedSuggestionResponse)
async def approve(
    suggestion: SuggestionToManage, actor: TeacherActor, db: Db, body: ApprovalRequest | None = None
) -> ApprovedSuggestionResponse:
    """Approve a suggestion, with the teacher's changes, and create its goal."""
    goal = service.approve(db, actor, suggestion, (body or ApprovalRequest()).to_overrides())
    return ApprovedSuggestionResponse(
        suggestion=SuggestionResponse.from_row(suggestion), goal=GoalResponse.from_row(goal)
    )


@teacher_suggestions.put("/{suggestion_id}/deny", response_model=SuggestionResponse)
async def deny(
    suggestion: SuggestionToManage, actor: TeacherActor, db: Db, body: DenialRequest | None = None
) -> SuggestionResponse:
    """Deny a suggestion."""
    del body
    service.deny(db, actor, suggestion)
    return SuggestionResponse.from_row(suggestion)


@teacher_suggestions.post("/{suggestion_id}/undo-answer", response_model=SuggestionResponse)
async def undo_review(suggestion: SuggestionToManage, actor: TeacherActor, db: Db) -> SuggestionResponse:
    """Make a reviewed suggestion pending again; the goal of an approval is deleted."""
    service.undo_review(db, actor, suggestion)
    return SuggestionResponse.from_row(suggestion)
