"""A class in use, which is where most rules apply."""

from dataclasses import dataclass
from typing import Self

from server.domain.classrooms.models import Classroom
from server.domain.students.models import Student
from server.domain.teachers.models import Teacher
from tests.factories.world import Browser, World


@dataclass(frozen=True)
class Room:
    """A class with one student; `desk` is its teacher's browser, `tablet` the student's, both signed in."""

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
        """Another teacher's class on the same computer."""
        return type(self).of(self.world)

    def another(self) -> Self:
        """Another class of the same teacher."""
        return type(self).of(self.world, self.teacher)
