"""Loader that restricts a route to the teacher in its path."""

from typing import Annotated

from fastapi import Depends

from server.errors import NotFoundError
from server.requests.gates import TeacherActor
from server.security.actor import Actor
from server.security.permissions import OwnLoader


class _TeacherSelfLoader(OwnLoader):
    """Loads the actor if it is the teacher of the path; 404 otherwise."""

    async def __call__(self, teacher_id: str, actor: TeacherActor) -> Actor:
        if teacher_id != actor.id:
            raise NotFoundError
        return actor


TeacherSelf = Annotated[Actor, Depends(_TeacherSelfLoader())]
