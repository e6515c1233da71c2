"""Routes for groups of students, which only teachers see."""

from collections.abc import Sequence

from server.domain.classrooms.access import ClassroomToManage
from server.domain.groups import queries, service
from server.domain.groups.access import GroupToManage
from server.domain.groups.schemas import GroupRequest, GroupResponse
from server.requests.gates import Db, teacher_only
from server.requests.idempotency import Idempotent
from server.requests.routing import router

class_groups = router("/api/classrooms", gate=teacher_only)
groups = router("/api/groups", gate=teacher_only)


@class_groups.get("/{classroom_id}/groups", response_model=list[GroupResponse])
async def list_groups(classroom: ClassroomToManage, db: Db) -> Sequence[GroupResponse]:
    """List a class's groups, oldest first."""
    return queries.groups_of_class(db, classroom.id)


@class_groups.post("/{classroom_id}/groups", status_code=201, response_model=GroupResponse, dependencies=[Idempotent])
async def create_group(classroom: ClassroomToManage, body: GroupRequest, db: Db) -> GroupResponse:
    """Create a group of students of the class."""
    group = service.create(db, classroom, body.name, body.student_ids)
    return queries.responses(db, [group])[0]


@groups.put("/{group_id}", response_model=GroupResponse)
async def edit_group(group: GroupToManage, body: GroupRequest, db: Db) -> GroupResponse:
    """Replace a group's name and students."""
    service.edit(db, group, body.name, body.student_ids)
    return queries.responses(db, [group])[0]


@groups.delete("/{group_id}", status_code=204)
async def delete_group(group: GroupToManage, db: Db) -> None:
    """Delete a group; its students stay."""
    service.delete(db, group)
