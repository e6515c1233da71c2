"""Loader of the teacher whose days without school apply."""

from typing import Annotated

from fastapi import Depends

from server.domain.classrooms.membership import has_class_of
from server.errors import NotFoundError
from server.requests.gates import Db, TeacherActor
from server.security.permissions import OwnLoader


class _NoSchoolDaysLoader(OwnLoader):
    """Checks the id of the actor, or of the owner of a class in which the actor has a role; 404 otherwise."""

    async def __call__(self, teacher_id: str, actor: TeacherActor, db: Db) -> str:
        if teacher_id != actor.id and not has_class_of(db, actor, teacher_id):
            raise NotFoundError
        return teacher_id


NoSchoolDaysOwnerId = Annotated[str, Depends(_NoSchoolDaysLoader())]
