"""Loading the classroom that a path names, for its teacher."""

from typing import Annotated

from fastapi import Depends

from server.domain.classrooms.models import Classroom
from server.domain.classrooms.queries import own_classroom
from server.security.gates import Db, TeacherActor


async def load_own(classroom_id: str, actor: TeacherActor, db: Db) -> Classroom:
    """The actor's own class; else 404."""
    return own_classroom(db, actor, classroom_id)


OwnClassroom = Annotated[Classroom, Depends(load_own)]
