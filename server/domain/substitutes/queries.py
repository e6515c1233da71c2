"""Queries for substitute codes, and for what substitutes did."""

import logging
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from server import clock
from server.domain.activity.models import ActivityRecord
from server.domain.classrooms.membership import is_owned_by
from server.domain.classrooms.models import Classroom
from server.domain.substitutes.models import SubstituteCode
from server.domain.substitutes.schemas import SubstituteCodeResponse, SubstitutionResponse
from server.security.code_key import CodeKey
from server.security.sessions import SignInSession
from server.security.substitutions import Substitution

log = logging.getLogger("goalbucks.substitutes")
SUMMARY_AGE = timedelta(days=30)
"""For this long after a substitution the owner is told what was done."""
MAX_SUMMARIES = 10
_WITH_SESSION = (
    select(Substitution)
    .join(SignInSession, SignInSession.substitution_id == Substitution.id)
    .join(Classroom, Classroom.id == Substitution.classroom_id)
    .order_by(Substitution.id)
)
"""Selects the substitutions that have a session, joined with it and the class."""


def code_of_class(db: Session, key: CodeKey, classroom_id: str) -> SubstituteCode | None:
    """Return the valid code of the class. Without any code the key isn't read, which would make its file."""
    found = db.scalar(select(SubstituteCode).where(SubstituteCode.classroom_id == classroom_id))
    return found if found is not None and found.key_id == key.id else None


def describe_code(db: Session, key: CodeKey, classroom_id: str) -> SubstituteCodeResponse:
    """Return what the owner may know of the class's code."""
    found = code_of_class(db, key, classroom_id)
    if found is None:
        return SubstituteCodeResponse(active=False, made_at=None, last_used_at=None)
    return SubstituteCodeResponse(active=True, made_at=found.created_at, last_used_at=found.last_used_at)


def has_codes(db: Session, key: CodeKey) -> bool:
    """Return whether any class that isn't archived has a valid code."""
    query = (
        select(SubstituteCode.key_id)
        .join(Classroom, Classroom.id == SubstituteCode.classroom_id)
        .where(Classroom.archived_at.is_(None))
    )
    key_ids = db.scalars(query).all()
    try:
        return bool(key_ids) and key.id in key_ids
    except OSError:
        log.warning("the key of the substitute codes can't be read", exc_info=True)
        return False


def find_code(db: Session, key: CodeKey, code: str) -> SubstituteCode | None:
    """Return the valid code with this normalized text, unless its class is archived."""
    query = (
        select(SubstituteCode)
        .join(Classroom, Classroom.id == SubstituteCode.classroom_id)
        .where(SubstituteCode.code_hash == key.hash_code(code), SubstituteCode.key_id == key.id)
        .where(Classroom.archived_at.is_(None))
    )
    return db.scalar(query)


def finished_substitutions(db: Session, teacher_id: str) -> Sequence[SubstitutionResponse]:
    """Return the last finished substitutions in the teacher's classes, newest first, with what was done."""
    now = clock.now()
    query = (
        select(Substitution, Classroom.name)
        .join(Classroom, Classroom.id == Substitution.classroom_id)
        .where(is_owned_by(teacher_id), Substitution.created_at.between(now - SUMMARY_AGE, now))
        .where(or_(Substitution.ended_at.is_not(None), Substitution.ends_at <= now))
        .order_by(Substitution.id.desc())
        .limit(MAX_SUMMARIES)
    )
    rows = db.execute(query).all()
    done = _count_done(db, teacher_id, [substitution.id for substitution, _ in rows])
    return [
        SubstitutionResponse.from_row(
            each,
            class_name=class_name,
            began_at=each.created_at,
            ended_at=each.ended_at or each.ends_at,
            approved=done[each.id, "submission_approved"],
            denied=done[each.id, "submission_denied"] + done[each.id, "submission_returned"],
            awards=done[each.id, "award"],
            handed_over=done[each.id, "purchase_fulfilled"],
        )
        for each, class_name in rows
    ]


def _count_done(db: Session, teacher_id: str, substitution_ids: Sequence[str]) -> Counter[tuple[str | None, str]]:
    """Count the events of each substitution and kind in the teacher's log."""
    if not substitution_ids:
        return Counter()
    own = ActivityRecord.teacher_id == teacher_id, ActivityRecord.id > min(substitution_ids)
    query = (
        select(ActivityRecord.who_id, ActivityRecord.kind, func.count())
        .where(*own, ActivityRecord.who_id.in_(substitution_ids))
        .group_by(ActivityRecord.who_id, ActivityRecord.kind)
    )
    return Counter({(who_id, kind): count for who_id, kind, count in db.execute(query)})


def find_sessions_of_ended(db: Session) -> Sequence[Substitution]:
    """Return the substitutions that have ended, or whose class is archived, but that have a session."""
    is_over = or_(Substitution.ended_at.is_not(None), Classroom.archived_at.is_not(None))
    return db.scalars(_WITH_SESSION.where(is_over)).all()


def find_sessions_of_other_owners(db: Session) -> Sequence[Substitution]:
    """Return the substitutions whose session isn't ended together with the sessions of the class's owner."""
    is_of_other = SignInSession.teacher_id.is_distinct_from(Classroom.teacher_id)
    return db.scalars(_WITH_SESSION.where(is_of_other)).all()
