"""Loaders of the student or classroom in a path."""

from typing import Annotated, assert_never

from fastapi import Depends

from server.domain.classrooms.queries import ClassroomRow, get_classroom_row
from server.domain.students.models import Student
from server.domain.students.queries import (
    enrolled_classroom,
    lock_visible_student,
    require_own_id,
    require_visible_student,
)
from server.requests.gates import ClassActor, Db, StaffActor, StudentActor
from server.security.actor import Actor
from server.security.permissions import OwnLoader, PermissionLoader, ViewLoader


class _StudentLoader(PermissionLoader):
    """Loads a student for a teacher."""

    async def __call__(self, student_id: str, actor: StaffActor, db: Db) -> Student:
        return lock_visible_student(db, actor, self.permission, student_id)


class _VisibleStudentLoader(PermissionLoader):
    """Loads a student for a teacher, or the signed-in student."""

    async def __call__(self, student_id: str, actor: ClassActor, db: Db) -> Student:
        return lock_visible_student(db, actor, self.permission, student_id)


class _VisibleStudentIdLoader(ViewLoader):
    """Checks the id of a student for a teacher, or of the signed-in student, and loads nothing."""

    async def __call__(self, student_id: str, actor: ClassActor, db: Db) -> str:
        require_visible_student(db, actor, student_id)
        return student_id


class _StudentSelfLoader(OwnLoader):
    """Loads the actor if it is the student of the path; 404 otherwise."""

    async def __call__(self, student_id: str, actor: StudentActor) -> Actor:
        require_own_id(actor, student_id)
        return actor


class _VisibleClassroomLoader(ViewLoader):
    """Loads a class for a teacher, or the class of the signed-in student."""

    async def __call__(self, classroom_id: str, actor: ClassActor, db: Db) -> ClassroomRow:
        match actor.role:
            case "teacher" | "substitute":
                return get_classroom_row(db, actor, classroom_id)
            case "student":
                return enrolled_classroom(db, actor, classroom_id)
            case _:
                assert_never(actor.role)


StudentToReview = Annotated[Student, Depends(_StudentLoader("review"))]
StudentToManage = Annotated[Student, Depends(_StudentLoader("manage"))]
StudentToAdminister = Annotated[Student, Depends(_StudentLoader("administer"))]
StudentToRemove = Annotated[Student, Depends(_StudentLoader("remove"))]
StudentSelf = Annotated[Actor, Depends(_StudentSelfLoader())]
VisibleStudent = Annotated[Student, Depends(_VisibleStudentLoader("view"))]
VisibleStudentId = Annotated[str, Depends(_VisibleStudentIdLoader())]
VisibleClassroom = Annotated[ClassroomRow, Depends(_VisibleClassroomLoader())]
