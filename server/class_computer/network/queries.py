"""Query of the class computer's label."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from server.computer.network import MAX_LABEL_CLASSES, ServerLabel
from server.domain.classrooms.membership import is_owned_by
from server.domain.classrooms.models import Classroom
from server.domain.teachers.models import Teacher
from server.domain.teachers.sample_account import IS_SAMPLE


def load_label(db: Session) -> ServerLabel:
    """Load the label: the first teacher, and that teacher's first classes; not the sample class, no archived ones."""
    teacher = db.scalars(select(Teacher).where(~IS_SAMPLE).order_by(Teacher.id).limit(1)).first()
    if teacher is None:
        return ServerLabel(None, ())
    listed = select(Classroom.name).where(is_owned_by(teacher.id), Classroom.archived_at.is_(None))
    names = listed.order_by(Classroom.id).limit(MAX_LABEL_CLASSES)
    return ServerLabel(teacher.name, tuple(db.scalars(names)))
