"""Recording of audit events in the transaction of the action, retention, and anonymization of erased students."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from unicodedata import category

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from server import clock
from server.database.locking import hold_name
from server.domain.audit.client_info import present_source
from server.domain.audit.kinds import AT_THE_DOOR, Kind
from server.domain.audit.models import Activity
from server.security.actor import Role

TOGETHER = timedelta(minutes=5)
"""Authentication events of one account and client within this time are merged into one record with a count."""
MOST_LOOKED_AT = 500
"""Newest records searched for one to merge with, so that a flood of events doesn't slow down sign-ins."""
KEPT = timedelta(days=365)
MOST_AT_THE_DOOR = 10_000
MOST_OTHERS = 10_000
"""A separate limit, so that failed sign-ins can't evict records of a teacher's actions."""
MOST_OLD_AT_ONCE = 500
"""Limits the loss of records while the system clock is wrong."""
CLEARED_BY = "00"
"""Recording an event whose id ends so, one in 256, also prunes."""
ERASED = "an erased student"
_MAX_TEXT_LENGTH = 401
_ALLOWED_FORMAT_CHARACTERS = frozenset("\u200c\u200d")
"""Joiners in Persian names and emoji; other format characters can make a name read as another one."""


@dataclass(frozen=True, slots=True)
class Person:
    """The actor of an event, with the name at that time; role and id are None without an account."""

    role: Role | None
    id: str | None
    name: str


ADMINISTRATOR = Person(None, None, "the administrator")
"""Actor of `goalbucks admin` on a school's server."""


@dataclass(frozen=True, slots=True)
class Deed:
    """An action. `about`: goal, item, class or reason; `amount`: goalbucks; `count`: number of students affected."""

    kind: Kind
    about: str | None = None
    amount: int | None = None
    count: int = 1


@dataclass(frozen=True, slots=True)
class Happening:
    """An action with its actor, the teacher whose log it belongs to and, optionally, a class and a student."""

    deed: Deed
    teacher_id: str
    who: Person
    classroom_id: str | None = None
    student_id: str | None = None
    student_name: str | None = None


def note(db: Session, event: Happening) -> None:
    """Add the event and its client to the audit log; rolled back with the transaction of the action."""
    row = _create_record(event)
    if event.deed.kind in AT_THE_DOOR:
        hold_name(db, f"door {row.who_id}")  # serializes concurrent merges
        if (previous := _find_mergeable(db, row)) is not None:
            previous.count += 1
            return
    db.add(row)
    db.flush()
    if row.id.endswith(CLEARED_BY):
        clear(db, event.teacher_id)


def clear(db: Session, teacher_id: str) -> None:
    """Delete the teacher's records older than a year, and the oldest beyond the maximum number."""
    hold_name(db, f"clearing {teacher_id}")
    own = Activity.teacher_id == teacher_id
    old = select(Activity.id).where(own, Activity.id < _min_id_at(clock.now() - KEPT))
    db.execute(delete(Activity).where(Activity.id.in_(old.order_by(Activity.id).limit(MOST_OLD_AT_ONCE))))
    for condition, maximum in (
        (Activity.kind.in_(AT_THE_DOOR), MOST_AT_THE_DOOR),
        (Activity.kind.not_in(AT_THE_DOOR), MOST_OTHERS),
    ):
        first_too_many = select(Activity.id).where(own, condition).order_by(Activity.id.desc()).offset(maximum).limit(1)
        db.execute(delete(Activity).where(own, condition, Activity.id <= first_too_many.scalar_subquery()))


def forget_student(db: Session, student_id: str) -> None:
    """Remove everything that identifies the student from the log; action and time stay.

    Events by a student also have it as their subject, so that `student_id` finds both.
    """
    about = update(Activity).where(Activity.student_id == student_id)
    by = about.where(Activity.who_id == student_id)
    db.execute(by.values(who_id=None, who_name=ERASED, address=None, device=None))
    db.execute(about.values(student_id=None, student_name=ERASED, about=None))


def _create_record(event: Happening) -> Activity:
    client, actor, action = present_source(), event.who, event.deed
    return Activity(
        teacher_id=event.teacher_id,
        kind=action.kind,
        who_role=actor.role,
        who_id=actor.id,
        who_name=_sanitize(actor.name),
        classroom_id=event.classroom_id,
        student_id=event.student_id,
        student_name=_sanitize(event.student_name),
        about=_sanitize(action.about),
        amount=action.amount,
        address=client and client.address,
        device=client and client.device,
        count=action.count,
    )


def _find_mergeable(db: Session, row: Activity) -> Activity | None:
    since = clock.now() - TOGETHER
    columns = (Activity.kind, Activity.who_id, Activity.address, Activity.device)
    same = [column.is_not_distinct_from(getattr(row, column.key)) for column in columns]
    recent = select(Activity.id).where(Activity.teacher_id == row.teacher_id, Activity.id > _min_id_at(since))
    newest = recent.order_by(Activity.id.desc()).limit(MOST_LOOKED_AT)
    found = select(Activity).where(Activity.id.in_(newest), Activity.created_at > since, *same)
    return db.scalar(found.order_by(Activity.id.desc()).limit(1))


def _min_id_at(moment: datetime) -> str:
    """Return a lower bound for the ids (UUIDv7) created at that moment or later."""
    digits = f"{int(moment.timestamp() * 1000):012x}"
    return f"{digits[:8]}-{digits[8:]}"


def _sanitize(text: str | None) -> str | None:
    """Join lines, remove control and format characters other than joiners, and truncate."""
    if text is None:
        return None
    one_line = " ".join(text.split())
    return "".join(
        char for char in one_line if category(char) not in {"Cc", "Cf"} or char in _ALLOWED_FORMAT_CHARACTERS
    )[:_MAX_TEXT_LENGTH]
