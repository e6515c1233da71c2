"""Routes for a teacher's classes."""

from collections.abc import Sequence

from server.domain.classrooms import queries, service
from server.domain.classrooms.access import ClassroomToManage, ClassroomToRemove
from server.domain.classrooms.queries import ClassroomRow
from server.domain.classrooms.schemas import ClassroomRequest, ClassroomResponse
from server.requests.gates import Db, StaffActor, TeacherActor, staff, teacher_only
from server.requests.idempotency import Idempotent
from server.requests.routing import router

classrooms = router("/api/classrooms", gate=teacher_only)
class_list = router("/api/classrooms", gate=staff)


@class_list.get("", response_model=list[ClassroomResponse])
async def list_classrooms(actor: StaffActor, db: Db, *, archived: bool = False) -> Sequence[ClassroomRow]:
    """The teacher's classes, oldest first; with `archived` in their place those that are, newest first."""
    return queries.archived_classrooms_of(db, actor) if archived else queries.classrooms_of(db, actor)


@classrooms.post("", status_code=201, response_model=ClassroomResponse, dependencies=[Idempotent])
async def create_classroom(body: ClassroomRequest, actor: TeacherActor, db: Db) -> ClassroomRow:
    """Create a class with a class code."""
    classroom = service.create(db, actor, name=body.name, grade_level=body.grade_level)
    return queries.get_classroom_row(db, actor, classroom.id)


@classrooms.put("/{classroom_id}", response_model=ClassroomResponse)
async def edit_classroom(
    classroom: ClassroomToManage, body: ClassroomRequest, actor: TeacherActor, db: Db
) -> ClassroomRow:
    """Rename the class or change its grade level."""
    classroom.edit(name=body.name, grade_level=body.grade_level)
    return queries.get_classroom_row(db, actor, classroom.id)


@classrooms.post("/{classroom_id}/class-code", response_model=ClassroomResponse)
async def renew_class_code(classroom: ClassroomToManage, actor: TeacherActor, db: Db) -> ClassroomRow:
    """Replace the class code; the old one stops working."""
    service.renew_code(db, actor, classroom)
    return queries.get_classroom_row(db, actor, classroom.id)


@classrooms.delete("/{classroom_id}", status_code=204)
async def delete_classroom(classroom: ClassroomToRemove, actor: TeacherActor, db: Db) -> None:
    """Delete the class and everything in it."""
    service.delete(db, actor, classroom)
