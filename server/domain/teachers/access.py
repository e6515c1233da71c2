"""Loading the teacher that a path names."""

from typing import Annotated

from fastapi import Depends

from server.errors import NotFoundError
from server.security.actor import Actor
from server.security.gates import TeacherActor


async def own_self(teacher_id: str, actor: TeacherActor) -> Actor:
    """The actor, when the path's teacher is the actor; else 404."""
    if teacher_id != actor.id:
        raise NotFoundError
    return actor


TeacherSelf = Annotated[Actor, Depends(own_self)]
