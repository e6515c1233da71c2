"""Queries for groups, scoped to what the actor may see."""

from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from server.database.lookup import get_or_not_found
from server.domain.classrooms.membership import get_classroom
from server.domain.groups.models import StudentGroup, StudentGroupMember
from server.domain.groups.schemas import GroupResponse
from server.domain.students.models import Student
from server.security.actor import Actor
from server.security.permissions import Permission


def groups_of_class(db: Session, classroom_id: str) -> Sequence[GroupResponse]:
    """Return the class's groups, oldest first."""
    query = select(StudentGroup).where(StudentGroup.classroom_id == classroom_id).order_by(StudentGroup.id)
    return responses(db, db.scalars(query).all())


def responses(db: Session, groups: Sequence[StudentGroup]) -> Sequence[GroupResponse]:
    """Return the groups with the ids of their students."""
    student_ids: dict[str, list[str]] = defaultdict(list)
    for member in members_of(db, [group.id for group in groups]):
        student_ids[member.group_id].append(member.student_id)
    return [GroupResponse.from_row(group, student_ids=student_ids[group.id]) for group in groups]


def members_of(db: Session, group_ids: Sequence[str]) -> Sequence[StudentGroupMember]:
    """Return the students of these groups, by the students' ids."""
    query = select(StudentGroupMember).where(StudentGroupMember.group_id.in_(group_ids))
    return db.scalars(query.order_by(StudentGroupMember.student_id)).all()


def get_group(db: Session, actor: Actor, permission: Permission, group_id: str) -> StudentGroup:
    """Return a group of the teacher's classes; the errors are those of `get_classroom`."""
    group = get_or_not_found(db, select(StudentGroup).where(StudentGroup.id == group_id))
    get_classroom(db, actor, permission, group.classroom_id)
    return group


def find_members_of_other_classes(db: Session) -> Sequence[StudentGroupMember]:
    """Return the members of groups who aren't in the group's class."""
    query = (
        select(StudentGroupMember)
        .join(StudentGroup, StudentGroup.id == StudentGroupMember.group_id)
        .join(Student, Student.id == StudentGroupMember.student_id)
        .where(Student.classroom_id != StudentGroup.classroom_id)
    )
    return db.scalars(query.order_by(StudentGroupMember.id)).all()
