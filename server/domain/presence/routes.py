"""The call for who is signed in."""

from collections.abc import Sequence

from server.domain.classrooms.access import OwnClassroom
from server.domain.presence.queries import SignedInStudent, signed_in_students
from server.domain.presence.schemas import SignedInStudentAnswer
from server.security.gates import Db, teacher_only
from server.security.routing import router

presence = router("/api/classrooms", access=teacher_only)


@presence.get("/{classroom_id}/signed-in", response_model=list[SignedInStudentAnswer])
async def list_signed_in(classroom: OwnClassroom, db: Db) -> Sequence[SignedInStudent]:
    """The class's students who have a session that has neither ended nor expired, by id."""
    return signed_in_students(db, classroom)
