"""Loader of the group in a path."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends

from server.domain.classrooms.models import Classroom
from server.domain.groups.models import StudentGroup
from server.domain.groups.queries import get_group
from server.requests.gates import Db, TeacherActor
from server.security.permissions import PermissionLoader


@dataclass(frozen=True, slots=True)
class LoadedGroup:
    """A group and its class."""

    group: StudentGroup
    classroom: Classroom


class _GroupLoader(PermissionLoader):
    """Loads a group with its class."""

    async def __call__(self, group_id: str, actor: TeacherActor, db: Db) -> LoadedGroup:
        return LoadedGroup(*get_group(db, actor, self.permission, group_id))


GroupToManage = Annotated[LoadedGroup, Depends(_GroupLoader("manage"))]
