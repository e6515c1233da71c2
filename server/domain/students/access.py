"""Loading the student, or the classroom of a student, that a path names."""

from typing import Annotated

from fastapi import Depends

from server.domain.classrooms.models import Classroom
from server.domain.classrooms.queries import own_classroom
from server.domain.students.models import Student
from server.domain.students.queries import attended, own_student
from server.security.gates import AnyActor, Db, StudentActor, TeacherActor


async def load_own(student_id: str, actor: TeacherActor, db: Db) -> Student:
    """A student of the teacher's; else 404."""
    return own_student(db, actor, student_id)


async def load_seen(student_id: str, actor: AnyActor, db: Db) -> Student:
    """A student of the teacher's, or the student itself; else 404."""
    return own_student(db, actor, student_id)


async def load_self(student_id: str, actor: StudentActor, db: Db) -> Student:
    """The student itself; else 404."""
    return own_student(db, actor, student_id)


async def load_seen_classroom(classroom_id: str, actor: AnyActor, db: Db) -> Classroom:
    """A class of the teacher's, or the student's own class; else 404."""
    return own_classroom(db, actor, classroom_id) if actor.is_teacher else attended(db, actor, classroom_id)


OwnStudent = Annotated[Student, Depends(load_own)]
StudentSelf = Annotated[Student, Depends(load_self)]
SeenStudent = Annotated[Student, Depends(load_seen)]
SeenClassroom = Annotated[Classroom, Depends(load_seen_classroom)]
