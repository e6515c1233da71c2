"""Dependencies that load the student or classroom of a path."""

from typing import Annotated, assert_never

from fastapi import Depends

from server.domain.classrooms.queries import ClassroomSummary, get_summary
from server.domain.students.models import Student
from server.domain.students.queries import enrolled_classroom, get_visible_student, require_visible_student
from server.errors import NotFoundError
from server.security.actor import Actor
from server.security.gates import AnyActor, Db, StudentActor, TeacherActor


async def owned_student(student_id: str, actor: TeacherActor, db: Db) -> Student:
    """Load a student of one of the teacher's classes, or respond 404."""
    return get_visible_student(db, actor, student_id)


async def visible_student(student_id: str, actor: AnyActor, db: Db) -> Student:
    """Load a student of the teacher's classes, or the signed-in student; otherwise respond 404."""
    return get_visible_student(db, actor, student_id)


async def visible_student_id(student_id: str, actor: AnyActor, db: Db) -> str:
    """Return the id of a student of the teacher's classes, or of the signed-in student; otherwise respond 404."""
    require_visible_student(db, actor, student_id)
    return student_id


async def require_self(student_id: str, actor: StudentActor) -> Actor:
    """Return the actor if it is the student in the path; else respond 404."""
    if student_id != actor.id:
        raise NotFoundError
    return actor


async def visible_classroom(classroom_id: str, actor: AnyActor, db: Db) -> ClassroomSummary:
    """Load one of the teacher's classes, or the signed-in student's class; otherwise respond 404."""
    match actor.role:
        case "teacher":
            return get_summary(db, actor, classroom_id)
        case "student":
            return enrolled_classroom(db, actor, classroom_id)
        case _:
            assert_never(actor.role)


OwnedStudent = Annotated[Student, Depends(owned_student)]
StudentSelf = Annotated[Actor, Depends(require_self)]
VisibleStudent = Annotated[Student, Depends(visible_student)]
VisibleStudentId = Annotated[str, Depends(visible_student_id)]
VisibleClassroom = Annotated[ClassroomSummary, Depends(visible_classroom)]
