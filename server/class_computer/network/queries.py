"""Query of the class computer's label."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from server.computer import MOST_CLASSES, Door
from server.domain.classrooms.models import Classroom
from server.domain.teachers.models import Teacher


def own_door(db: Session) -> Door:
    """Load the label: the teacher who registered first, and that teacher's first classes."""
    teacher = db.scalars(select(Teacher).order_by(Teacher.id).limit(1)).first()
    if teacher is None:
        return Door(None, ())
    names = select(Classroom.name).where(Classroom.teacher_id == teacher.id).order_by(Classroom.id).limit(MOST_CLASSES)
    return Door(teacher.name, tuple(db.scalars(names)))
