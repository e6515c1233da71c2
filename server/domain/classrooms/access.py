"""Dependencies that load the classroom in a path for its teacher."""

from typing import Annotated

from fastapi import Depends

from server.domain.classrooms.membership import get_classroom
from server.domain.classrooms.models import Classroom
from server.domain.classrooms.queries import ClassroomSummary, get_summary
from server.security.gates import Db, TeacherActor


async def owned_classroom(classroom_id: str, actor: TeacherActor, db: Db) -> Classroom:
    """Load the classroom if it is the actor's; else respond with 404."""
    return get_classroom(db, actor, classroom_id)


async def owned_classroom_summary(classroom_id: str, actor: TeacherActor, db: Db) -> ClassroomSummary:
    """Load the columns of the classroom, to be read only, if it is the actor's; else respond with 404."""
    return get_summary(db, actor, classroom_id)


OwnedClassroom = Annotated[Classroom, Depends(owned_classroom)]
OwnedClassroomSummary = Annotated[ClassroomSummary, Depends(owned_classroom_summary)]
