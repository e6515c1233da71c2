"""Routes for the terms of a class."""

from server.domain.classrooms.access import ClassroomToAdminister, ClassroomToManage
from server.domain.terms import queries, service
from server.domain.terms.schemas import NewTermRequest, NextTermResponse, TermResponse
from server.requests.gates import Db, TeacherActor, teacher_only
from server.requests.idempotency import Idempotent
from server.requests.routing import router

terms = router("/api/classrooms", gate=teacher_only)


@terms.get("/{classroom_id}/terms", response_model=list[TermResponse])
async def list_terms(classroom: ClassroomToManage, db: Db) -> list[TermResponse]:
    """List the finished terms of a class, newest first."""
    return queries.terms_of_class(db, classroom.id)


@terms.get("/{classroom_id}/terms/next", response_model=NextTermResponse)
async def show_next_term(classroom: ClassroomToAdminister, db: Db) -> NextTermResponse:
    """Show what a new term would end now."""
    return queries.describe_next_term(db, classroom.id, *service.require_running_term(db, classroom))


@terms.post("/{classroom_id}/terms", status_code=201, response_model=TermResponse, dependencies=[Idempotent])
async def begin_term(
    classroom: ClassroomToAdminister, body: NewTermRequest, actor: TeacherActor, db: Db
) -> TermResponse:
    """End the running term of a class with this week, so that a new one begins."""
    return TermResponse.from_row(service.begin(db, actor, classroom, body.to_ending()))
