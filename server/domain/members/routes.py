"""Routes for the co-teachers of a class."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from server.domain.auth.access import WithSignIn
from server.domain.classrooms.access import ClassroomRowToView, ClassroomToAdminister
from server.domain.classrooms.queries import ClassroomRow, get_classroom_row
from server.domain.classrooms.schemas import ClassroomResponse
from server.domain.members import queries, service
from server.domain.members.access import MemberToEnd
from server.domain.members.schemas import InvitationResponse, JoinRequest, MemberResponse
from server.errors import DomainError
from server.requests.gates import Db, TeacherActor, teacher_only
from server.requests.idempotency import IdempotentWithoutReplay
from server.requests.routing import router

members = router("/api/classrooms", gate=teacher_only)


@members.post(
    "/{classroom_id}/invitations",
    status_code=201,
    response_model=InvitationResponse,
    dependencies=[IdempotentWithoutReplay],
)
async def invite_co_teacher(classroom: ClassroomToAdminister, actor: TeacherActor, db: Db) -> InvitationResponse:
    """Make a code with which one teacher can join the class as a co-teacher, within seven days."""
    return service.invite(db, actor, classroom)


@members.post("/join", response_model=ClassroomResponse, transaction="manual")
async def join_class(body: JoinRequest, actor: TeacherActor, context: WithSignIn) -> ClassroomRow:
    """Join a class as a co-teacher, with the code of an invitation."""

    def work(db: Session) -> ClassroomRow | DomainError:
        outcome = service.join(db, actor, context.client.address, body.code)
        return outcome if isinstance(outcome, DomainError) else get_classroom_row(db, actor, outcome.id)

    outcome = await context.transactions.write(work)
    if isinstance(outcome, DomainError):
        raise outcome
    return outcome


@members.get("/{classroom_id}/members", response_model=list[MemberResponse])
async def list_members(classroom: ClassroomRowToView, db: Db) -> Sequence[MemberResponse]:
    """List the teachers of a class: its owner, then its co-teachers in the order in which they joined."""
    return queries.members_of_class(db, classroom)


@members.delete("/{classroom_id}/members/{teacher_id}", status_code=204)
async def end_membership(member: MemberToEnd, actor: TeacherActor, db: Db) -> None:
    """End the membership of a co-teacher, who loses access to the class immediately, or leave the class."""
    service.end(db, actor, member)
