"""Moving several students to another class at once: all or none, within the caller's transaction."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from server.database.locking import lock_rows
from server.domain.classrooms.membership import require_permission
from server.domain.classrooms.models import Classroom
from server.domain.students.models import Student
from server.domain.students.service import ExternalIdTakenError, UsernameTakenError, move
from server.errors import DomainError, NotFoundError
from server.security.actor import Actor

MAX_NAMED = 40
"""Students named in the sentence of a refusal: as many as a class has."""


class UsernamesTakenError(DomainError):
    """The new class would have the usernames of these students twice. Nobody is moved."""

    code = "username_taken"
    key = "usernames_taken"
    sentence = (
        "Nobody was moved, because {className} would have these usernames twice: {names}. "
        "Please change them in Manage Students first."
    )


class ExternalIdsTakenError(DomainError):
    """The new class would have the identifiers of these students twice. Nobody is moved."""

    code = "external_id_taken"
    key = "external_ids_taken"
    sentence = (
        "Nobody was moved, because {className} would have the same ID from the school's lists twice: {names}. "
        "They may be the same students with a second account. Please move only the others."
    )


_ERRORS: dict[type[DomainError], type[DomainError]] = {
    UsernameTakenError: UsernamesTakenError,
    ExternalIdTakenError: ExternalIdsTakenError,
}
"""The errors about one student, and those about several, in the order in which a teacher mends them."""


def move_many(db: Session, actor: Actor, student_ids: Sequence[str], classroom: Classroom) -> int:
    """Move these students of the teacher's classes as `move` does, all or none; return how many weren't there already.

    `NotFoundError` if any isn't in the teacher's classes, `OwnerOnlyError` and `ClassArchivedError` as in
    `get_classroom`; `UsernamesTakenError` or `ExternalIdsTakenError`, which names all whose username or identifier the
    new class would have twice.
    """
    students = _lock_students(db, actor, student_ids)
    class_name = classroom.name
    # Before the first move: no row can be read after a violated constraint.
    labels = {each: f"{each.full_name} (@{each.username})" for each in students if each.classroom_id != classroom.id}
    refused: dict[type[DomainError], list[str]] = {}
    for student, label in labels.items():
        try:
            move(db, actor, student, classroom)
        except tuple(_ERRORS) as error:
            refused.setdefault(type(error), []).append(label)
            if isinstance(error.__cause__, IntegrityError):
                break  # the database has refused it, because of a concurrent change: the session can't go on
    for single, several in _ERRORS.items():
        if labels_of_refused := refused.get(single):
            raise several(params={"className": class_name, "names": _join(labels_of_refused)})
    return len(labels)


def _lock_students(db: Session, actor: Actor, student_ids: Sequence[str]) -> Sequence[Student]:
    """Return these students, each once, locked; the errors are those of `move_many`."""
    wanted = set(student_ids)
    lock_rows(db, Student, list(wanted))
    students = db.scalars(select(Student).where(Student.id.in_(wanted)).order_by(Student.id)).all()
    if len(students) != len(wanted):
        raise NotFoundError
    require_permission(db, actor, "administer", [student.classroom_id for student in students])
    return students


def _join(labels: Sequence[str]) -> str:
    return ", ".join([*labels[:MAX_NAMED], *(["…"] if len(labels) > MAX_NAMED else [])])
