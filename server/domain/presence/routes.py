"""Routes for the signed-in and the locked students of a class."""

from collections.abc import Sequence

from server.domain.classrooms.access import ClassroomRowToView
from server.domain.presence.queries import locked_students, signed_in_students
from server.domain.presence.schemas import LockedStudentResponse, SignedInStudentResponse
from server.requests.gates import Db, staff
from server.requests.routing import router

presence = router("/api/classrooms", gate=staff)


@presence.get("/{classroom_id}/signed-in", response_model=list[SignedInStudentResponse])
async def list_signed_in(classroom: ClassroomRowToView, db: Db) -> Sequence[SignedInStudentResponse]:
    """The students of the class who have an active session, ordered by id."""
    return signed_in_students(db, classroom)


@presence.get("/{classroom_id}/locked", response_model=list[LockedStudentResponse])
async def list_locked(classroom: ClassroomRowToView, db: Db) -> Sequence[LockedStudentResponse]:
    """The students of the class whom wrong passwords have locked, ordered by id."""
    return locked_students(db, classroom)
