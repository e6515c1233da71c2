"""Loader of the co-teacher in a path."""

from typing import Annotated

from fastapi import Depends

from server.domain.classrooms.membership import get_classroom
from server.domain.members.models import ClassMember
from server.domain.members.queries import get_member
from server.requests.gates import Db, TeacherActor
from server.security.permissions import PermissionLoader


class _MemberLoader(PermissionLoader):
    """Loads a co-teacher of a class; for the own membership any role will do."""

    async def __call__(self, classroom_id: str, teacher_id: str, actor: TeacherActor, db: Db) -> ClassMember:
        permission = "view" if teacher_id == actor.id else self.permission
        get_classroom(db, actor, permission, classroom_id)
        return get_member(db, classroom_id, teacher_id)


MemberToEnd = Annotated[ClassMember, Depends(_MemberLoader("administer"))]
