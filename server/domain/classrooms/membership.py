"""Who has which role in which class: the only module that compares `Classroom.teacher_id`."""

from collections.abc import Iterable, Sequence

from sqlalchemy import ColumnElement, Select, bindparam, select
from sqlalchemy.orm import Session

from server.database.lookup import get_or_not_found
from server.domain.classrooms.models import Classroom
from server.errors import WrongRoleError
from server.security.actor import Actor
from server.security.permissions import PERMISSIONS, ClassRole, Permission

# Built once: building a query costs more than executing it in SQLite.
IS_MEMBER = Classroom.teacher_id == bindparam("member_id")
"""Condition on classrooms: the actor of `member_parameters` has a role in the class."""
MEMBER_CLASS_IDS = select(Classroom.id).where(IS_MEMBER)
"""Selects the ids of the classes in which the actor of `member_parameters` has a role."""
_CLASSROOM = select(Classroom).where(Classroom.id == bindparam("id"), IS_MEMBER)


def member_parameters(actor: Actor) -> dict[str, str]:
    """Return the parameters of `IS_MEMBER` and `MEMBER_CLASS_IDS`."""
    return {"member_id": actor.id}


def select_class_ids(actor: Actor) -> Select[str]:
    """Select the ids of the actor's classes, in a query that isn't built once."""
    return MEMBER_CLASS_IDS.params(member_parameters(actor))


def class_ids(db: Session, actor: Actor) -> Sequence[str]:
    """List the ids of the actor's classes."""
    return db.scalars(MEMBER_CLASS_IDS, member_parameters(actor)).all()


def get_classroom(db: Session, actor: Actor, permission: Permission, classroom_id: str) -> Classroom:
    """Load a class in which the actor's role has the permission.

    `NotFoundError` if the actor has no role in the class, `WrongRoleError` if the role doesn't have the permission.
    """
    classroom = get_or_not_found(db, _CLASSROOM, {"id": classroom_id, **member_parameters(actor)})
    role: ClassRole = "owner"  # the only one so far
    if permission not in PERMISSIONS[role]:
        raise WrongRoleError
    return classroom


def require_permission(db: Session, actor: Actor, permission: Permission, classroom_ids: Iterable[str]) -> None:
    """Raise the errors of `get_classroom` unless the actor has the permission in each of these classes."""
    for classroom_id in sorted(set(classroom_ids)):
        get_classroom(db, actor, permission, classroom_id)


def is_owned_by(*teacher_ids: str) -> ColumnElement[bool]:
    """Condition on classrooms: one of these teachers owns the class."""
    return Classroom.teacher_id.in_(teacher_ids)
