"""Creating, changing and deleting students."""

from dataclasses import dataclass
from unicodedata import normalize

from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from server.database.base import Base
from server.database.hooks import deleting
from server.database.locking import hold
from server.domain.audit.service import Deed, Happening, Person, note
from server.domain.classrooms.models import Classroom
from server.domain.classrooms.queries import own_classroom
from server.domain.students.models import Student
from server.domain.students.queries import own_student
from server.domain.teachers import service as teachers
from server.errors import DomainError
from server.security import throttle
from server.security.actor import Actor
from server.security.sessions import end_sessions_of


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
    """A username as compared: without case, surrounding blanks and letters' widths (specification 5.2)."""
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


def change(db: Session, actor: Actor, student_id: str, fields: StudentFields) -> Student:
    """Change a student; a new password signs the student out everywhere, and old failures count no more."""
    student = own_student(db, actor, student_id)
    _write(db, student, fields)
    if fields.password_hash is not None:
        end_sessions_of(db, "student", student.id)
        throttle.release(db, throttle.account_of("student", student.id))
        note_done_to(db, actor, student, Deed("student_password_changed"))
    return student


def move(db: Session, actor: Actor, student: Student, classroom_id: str) -> None:
    """To another class of the same teacher; all that is the student's goes along, its balance too.

    Every table that names both a student and its class follows, so that deleting the old class takes nothing with it.
    `UsernameTakenError` when the new class has this username.
    """
    classroom = own_classroom(db, actor, classroom_id)
    if classroom.id == student.classroom_id:
        return
    holder = find_by_username(db, classroom.id, student.username)
    if holder is not None and holder is not student:
        raise UsernameTakenError
    student.classroom_id = classroom.id
    _flush_named(db)
    for table in Base.metadata.sorted_tables:
        if {"student_id", "classroom_id"} <= set(table.columns.keys()):
            db.execute(update(table).where(table.c.student_id == student.id).values(classroom_id=classroom.id))
    note_done_to(db, actor, student, Deed("student_moved", classroom.name))


def delete(db: Session, actor: Actor, student: Student) -> None:
    """Remove the student, all goals and progress, images too; its sessions end at once."""
    note_done_to(db, actor, student, Deed("student_deleted"))
    remove(db, student)


def remove(db: Session, student: Student) -> None:
    """The same without a word in the activity log."""
    hold(db, Student, [student.id], whole=True)  # its images are all known from now on
    deleting(db, Student.__tablename__, student.id)
    db.delete(student)
    db.flush()


def note_done_to(db: Session, teacher: Actor, student: Student, deed: Deed) -> None:
    """For the activity log: the teacher did this to the student, or to something of the student's."""
    _note(db, teacher.id, teachers.person(db, teacher.id), student, deed)


def note_done_by(db: Session, student: Student, deed: Deed) -> None:
    """For the activity log: the student did this, or somebody who tried to be that student."""
    teacher_id = db.get_one(Classroom, student.classroom_id).teacher_id
    _note(db, teacher_id, Person("student", student.id, student.full_name), student, deed)


def _note(db: Session, teacher_id: str, who: Person, student: Student, deed: Deed) -> None:
    note(db, Happening(deed, teacher_id, who, student.classroom_id, student.id, student.full_name))


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
    _flush_named(db)


def _flush_named(db: Session) -> None:
    try:
        db.flush()
    except IntegrityError as error:
        if "username_key" not in str(error.orig):
            raise
        raise UsernameTakenError from error
