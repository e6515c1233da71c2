"""Who has which role in which class: the only module that compares `Classroom.teacher_id`.

The owner of a class is `Classroom.teacher_id`; a co-teacher has a row of `class_members`, a substitute the id of a
substitution, which ends with its session.

An archived class is read only, and only in the lists that ask for it.
"""

from collections.abc import Collection, Iterable, Sequence

from sqlalchemy import ColumnElement, Select, String, and_, bindparam, column, select, table, union_all
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from server.database.columns import fetch_value
from server.database.hooks import is_writing
from server.database.locking import uses_row_locks
from server.database.lookup import get_or_not_found
from server.domain.classrooms.models import Classroom
from server.errors import DomainError, NotAsSubstituteError, OwnerOnlyError
from server.security.actor import Actor
from server.security.permissions import IN_ARCHIVED_CLASSES, PERMISSIONS, ClassRole, Permission
from server.security.substitutions import Substitution

# By name: its package is above this one.
_MEMBERS = table("class_members", column("classroom_id", String), column("teacher_id", String))
_OWNED = aliased(Classroom)
# Built once: building a query costs more than executing it in SQLite. Conditions joined by OR would have PostgreSQL
# read whole tables of a school.
IS_MEMBER = Classroom.id.in_(
    union_all(
        select(_OWNED.id).where(_OWNED.teacher_id == bindparam("member_id")),
        select(_MEMBERS.c.classroom_id).where(_MEMBERS.c.teacher_id == bindparam("member_id")),
        select(Substitution.classroom_id).where(Substitution.id == bindparam("member_id")),
    )
)
"""Condition on classrooms: the actor of `member_parameters` has a role in the class."""
MEMBER_CLASS_IDS = select(Classroom.id).where(IS_MEMBER)
"""Selects the ids of the classes in which the actor of `member_parameters` has a role."""
IS_LISTED = and_(IS_MEMBER, Classroom.archived_at.is_(None))
"""`IS_MEMBER`, and the class isn't archived: the condition of lists and counts of several classes."""
LISTED_CLASS_IDS = select(Classroom.id).where(IS_LISTED)
_CLASSROOM = select(Classroom).where(Classroom.id == bindparam("id"), IS_MEMBER)
_CLASS_OF_OWNER = MEMBER_CLASS_IDS.where(Classroom.teacher_id == bindparam("owner_id")).limit(1)
_ARCHIVED_AT = select(Classroom.archived_at).where(Classroom.id == bindparam("id"))
_LOCKED_ARCHIVED_AT = _ARCHIVED_AT.with_for_update(read=True, key_share=True)


class ClassArchivedError(DomainError):
    """A change of an archived class, or of something in it."""

    code = "class_archived"
    sentence = "This class is archived, so nothing in it can be changed. Bring it back first: under Classes, Archived."


def member_parameters(actor: Actor) -> dict[str, str]:
    """Return the parameters of the conditions and queries above."""
    return {"member_id": actor.id}


def select_class_ids(actor: Actor) -> Select[str]:
    """Select the ids of the actor's classes, archived or not, in a query that isn't built once."""
    return MEMBER_CLASS_IDS.params(member_parameters(actor))


def class_ids(db: Session, actor: Actor) -> Sequence[str]:
    """List the ids of the actor's classes that aren't archived."""
    return db.scalars(LISTED_CLASS_IDS, member_parameters(actor)).all()


def has_class_of(db: Session, actor: Actor, owner_id: str) -> bool:
    """Return whether this teacher owns a class, archived or not, in which the actor has a role."""
    return fetch_value(db, _CLASS_OF_OWNER, {"owner_id": owner_id, **member_parameters(actor)}) is not None


def role_in(actor: Actor, classroom: Classroom) -> ClassRole:
    """Return the role of an actor who has one in this class."""
    if actor.role == "substitute":
        return "substitute"
    return "owner" if classroom.teacher_id == actor.id else "co-teacher"


def get_classroom(db: Session, actor: Actor, permission: Permission, classroom_id: str) -> Classroom:
    """Load a class in which the actor's role has the permission.

    `NotFoundError` if the actor has no role in the class, `OwnerOnlyError` or `NotAsSubstituteError` if the role
    doesn't have the permission, `ClassArchivedError` for a change that an archived class doesn't permit.
    """
    classroom = get_or_not_found(db, _CLASSROOM, {"id": classroom_id, **member_parameters(actor)})
    role = role_in(actor, classroom)
    if permission not in PERMISSIONS[role]:
        raise NotAsSubstituteError if role == "substitute" else OwnerOnlyError
    if permission not in IN_ARCHIVED_CLASSES:
        require_not_archived(db, classroom_id)
    return classroom


def require_permission(db: Session, actor: Actor, permission: Permission, classroom_ids: Iterable[str]) -> None:
    """Raise the errors of `get_classroom` unless the actor has the permission in each of these classes."""
    for classroom_id in sorted(set(classroom_ids)):
        get_classroom(db, actor, permission, classroom_id)


def require_not_archived(db: Session, classroom_id: str) -> None:
    """Raise `ClassArchivedError` if the transaction writes and the class is archived."""
    if is_writing(db) and is_archived(db, classroom_id):
        raise ClassArchivedError


def is_archived(db: Session, classroom_id: str) -> bool:
    """Return whether the class is archived. It stays as it is until a write transaction ends."""
    query = _LOCKED_ARCHIVED_AT if uses_row_locks(db) else _ARCHIVED_AT
    return fetch_value(db, query, {"id": classroom_id}) is not None


def without_archived(db: Session, classroom_ids: Iterable[str]) -> Collection[str]:
    """Return those of the classes that aren't archived; all of them if all are, so that changes are refused."""
    wanted = set(classroom_ids)
    current = select(Classroom.id).where(Classroom.id.in_(wanted), Classroom.archived_at.is_(None))
    return set(db.scalars(current)) or wanted


def has_owner(teacher_id: ColumnElement[str] | InstrumentedAttribute[str]) -> ColumnElement[bool]:
    """Condition on classrooms that are joined with a table: the teacher of this column owns the class."""
    return Classroom.teacher_id == teacher_id


def is_owned_by(*teacher_ids: str) -> ColumnElement[bool]:
    """Condition on classrooms: one of these teachers owns the class."""
    return Classroom.teacher_id.in_(teacher_ids)
