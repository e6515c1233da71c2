"""A classroom with a teacher, a student and their signed-in clients."""

from dataclasses import dataclass
from typing import Self

from server.domain.classrooms.models import Classroom
from server.domain.students.models import Student
from server.domain.teachers.models import Teacher
from tests.factories.world import Browser, World


@dataclass(frozen=True)
class Room:
    """A classroom with one student; `teacher_client` and `student_client` are signed in."""

    world: World
    teacher: Teacher
    classroom: Classroom
    student: Student
    desk: Browser
    tablet: Browser

    @classmethod
    def of(cls, world: World, teacher: Teacher | None = None) -> Self:
        owner = teacher or world.teacher()
        classroom = world.classroom(owner)
        student = world.student(classroom)
        return cls(world, owner, classroom, student, world.signed_in(owner), world.signed_in(student))

    def elsewhere(self) -> Self:
        """Create a classroom of another teacher in the same application."""
        return type(self).of(self.world)

    def another(self) -> Self:
        """Create another classroom of the same teacher."""
        return type(self).of(self.world, self.teacher)
