"""The activity log: recording in the transaction of the action, retention, anonymization of erased students."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, delete, func, select, update
from sqlalchemy.orm import Session

from server import clock
from server.database.locking import advisory_xact_lock, try_advisory_xact_lock
from server.database.trusted_moment import trusted_moment
from server.domain.activity import queries
from server.domain.activity.client_info import current_client
from server.domain.activity.kinds import AUTH_EVENTS, ActivityKind
from server.domain.activity.models import ActivityRecord
from server.security.actor import Account, SystemActor
from server.texts.single_line import single_line

MERGE_WINDOW = timedelta(minutes=5)
"""Authentication events of one account and client within this time are merged into one record with a count."""
MAX_MERGE_CANDIDATES = 500
"""Newest records searched for one to merge with, so that a flood of events doesn't slow down sign-ins."""
RETENTION = timedelta(days=365)
MAX_AUTH_EVENTS = 10_000
MAX_OTHER_EVENTS = 10_000
"""A separate limit, so that failed sign-ins can't evict records of a teacher's actions."""
MAX_EXPIRED_PER_PRUNE = 500
"""Limits the time of one pruning."""
PRUNE_ID_SUFFIX = "00"
"""Recording an event whose id ends so, one in 256, also prunes."""
ERASED_STUDENT_NAME = "an erased student"
_MAX_TEXT_LENGTH = 401


@dataclass(frozen=True, slots=True)
class ActivityEvent:
    """What was done. Without a class or students it concerns the account that acts."""

    kind: ActivityKind
    about: str | None = None
    """The goal, item, class or reason; of several students by default their class."""
    amount: int | None = None
    """Goalbucks."""
    count: int = 1
    """The number of students affected, unless `student_ids` has them."""
    classroom_id: str | None = None
    student_ids: Sequence[str] | None = None
    """Students of one class: one is named, several are counted, and of none nothing is recorded."""
    goal_id: str | None = None
    """The one goal that it concerns."""
    teacher_id: str | None = None
    """The teacher in whose log it is recorded; by default the owner of the class, or the account that acts."""


@dataclass(frozen=True, slots=True)
class _Subject:
    """What an event concerns, and the teacher in whose log it is."""

    teacher_id: str
    classroom_id: str | None = None
    student_id: str | None = None
    student_name: str | None = None
    about: str | None = None
    count: int | None = None


_MERGED_COLUMNS = (ActivityRecord.kind, ActivityRecord.who_id, ActivityRecord.address, ActivityRecord.device)
_MERGE_CANDIDATES = (
    select(ActivityRecord.id)
    .where(ActivityRecord.teacher_id == bindparam("teacher_id"), ActivityRecord.id > bindparam("min_id"))
    .order_by(ActivityRecord.id.desc())
    .limit(MAX_MERGE_CANDIDATES)
)
# Built once: building it takes longer than executing it in SQLite.
_MERGEABLE = (
    select(ActivityRecord)
    .where(
        ActivityRecord.id.in_(_MERGE_CANDIDATES),
        ActivityRecord.created_at > bindparam("since"),
        *(column.is_not_distinct_from(bindparam(column.key)) for column in _MERGED_COLUMNS),
    )
    .order_by(ActivityRecord.id.desc())
    .limit(1)
)


def record(db: Session, actor: Account | SystemActor, event: ActivityEvent) -> None:
    """Add the event and its client to the log of the class's owner; rolled back with the transaction of the action.

    Nothing is recorded about no students, or if the actor's account doesn't exist.
    """
    who_name = actor.name if isinstance(actor, SystemActor) else queries.find_name(db, actor)
    if who_name is None or (event.student_ids is not None and not event.student_ids):
        return
    row = _create_record(actor, who_name, event, _find_subject(db, actor, event))
    if event.kind in AUTH_EVENTS:
        advisory_xact_lock(db, f"auth-event {row.who_id}")  # serializes concurrent merges
        if (previous := _find_mergeable(db, row)) is not None:
            previous.count += 1
            return
    db.add(row)
    db.flush()
    if row.id.endswith(PRUNE_ID_SUFFIX):
        prune(db, row.teacher_id)


def prune(db: Session, teacher_id: str) -> None:
    """Delete the teacher's records older than a year, and the oldest beyond the maximum number.

    The year ends on the third newest day with records: a clock that is wrong for a lesson deletes nothing. Nor do
    records that a clock wrote while it was behind look old: only those before the first one of that year are deleted.
    Nothing is deleted while another transaction prunes the same log.
    """
    if not try_advisory_xact_lock(db, f"activity-prune {teacher_id}"):
        return
    own = ActivityRecord.teacher_id == teacher_id
    since = trusted_moment(db, ActivityRecord.created_at, own) - RETENTION
    first_kept = select(func.min(ActivityRecord.id)).where(own, ActivityRecord.created_at.between(since, clock.now()))
    old = select(ActivityRecord.id).where(
        own, ActivityRecord.created_at < since, ActivityRecord.id < first_kept.scalar_subquery()
    )
    db.execute(
        delete(ActivityRecord).where(
            ActivityRecord.id.in_(old.order_by(ActivityRecord.id).limit(MAX_EXPIRED_PER_PRUNE))
        )
    )
    for condition, maximum in (
        (ActivityRecord.kind.in_(AUTH_EVENTS), MAX_AUTH_EVENTS),
        (ActivityRecord.kind.not_in(AUTH_EVENTS), MAX_OTHER_EVENTS),
    ):
        first_too_many = (
            select(ActivityRecord.id).where(own, condition).order_by(ActivityRecord.id.desc()).offset(maximum).limit(1)
        )
        db.execute(delete(ActivityRecord).where(own, condition, ActivityRecord.id <= first_too_many.scalar_subquery()))


def anonymize_student(db: Session, student_id: str) -> None:
    """Remove everything that identifies the student from the log; action and time stay.

    Events by a student also have it as their subject, so that `student_id` finds both.
    """
    about = update(ActivityRecord).where(ActivityRecord.student_id == student_id)
    by = about.where(ActivityRecord.who_id == student_id)
    db.execute(by.values(who_id=None, who_name=ERASED_STUDENT_NAME, address=None, device=None))
    db.execute(about.values(student_id=None, student_name=ERASED_STUDENT_NAME, about=None, goal_id=None))


def _create_record(
    actor: Account | SystemActor, who_name: str, event: ActivityEvent, subject: _Subject
) -> ActivityRecord:
    client = current_client()
    account = actor if isinstance(actor, Account) else None
    return ActivityRecord(
        teacher_id=subject.teacher_id,
        kind=event.kind,
        who_role=account and account.role,
        who_id=account and account.id,
        who_name=_sanitize(who_name),
        classroom_id=subject.classroom_id,
        student_id=subject.student_id,
        student_name=_sanitize(subject.student_name),
        about=_sanitize(subject.about if event.about is None else event.about),
        amount=event.amount,
        goal_id=event.goal_id,
        address=client and client.address,
        device=client and client.device,
        count=subject.count or event.count,
    )


def _find_subject(db: Session, actor: Account | SystemActor, event: ActivityEvent) -> _Subject:
    student_ids = event.student_ids
    if student_ids is None and isinstance(actor, Account) and actor.role == "student":
        student_ids = [actor.id]
    if student_ids:
        first = queries.get_student(db, student_ids[0])
        if len(student_ids) == 1:
            return _Subject(first.teacher_id, first.classroom_id, student_ids[0], first.name)
        return _Subject(first.teacher_id, first.classroom_id, about=first.classroom_name, count=len(student_ids))
    if event.classroom_id is not None:
        return _Subject(event.teacher_id or queries.get_owner_id(db, event.classroom_id), event.classroom_id)
    return _Subject(event.teacher_id or actor.id)


def _find_mergeable(db: Session, row: ActivityRecord) -> ActivityRecord | None:
    since = clock.now() - MERGE_WINDOW
    same = {column.key: getattr(row, column.key) for column in _MERGED_COLUMNS}
    return db.scalar(_MERGEABLE, {**same, "teacher_id": row.teacher_id, "min_id": _min_id_at(since), "since": since})


def _min_id_at(moment: datetime) -> str:
    """Return a lower bound for the ids (UUIDv7) created at that moment or later."""
    digits = f"{int(moment.timestamp() * 1000):012x}"
    return f"{digits[:8]}-{digits[8:]}"


def _sanitize(text: str | None) -> str | None:
    return None if text is None else single_line(text)[:_MAX_TEXT_LENGTH]
