"""Dependencies that load the student or classroom of a path."""

from typing import Annotated

from fastapi import Depends

from server.domain.classrooms.models import Classroom
from server.domain.classrooms.queries import own_classroom
from server.domain.students.models import Student
from server.domain.students.queries import attended, own_student
from server.security.gates import AnyActor, Db, StudentActor, TeacherActor


async def load_own(student_id: str, actor: TeacherActor, db: Db) -> Student:
    """Load a student of one of the teacher's classes, or respond 404."""
    return own_student(db, actor, student_id)


async def load_seen(student_id: str, actor: AnyActor, db: Db) -> Student:
    """Load a student of the teacher's classes, or the signed-in student; otherwise respond 404."""
    return own_student(db, actor, student_id)


async def load_self(student_id: str, actor: StudentActor, db: Db) -> Student:
    """Load the signed-in student, or respond 404 for any other id."""
    return own_student(db, actor, student_id)


async def load_seen_classroom(classroom_id: str, actor: AnyActor, db: Db) -> Classroom:
    """Load one of the teacher's classes, or the signed-in student's class; otherwise respond 404."""
    return own_classroom(db, actor, classroom_id) if actor.is_teacher else attended(db, actor, classroom_id)


OwnStudent = Annotated[Student, Depends(load_own)]
StudentSelf = Annotated[Student, Depends(load_self)]
SeenStudent = Annotated[Student, Depends(load_seen)]
SeenClassroom = Annotated[Classroom, Depends(load_seen_classroom)]
