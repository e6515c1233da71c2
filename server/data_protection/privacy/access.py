"""Loader of the student to erase."""

from typing import Annotated

from fastapi import Depends

from server.data_protection.privacy.dependencies import WithPrivacy
from server.domain.students.queries import lock_visible_student
from server.requests.gates import Db, TeacherActor
from server.security.permissions import PermissionLoader


class _ErasableStudentLoader(PermissionLoader):
    """Loads the id of a student, or of one whose erasure this teacher started."""

    async def __call__(self, student_id: str, actor: TeacherActor, services: WithPrivacy, db: Db) -> str:
        if services.erasures.has_erasure(actor.id, student_id):
            return student_id
        return lock_visible_student(db, actor, self.permission, student_id).id


ErasableStudent = Annotated[str, Depends(_ErasableStudentLoader("remove"))]
