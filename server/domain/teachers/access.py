"""Loaders that restrict a route to the teacher in its path."""

from typing import Annotated

from fastapi import Depends

from server.errors import NotFoundError
from server.requests.gates import StaffActor, TeacherActor
from server.security.actor import Actor
from server.security.permissions import OwnLoader


class _TeacherSelfLoader(OwnLoader):
    """Loads the actor if it is the teacher of the path; 404 otherwise."""

    async def __call__(self, teacher_id: str, actor: TeacherActor) -> Actor:
        return _require_self(teacher_id, actor)


class _StaffSelfLoader(OwnLoader):
    """Loads the actor if it is the teacher or the substitute of the path; 404 otherwise."""

    async def __call__(self, teacher_id: str, actor: StaffActor) -> Actor:
        return _require_self(teacher_id, actor)


def _require_self(teacher_id: str, actor: Actor) -> Actor:
    if teacher_id != actor.id:
        raise NotFoundError
    return actor


TeacherSelf = Annotated[Actor, Depends(_TeacherSelfLoader())]
StaffSelf = Annotated[Actor, Depends(_StaffSelfLoader())]
"""Also a substitute, for lists of the one class."""
