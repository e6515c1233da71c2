"""Dependency that loads the classroom in a path for its teacher."""

from typing import Annotated

from fastapi import Depends

from server.domain.classrooms.models import Classroom
from server.domain.classrooms.queries import own_classroom
from server.security.gates import Db, TeacherActor


async def load_own(classroom_id: str, actor: TeacherActor, db: Db) -> Classroom:
    """Load the classroom if it is the actor's; else respond with 404."""
    return own_classroom(db, actor, classroom_id)


OwnClassroom = Annotated[Classroom, Depends(load_own)]
