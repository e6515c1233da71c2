"""Dependency that resolves the student to erase."""

from typing import Annotated

from fastapi import Depends

from server.data_protection.privacy.services import WithPrivacy
from server.domain.students.queries import get_visible_student
from server.security.gates import Db, TeacherActor


async def load_erasable_student(student_id: str, actor: TeacherActor, services: WithPrivacy, db: Db) -> str:
    """Return the id of the teacher's student, or of one whose erasure this teacher started; 404 otherwise."""
    if services.erasures.has_erasure(actor.id, student_id):
        return student_id
    return get_visible_student(db, actor, student_id).id


ErasableStudent = Annotated[str, Depends(load_erasable_student)]
