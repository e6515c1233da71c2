"""Route for the signed-in students of a class."""

from collections.abc import Sequence

from server.domain.classrooms.access import OwnedClassroomSummary
from server.domain.presence.queries import SignedInStudent, signed_in_students
from server.domain.presence.schemas import SignedInStudentResponse
from server.security.gates import Db, teacher_only
from server.security.routing import router

presence = router("/api/classrooms", gate=teacher_only)


@presence.get("/{classroom_id}/signed-in", response_model=list[SignedInStudentResponse])
async def list_signed_in(classroom: OwnedClassroomSummary, db: Db) -> Sequence[SignedInStudent]:
    """The students of the class who have an active session, ordered by id."""
    return signed_in_students(db, classroom)
