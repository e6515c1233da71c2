"""Creating, changing, moving, unlocking and deleting students, within the caller's transaction."""

from dataclasses import dataclass
from typing import Final
from unicodedata import normalize

from sqlalchemy import and_, bindparam, select, update
from sqlalchemy.orm import Session

from server import clock
from server.database.base import Base
from server.database.hooks import notify_before_delete, notify_before_move
from server.database.locking import lock_rows
from server.database.unique import flush_unique
from server.domain.activity.service import ActivityEvent, record
from server.domain.classrooms.models import Classroom
from server.domain.pictures import service as pictures
from server.domain.students.confusable_text import require_clear_username
from server.domain.students.models import Student
from server.domain.students.queries import lock_visible_student, students_of
from server.errors import DomainError
from server.security import apostrophes, throttle
from server.security.actor import Actor
from server.security.sessions import end_sessions_of
from server.texts.language import StudentLanguage


class UsernameTakenError(DomainError):
    """Another student of the class has an equal username after normalization."""

    code = "username_taken"
    sentence = "Another student in this class already has this username. Please choose another one."


class ExternalIdTakenError(DomainError):
    """Another student of the class has the identifier."""

    code = "external_id_taken"
    sentence = (
        "Another student in this class already has the same ID from the school's lists. "
        "It may be the same student with a second account."
    )


MOVED_TABLES = ("goals", "submissions", "goal_suggestions", "purchases")
"""The tables whose rows go along with a student who moves, by name: their domains are above this one."""
ENDED_TABLES = ("student_group_members", "class_goal_gifts", "savings_goals")
"""The tables whose rows belong to the old class and are deleted when a student moves, by name likewise."""
KEEP_LANGUAGE: Final = ""
"""Value of `StudentFields.language` that keeps the present one."""
_ERRORS_BY_UNIQUE_COLUMN = {"username_key": UsernameTakenError, "external_id": ExternalIdTakenError}


@dataclass(frozen=True, slots=True)
class StudentFields:
    """The fields of a student that a teacher edits or imports; None keeps the present password hash or identifier."""

    first_name: str
    last_name: str
    username: str
    password_hash: str | None
    external_id: str | None = None
    language: StudentLanguage | None = KEEP_LANGUAGE
    """None: that of the computer."""


def username_key(username: str) -> str:
    """Normalize a username for comparison: NFKC, case-folded, trimmed, all apostrophes alike (specification 2.5)."""
    # Before, because NFKC splits some; and after, because it makes others.
    return apostrophes.straighten(_exact_key(apostrophes.straighten(username)))


def _exact_key(username: str) -> str:
    """Return the key of earlier versions, which students have whose other key another student of the class had."""
    return normalize("NFKC", normalize("NFKC", username).strip().casefold())


_BY_EXTERNAL_ID = select(Student.id).where(
    Student.classroom_id == bindparam("classroom_id"), Student.external_id == bindparam("external_id")
)
_BY_USERNAME = select(Student).where(
    Student.classroom_id == bindparam("classroom_id"),
    Student.username_key.in_([bindparam("username_key"), bindparam("exact_key")]),
)


def find_by_username(db: Session, classroom_id: str, username: str) -> Student | None:
    """Return the student with this username in the class, or None; of two, the one with the same apostrophes."""
    exact = _exact_key(username)
    parameters = {"classroom_id": classroom_id, "username_key": username_key(username), "exact_key": exact}
    found = sorted(db.scalars(_BY_USERNAME, parameters), key=lambda each: each.username_key != exact)
    return found[0] if found else None


def create(db: Session, classroom: Classroom, fields: StudentFields) -> Student:
    """Create a student in the class, with pictures if the class signs in with them.

    `UsernameTakenError` if the class has the username, `ExternalIdTakenError` if it has the identifier, and the errors
    of `require_clear_username`.
    """
    student = create_without_pictures(db, classroom, fields)
    pictures.give_if_on(db, student.classroom_id, [student.id])
    return student


def create_without_pictures(db: Session, classroom: Classroom, fields: StudentFields) -> Student:
    """Create a student as `create` does; the caller gives pictures to all new students of the class at once."""
    student = Student(classroom_id=classroom.id)
    _apply_fields(db, student, fields)
    return student


def edit(db: Session, actor: Actor, student_id: str, fields: StudentFields) -> Student:
    """Change a student; a new password ends all sessions, resets the sign-in throttle and makes all browsers unknown.

    `UsernameTakenError` if another student of the class has the username, `ExternalIdTakenError` if the identifier, and
    the errors of `require_clear_username` for another username.
    """
    student = lock_visible_student(db, actor, "manage", student_id)
    _apply_fields(db, student, fields)
    if fields.password_hash is not None:
        end_sessions_of(db, "student", student.id)
        throttle.reset_failures(db, "student", student.id)
        throttle.delete_known_browsers(db, "student", student.id)
        record(db, actor, ActivityEvent("student_password_changed", student_ids=[student.id]))
    return student


def move(db: Session, actor: Actor, student: Student, classroom: Classroom) -> None:
    """Move a student to another class, with the pictures and the rows of `MOVED_TABLES`; those of `ENDED_TABLES` end.

    Past events keep the class in which they happened. `UsernameTakenError` if the new class has the username,
    `ExternalIdTakenError` if it has the identifier.
    """
    if classroom.id == student.classroom_id:
        return
    existing = find_by_username(db, classroom.id, student.username)
    if existing is not None and existing is not student:
        raise UsernameTakenError
    _require_free_external_id(db, student, classroom.id, student.external_id)
    notify_before_move(db, student.id)
    old_classroom_id, student.classroom_id = student.classroom_id, classroom.id
    flush_unique(db, _ERRORS_BY_UNIQUE_COLUMN)
    pictures.move(db, classroom.id, student.id)
    for name in MOVED_TABLES:
        table = Base.metadata.tables[name]
        own = and_(table.c.student_id == student.id, table.c.classroom_id == old_classroom_id)
        db.execute(update(table).where(own).values(classroom_id=classroom.id))
    for name in ENDED_TABLES:
        table = Base.metadata.tables[name]
        db.execute(table.delete().where(table.c.student_id == student.id))
    record(db, actor, ActivityEvent("student_moved", classroom.name, student_ids=[student.id]))


def set_away(db: Session, actor: Actor, student: Student, *, away: bool) -> None:
    """Mark the student as away, which ends all sessions and refuses new ones, or as back."""
    if away == (student.away_since is not None):
        return
    student.away_since = clock.now() if away else None
    if away:
        end_sessions_of(db, "student", student.id)
    record(db, actor, ActivityEvent("student_away" if away else "student_back", student_ids=[student.id]))


def set_external_id(db: Session, student: Student, external_id: str) -> None:
    """Change the identifier; `ExternalIdTakenError` if another student of the class has it."""
    _require_free_external_id(db, student, student.classroom_id, external_id)
    student.external_id = external_id
    flush_unique(db, _ERRORS_BY_UNIQUE_COLUMN)


def unlock(db: Session, actor: Actor, student: Student) -> None:
    """Reset the count of the student's failed sign-ins, with the password and with pictures."""
    if _reset_failures(db, student):
        record(db, actor, ActivityEvent("student_unlocked", student_ids=[student.id]))


def unlock_class(db: Session, actor: Actor, classroom: Classroom) -> None:
    """Unlock all students of the class, and the devices whose failed sign-ins were at these students."""
    unlocked = [student.id for student in students_of(db, classroom) if _reset_failures(db, student)]
    record(db, actor, ActivityEvent("student_unlocked", student_ids=unlocked))


def _reset_failures(db: Session, student: Student) -> bool:
    had_failures = throttle.reset_failures(db, "student", student.id)
    return pictures.reset_failures(db, student.id) or had_failures


def delete(db: Session, actor: Actor, student: Student) -> None:
    """Delete the student with its goals, progress, images and sessions, and record it in the activity log."""
    record(db, actor, ActivityEvent("student_deleted", student_ids=[student.id]))
    delete_without_event(db, student)


def delete_without_event(db: Session, student: Student) -> None:
    """Delete the student as `delete` does, without an event."""
    lock_rows(db, Student, [student.id], exclusive=True)  # no image can be added from here on
    notify_before_delete(db, Student.__tablename__, student.id)
    db.delete(student)
    db.flush()


def _apply_fields(db: Session, student: Student, fields: StudentFields) -> None:
    existing = find_by_username(db, student.classroom_id, fields.username)
    if existing is not None and existing is not student:
        raise UsernameTakenError
    if fields.username != student.username:
        require_clear_username(fields.username)
    student.first_name = fields.first_name
    student.last_name = fields.last_name
    if student.username != fields.username:
        student.username = fields.username
        student.username_key = username_key(fields.username)
    if fields.password_hash is not None:
        student.password_hash = fields.password_hash
    if fields.external_id is not None:
        _require_free_external_id(db, student, student.classroom_id, fields.external_id)
        student.external_id = fields.external_id
    if fields.language != KEEP_LANGUAGE:
        student.language = fields.language
    db.add(student)
    flush_unique(db, _ERRORS_BY_UNIQUE_COLUMN)


def _require_free_external_id(db: Session, student: Student, classroom_id: str, external_id: str | None) -> None:
    if external_id is None:
        return
    found = db.scalar(_BY_EXTERNAL_ID, {"classroom_id": classroom_id, "external_id": external_id})
    if found not in {None, student.id}:
        raise ExternalIdTakenError
