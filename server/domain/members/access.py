"""Loader of the co-teacher in a path."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends

from server.domain.classrooms.membership import get_classroom
from server.domain.classrooms.models import Classroom
from server.domain.members.models import ClassMember
from server.domain.members.queries import get_member
from server.requests.gates import Db, TeacherActor
from server.security.permissions import PermissionLoader


@dataclass(frozen=True, slots=True)
class LoadedMember:
    """A co-teacher and the class."""

    member: ClassMember
    classroom: Classroom


class _MemberLoader(PermissionLoader):
    """Loads a co-teacher of a class; for the own membership any role will do."""

    async def __call__(self, classroom_id: str, teacher_id: str, actor: TeacherActor, db: Db) -> LoadedMember:
        permission = "view" if teacher_id == actor.id else self.permission
        classroom = get_classroom(db, actor, permission, classroom_id)
        return LoadedMember(get_member(db, classroom_id, teacher_id), classroom)


MemberToEnd = Annotated[LoadedMember, Depends(_MemberLoader("administer"))]
