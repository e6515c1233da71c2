"""Creating, changing and deleting groups, within the caller's transaction."""

from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from server.database.locking import advisory_xact_lock, lock_rows
from server.database.unique import flush_unique
from server.domain.classrooms.models import Classroom
from server.domain.groups.models import MAX_GROUPS, StudentGroup, StudentGroupMember
from server.domain.groups.queries import members_of
from server.domain.students.models import Student
from server.domain.students.queries import get_owned_students
from server.domain.students.service import username_key
from server.errors import DomainError


class NameTakenError(DomainError):
    """Another group of the class has an equal name after normalization."""

    code = "name_taken"
    sentence = "Another group in this class already has this name. Please choose another one."


class TooManyGroupsError(DomainError):
    """The class has the maximum number of groups."""

    code = "too_many_groups"
    sentence = f"A class can have at most {MAX_GROUPS} groups. Please delete one first."


def create(db: Session, classroom: Classroom, name: str, student_ids: Sequence[str]) -> StudentGroup:
    """Create a group of these students of the class; one named twice counts once.

    `NotFoundError` if any student isn't in the class, `NameTakenError`, `TooManyGroupsError`.
    """
    members = get_owned_students(db, classroom, student_ids)
    advisory_xact_lock(db, f"groups {classroom.id}")  # concurrent requests can't exceed the limit together
    group = StudentGroup(classroom_id=classroom.id)
    _require_free_name(db, group, name)
    if _count(db, classroom.id) >= MAX_GROUPS:
        raise TooManyGroupsError
    _apply(db, group, name, members)
    return group


def edit(db: Session, group: StudentGroup, name: str, student_ids: Sequence[str]) -> None:
    """Replace name and students of a group; of concurrent changes the last one counts.

    `NotFoundError` if any student isn't in the class, `NameTakenError`.
    """
    members = get_owned_students(db, db.get_one(Classroom, group.classroom_id), student_ids)
    lock_rows(db, StudentGroup, [group.id], exclusive=True)
    db.refresh(group)
    _require_free_name(db, group, name)
    _apply(db, group, name, members)


def delete(db: Session, group: StudentGroup) -> None:
    """Delete a group; its students stay."""
    db.delete(group)
    db.flush()


def _require_free_name(db: Session, group: StudentGroup, name: str) -> None:
    same = select(StudentGroup.id).where(
        StudentGroup.classroom_id == group.classroom_id, StudentGroup.name_key == username_key(name)
    )
    if db.scalar(same) not in {None, group.id}:
        raise NameTakenError


def _count(db: Session, classroom_id: str) -> int:
    of_class = select(func.count()).select_from(StudentGroup).where(StudentGroup.classroom_id == classroom_id)
    return db.scalar(of_class) or 0


def _apply(db: Session, group: StudentGroup, name: str, students: Sequence[Student]) -> None:
    group.name, group.name_key = name, username_key(name)
    db.add(group)
    flush_unique(db, {"name_key": NameTakenError})
    student_ids = [student.id for student in students]
    members = {member.student_id: member for member in members_of(db, [group.id])}
    for student_id, member in members.items():
        if student_id not in student_ids:
            db.delete(member)
    db.add_all(
        StudentGroupMember(group_id=group.id, student_id=student_id)
        for student_id in student_ids
        if student_id not in members
    )
    db.flush()
