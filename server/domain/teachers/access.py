"""Dependency that restricts a route to the teacher in its path."""

from typing import Annotated

from fastapi import Depends

from server.errors import NotFoundError
from server.security.actor import Actor
from server.security.gates import TeacherActor


async def require_self(teacher_id: str, actor: TeacherActor) -> Actor:
    """Return the actor if it is the teacher in the path; else respond with 404."""
    if teacher_id != actor.id:
        raise NotFoundError
    return actor


TeacherSelf = Annotated[Actor, Depends(require_self)]
