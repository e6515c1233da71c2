"""Loader of the group in a path."""

from typing import Annotated

from fastapi import Depends

from server.domain.groups.models import StudentGroup
from server.domain.groups.queries import get_group
from server.requests.gates import Db, TeacherActor
from server.security.permissions import PermissionLoader


class _GroupLoader(PermissionLoader):
    async def __call__(self, group_id: str, actor: TeacherActor, db: Db) -> StudentGroup:
        return get_group(db, actor, self.permission, group_id)


GroupToManage = Annotated[StudentGroup, Depends(_GroupLoader("manage"))]
