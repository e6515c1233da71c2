"""Loaders of the classroom in a path."""

from typing import Annotated

from fastapi import Depends

from server.domain.classrooms.membership import get_classroom
from server.domain.classrooms.models import Classroom
from server.domain.classrooms.queries import ClassroomRow, get_classroom_row
from server.requests.gates import Db, StaffActor
from server.security.permissions import PermissionLoader, ViewLoader


class _ClassroomLoader(PermissionLoader):
    """Loads a classroom, to be changed or handed to services."""

    async def __call__(self, classroom_id: str, actor: StaffActor, db: Db) -> Classroom:
        return get_classroom(db, actor, self.permission, classroom_id)


class _ClassroomRowLoader(ViewLoader):
    """Loads the columns of a classroom, to be read only."""

    async def __call__(self, classroom_id: str, actor: StaffActor, db: Db) -> ClassroomRow:
        return get_classroom_row(db, actor, classroom_id)


ClassroomToView = Annotated[Classroom, Depends(_ClassroomLoader("view"))]
ClassroomToReview = Annotated[Classroom, Depends(_ClassroomLoader("review"))]
ClassroomToManage = Annotated[Classroom, Depends(_ClassroomLoader("manage"))]
ClassroomToAdminister = Annotated[Classroom, Depends(_ClassroomLoader("administer"))]
ClassroomToRemove = Annotated[Classroom, Depends(_ClassroomLoader("remove"))]
ClassroomRowToView = Annotated[ClassroomRow, Depends(_ClassroomRowLoader())]
