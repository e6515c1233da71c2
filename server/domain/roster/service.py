"""Imports the rows that a teacher has confirmed, in the caller's transaction: all or none."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from server.database.locking import lock_rows
from server.domain.activity.service import ActivityEvent, record
from server.domain.classrooms.membership import require_permission
from server.domain.classrooms.models import Classroom
from server.domain.pictures import service as pictures
from server.domain.roster.errors import RosterConflictError, RosterDuplicateError
from server.domain.students import service as students
from server.domain.students.confusable_text import InvisibleUsernameError, MixedUsernameError
from server.domain.students.models import Student
from server.domain.students.queries import lock_visible_student
from server.domain.students.service import ExternalIdTakenError, StudentFields, UsernameTakenError, username_key
from server.errors import DomainError, InvalidFieldError, NotFoundError
from server.requests.fair_queue import FairQueues
from server.security.actor import Actor
from server.security.passwords import PasswordHasher
from server.security.permissions import Permission
from server.texts.field_errors import field_sentence

_FIELDS_OF_PROBLEMS: Mapping[type[DomainError], str] = {
    UsernameTakenError: "username",
    InvisibleUsernameError: "username",
    MixedUsernameError: "username",
    ExternalIdTakenError: "externalId",
    NotFoundError: "studentId",
}
"""The errors of a row, by the field that they are about."""


@dataclass(frozen=True, slots=True)
class RosterRow:
    """A confirmed row: a new student; with `student_id` one of the class, with `move_student_id` one who moves here.

    A student who moves keeps names, username and password.
    """

    first_name: str
    last_name: str
    username: str
    password: str | None
    external_id: str | None
    student_id: str | None
    move_student_id: str | None

    @property
    def existing_id(self) -> str | None:
        """The id of the student who exists already."""
        return self.student_id or self.move_student_id


@dataclass(slots=True)
class RosterImportResult:
    """The students whom an import has concerned, and the number of those who were there already."""

    classroom: Classroom
    created: list[Student] = field(default_factory=list)
    changed: list[Student] = field(default_factory=list)
    moved: list[Student] = field(default_factory=list)
    unchanged: int = 0


def require_consistent(rows: Sequence[RosterRow]) -> None:
    """Raise 422 for a new student without password, and for rows with the same username, identifier or student."""
    seen: set[tuple[str, str | None]] = set()
    for number, row in enumerate(rows):
        if row.student_id and row.move_student_id:
            raise _invalid_field(number, "moveStudentId", "invalid")
        if row.existing_id is None and row.password is None:
            raise _invalid_field(number, "password", "missing")
        for name, key in (
            ("username", None if row.move_student_id else username_key(row.username)),
            ("externalId", row.external_id),
            ("studentId", row.existing_id),
        ):
            if key is not None and (name, key) in seen:
                shown = row.username if name == "username" else f"{row.first_name} {row.last_name}"
                raise RosterDuplicateError(about=[f"rows.{number}.{name}"], params={"name": shown})
            seen.add((name, key))


def _invalid_field(number: int, name: str, problem: str) -> InvalidFieldError:
    sentence = field_sentence(problem)
    return InvalidFieldError(fields={f"rows.{number}.{name}": sentence}, params={"field": name, "problem": sentence})


async def hash_passwords(
    hasher: PasswordHasher, queues: FairQueues, teacher_id: str, rows: Sequence[RosterRow]
) -> list[str | None]:
    """Hash the passwords of the rows; students who sign in meanwhile take turns with them."""

    async def hashed(password: str | None) -> str | None:
        if password is None:
            return None
        async with queues.password_semaphore.acquire(f"roster {teacher_id}"):
            return await hasher.hash(password)

    return await asyncio.gather(*(hashed(row.password) for row in rows))


def import_rows(
    db: Session, actor: Actor, classroom: Classroom, rows: Sequence[RosterRow], password_hashes: Sequence[str | None]
) -> RosterImportResult:
    """Import all rows; rows that don't fit the class raise `RosterConflictError` (409), which names them all.

    Rows that move students need the permission to do so in both classes: `OwnerOnlyError` for a co-teacher.
    Students who are there already come first, so that a new one can have a username that they give up.
    """
    result = RosterImportResult(classroom)
    if any(row.move_student_id is not None for row in rows):
        require_permission(db, actor, "administer", [classroom.id])
    lock_rows(db, Student, [row.existing_id for row in rows if row.existing_id is not None])
    problems: dict[int, DomainError] = {}
    numbered = list(enumerate(zip(rows, password_hashes, strict=True)))
    for number, (row, hashed) in sorted(numbered, key=lambda each: each[1][0].existing_id is None):
        try:
            _import_row(db, actor, result, row, hashed)
        except tuple(_FIELDS_OF_PROBLEMS) as error:
            problems[number] = error
            if isinstance(error.__cause__, IntegrityError):
                break  # the database has refused it, because of a concurrent change: the session can't go on
    if problems:
        raise _conflict(rows, problems)
    pictures.give_if_on(db, classroom.id, [student.id for student in result.created])
    if result.created:
        count = len(result.created)
        record(db, actor, ActivityEvent("roster_imported", classroom.name, count=count, classroom_id=classroom.id))
    return result


def _conflict(rows: Sequence[RosterRow], problems: Mapping[int, DomainError]) -> RosterConflictError:
    """Return the error whose sentence is about the first of these rows, and whose fields are about all."""
    number, first = next(iter(problems.items()))
    return RosterConflictError(
        params={"name": f"{rows[number].first_name} {rows[number].last_name}", "problem": first.translatable},
        fields={
            f"rows.{number}.{_FIELDS_OF_PROBLEMS[type(error)]}": error.translatable
            for number, error in problems.items()
        },
    )


def _import_row(db: Session, actor: Actor, result: RosterImportResult, row: RosterRow, hashed: str | None) -> None:
    fields = StudentFields(row.first_name, row.last_name, row.username, hashed, row.external_id)
    if row.existing_id is None:
        result.created.append(students.create_without_pictures(db, result.classroom, fields))
        return
    permission: Permission = "manage" if row.move_student_id is None else "administer"
    student = lock_visible_student(db, actor, permission, row.existing_id)
    if row.move_student_id is not None:
        _move(db, actor, result, student, row)
    elif student.classroom_id != result.classroom.id:
        raise NotFoundError
    elif hashed is None and _is_unchanged(student, row):
        result.unchanged += 1
    else:
        result.changed.append(students.edit(db, actor, student.id, fields))


def _move(db: Session, actor: Actor, result: RosterImportResult, student: Student, row: RosterRow) -> None:
    if student.classroom_id == result.classroom.id:
        result.unchanged += 1
        return
    students.move(db, actor, student, result.classroom)
    if row.external_id is not None:
        students.set_external_id(db, student, row.external_id)
    result.moved.append(student)


def _is_unchanged(student: Student, row: RosterRow) -> bool:
    return (student.first_name, student.last_name, student.username) == (
        row.first_name,
        row.last_name,
        row.username,
    ) and row.external_id in {None, student.external_id}
