"""Creating, changing and deleting students."""

from dataclasses import dataclass
from unicodedata import normalize

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from server.classrooms.queries import own_classroom
from server.database.hooks import deleting
from server.errors import DomainError
from server.security.actor import Actor
from server.security.sessions import end_sessions_of
from server.students.models import Student
from server.students.queries import own_student


class UsernameTakenError(DomainError):
    """Another student of the class has this username, perhaps in other letters' case."""

    code = "username_taken"
    sentence = "Another student in this class already has this username. Please choose another one."


@dataclass(frozen=True, slots=True)
class StudentFields:
    """What a teacher types about a student; `password_hash` None keeps the present password."""

    first_name: str
    last_name: str
    username: str
    password_hash: str | None


def username_key(username: str) -> str:
    """A username as compared: without case, surrounding blanks and letters' widths (decisions.md, Signing in)."""
    return normalize("NFKC", normalize("NFKC", username).strip().casefold())


def find_by_username(db: Session, classroom_id: str, username: str) -> Student | None:
    """The student of this class with this username."""
    return db.scalar(
        select(Student).where(Student.classroom_id == classroom_id, Student.username_key == username_key(username))
    )


def create(db: Session, actor: Actor, classroom_id: str, fields: StudentFields) -> Student:
    """A new student in the actor's class; `UsernameTakenError` within the class."""
    classroom = own_classroom(db, actor, classroom_id)
    student = Student(classroom_id=classroom.id)
    _write(db, student, fields)
    return student


def update(db: Session, actor: Actor, student_id: str, fields: StudentFields) -> Student:
    """Change a student; a new password signs the student out everywhere."""
    student = own_student(db, actor, student_id)
    _write(db, student, fields)
    if fields.password_hash is not None:
        end_sessions_of(db, "student", student.id)
    return student


def delete(db: Session, student: Student) -> None:
    """Remove the student, all goals and progress, images too; its sessions end at once."""
    deleting(db, Student.__tablename__, student.id)
    db.delete(student)
    db.flush()


def _write(db: Session, student: Student, fields: StudentFields) -> None:
    holder = find_by_username(db, student.classroom_id, fields.username)
    if holder is not None and holder is not student:
        raise UsernameTakenError
    student.first_name = fields.first_name
    student.last_name = fields.last_name
    student.username = fields.username
    student.username_key = username_key(fields.username)
    if fields.password_hash is not None:
        student.password_hash = fields.password_hash
    db.add(student)
    try:
        db.flush()
    except IntegrityError as error:
        if "username_key" not in str(error.orig):
            raise
        raise UsernameTakenError from error
