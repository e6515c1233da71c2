"""Inviting co-teachers, joining a class and leaving it, within the caller's transaction."""

from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from server import clock
from server.database.locking import for_update, lock_rows
from server.domain.activity.kinds import ActivityKind
from server.domain.activity.service import ActivityEvent, record
from server.domain.classrooms.membership import role_in
from server.domain.classrooms.models import Classroom
from server.domain.members.models import (
    MAX_MEMBERS,
    ClassMember,
    InvalidInvitationError,
    OwnClassError,
    TooManyMembersError,
)
from server.domain.members.queries import count_members, find_member
from server.domain.members.schemas import InvitationResponse
from server.domain.teachers import invites
from server.domain.teachers.models import Teacher
from server.domain.teachers.sample_account import require_own_account
from server.errors import DomainError
from server.requests import rate_limit
from server.requests.rate_limit import TRY_AGAIN, RateLimit, RateLimitExceededError
from server.security.actor import Actor

INVITATION_LIFETIME = timedelta(days=7)


class TooManyWrongInvitationsError(RateLimitExceededError):
    """Wrong invitation codes from one address."""

    key = "wrong_invitation_limit"
    sentence = f"Many wrong invitation codes were tried from here. {TRY_AGAIN}"


WRONG_INVITATION_LIMIT = RateLimit("invitation", 30, timedelta(minutes=5), TooManyWrongInvitationsError)
"""By address: unknown, used up or expired codes. A valid one works beyond it, too: it can't be guessed."""


def invite(db: Session, actor: Actor, classroom: Classroom) -> InvitationResponse:
    """Make an invitation to join the class once. `TooManyMembersError`; `SampleClassError` for the sample class.

    Of those that still work it is one of the newest `MAX_MEMBERS`; older ones end.
    """
    require_own_account(db, classroom.teacher_id)
    lock_rows(db, Classroom, [classroom.id])  # it stands for the members and invitations of the class
    _require_place(db, classroom)
    made = invites.of_class(db, classroom.id)
    kept = [each for each in made if each.is_valid()][-MAX_MEMBERS + 1 :]
    for each in made:
        if each not in kept:
            db.delete(each)
    ends_at = clock.now() + INVITATION_LIFETIME
    code = invites.create(db, uses=1, expires_at=ends_at, classroom_id=classroom.id)
    record(db, actor, ActivityEvent("co_teacher_invited", classroom.name, classroom_id=classroom.id))
    return InvitationResponse(code, ends_at)


def join(db: Session, actor: Actor, address: str, code: str) -> Classroom | DomainError:
    """Make the actor a co-teacher of the class that the code invites to, and return the class.

    A co-teacher of the class gets it whether the code still works or not, so that a repeated call succeeds. Returns a
    refusal that has to be committed, since it counts for the limit of the address. Raises `OwnClassError`,
    `TooManyMembersError`, `TooManyWrongInvitationsError`; `SampleClassError` for the account of the sample class.
    """
    require_own_account(db, actor.id)
    classroom = _find_invited_class(db, code)
    if classroom is not None and find_member(db, classroom.id, actor.id) is not None:
        return classroom
    found = None if classroom is None else invites.find_valid(db, code, classroom.id)
    if classroom is None or found is None:
        rate_limit.consume(db, [WRONG_INVITATION_LIMIT.for_key(address)])
        return InvalidInvitationError()
    if role_in(actor, classroom) == "owner":
        raise OwnClassError
    _require_place(db, classroom)
    invites.consume(found)
    db.add(ClassMember(classroom_id=classroom.id, teacher_id=actor.id))
    db.flush()
    record(db, actor, ActivityEvent("co_teacher_joined", classroom.name, classroom_id=classroom.id))
    return classroom


def end(db: Session, actor: Actor, member: ClassMember) -> None:
    """End a membership. If the owner of the class does it, its invitations end, too."""
    classroom = db.get_one(Classroom, member.classroom_id)
    name = db.get_one(Teacher, member.teacher_id).name
    has_left = member.teacher_id == actor.id
    db.delete(member)
    if not has_left:
        for each in invites.of_class(db, classroom.id):
            db.delete(each)
    db.flush()
    about = classroom.name if has_left else f"{classroom.name} ({name})"
    kind: ActivityKind = "co_teacher_left" if has_left else "co_teacher_ended"
    record(db, actor, ActivityEvent(kind, about, classroom_id=classroom.id))


def end_for_new_owner(db: Session, classroom: Classroom) -> None:
    """End the membership of a co-teacher who has become the owner, and the invitations of the previous one."""
    rows = [find_member(db, classroom.id, classroom.teacher_id), *invites.of_class(db, classroom.id)]
    for row in rows:
        if row is not None:
            db.delete(row)
    db.flush()


def _find_invited_class(db: Session, code: str) -> Classroom | None:
    """Return the class that the code invites to, locked; none if it is archived."""
    classroom_id = invites.find_classroom_id(db, code)
    query = select(Classroom).where(Classroom.id == classroom_id, Classroom.archived_at.is_(None))
    return None if classroom_id is None else db.scalar(for_update(db, query, Classroom))


def _require_place(db: Session, classroom: Classroom) -> None:
    if count_members(db, classroom.id) >= MAX_MEMBERS:
        raise TooManyMembersError
