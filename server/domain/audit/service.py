"""Noting what was done, in the transaction that did it; and letting go of what is old, too much, or to be forgotten."""

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
"""Sign-ins, and failed ones, of one account from one device within so long are one row with a count."""
MOST_LOOKED_AT = 500
"""Of the last rows: a flood of them must not make each sign-in slower than the one before."""
KEPT = timedelta(days=365)
MOST_AT_THE_DOOR = 10_000
MOST_OTHERS = 10_000
"""Apart, so that nobody can push out what a teacher did by knocking at the door."""
MOST_OLD_AT_ONCE = 500
"""A clock that is wrong for an hour must not take years of rows along."""
CLEARED_BY = "00"
"""One row in 256 has an id that ends so: noting it also clears."""
ERASED = "an erased student"
_LONGEST = 401
_KEPT_MARKS = frozenset("\u200c\u200d")
"""The joiners of Persian names and of emoji; other marks may make a name read as somebody else's."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who did it, as named then; whoever has no account here has no role and no id."""

    role: Role | None
    id: str | None
    name: str


ADMINISTRATOR = Person(None, None, "the administrator")
"""Of a school's server: `goalbucks admin`."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What was done. `about`: the goal, item, class or reason; `amount`: goalbucks; `count`: to how many."""

    kind: Kind
    about: str | None = None
    amount: int | None = None
    count: int = 1


@dataclass(frozen=True, slots=True)
class Happening:
    """A deed of this person's that concerns the classes of this teacher, and perhaps one of them, or one student."""

    deed: Deed
    teacher_id: str
    who: Person
    classroom_id: str | None = None
    student_id: str | None = None
    student_name: str | None = None


def note(db: Session, happening: Happening) -> None:
    """Keep it, with the device that the request came from; rolled back with what was done."""
    row = _row(happening)
    if happening.deed.kind in AT_THE_DOOR:
        hold_name(db, f"door {row.who_id}")  # else of two at once one isn't counted
        if (before := _same_before(db, row)) is not None:
            before.count += 1
            return
    db.add(row)
    db.flush()
    if row.id.endswith(CLEARED_BY):
        clear(db, happening.teacher_id)


def clear(db: Session, teacher_id: str) -> None:
    """Drop what is over a year old, and the oldest of what is too much."""
    hold_name(db, f"clearing {teacher_id}")
    own = Activity.teacher_id == teacher_id
    old = select(Activity.id).where(own, Activity.id < _first_id(clock.now() - KEPT))
    db.execute(delete(Activity).where(Activity.id.in_(old.order_by(Activity.id).limit(MOST_OLD_AT_ONCE))))
    for which, most in (
        (Activity.kind.in_(AT_THE_DOOR), MOST_AT_THE_DOOR),
        (Activity.kind.not_in(AT_THE_DOOR), MOST_OTHERS),
    ):
        first_too_many = select(Activity.id).where(own, which).order_by(Activity.id.desc()).offset(most).limit(1)
        db.execute(delete(Activity).where(own, which, Activity.id <= first_too_many.scalar_subquery()))


def forget_student(db: Session, student_id: str) -> None:
    """Rows about or by the student keep what was done and when; nothing in them leads to the student any more.

    What a student does is about that student too.
    """
    about = update(Activity).where(Activity.student_id == student_id)
    by = about.where(Activity.who_id == student_id)
    db.execute(by.values(who_id=None, who_name=ERASED, address=None, device=None))
    db.execute(about.values(student_id=None, student_name=ERASED, about=None))


def _row(happening: Happening) -> Activity:
    source, who, deed = present_source(), happening.who, happening.deed
    return Activity(
        teacher_id=happening.teacher_id,
        kind=deed.kind,
        who_role=who.role,
        who_id=who.id,
        who_name=_harmless(who.name),
        classroom_id=happening.classroom_id,
        student_id=happening.student_id,
        student_name=_harmless(happening.student_name),
        about=_harmless(deed.about),
        amount=deed.amount,
        address=source and source.address,
        device=source and source.device,
        count=deed.count,
    )


def _same_before(db: Session, row: Activity) -> Activity | None:
    since = clock.now() - TOGETHER
    columns = (Activity.kind, Activity.who_id, Activity.address, Activity.device)
    same = [column.is_not_distinct_from(getattr(row, column.key)) for column in columns]
    recent = select(Activity.id).where(Activity.teacher_id == row.teacher_id, Activity.id > _first_id(since))
    newest = recent.order_by(Activity.id.desc()).limit(MOST_LOOKED_AT)
    found = select(Activity).where(Activity.id.in_(newest), Activity.created_at > since, *same)
    return db.scalar(found.order_by(Activity.id.desc()).limit(1))


def _first_id(moment: datetime) -> str:
    """What every id made at that moment or later is greater than: they begin with the milliseconds."""
    digits = f"{int(moment.timestamp() * 1000):012x}"
    return f"{digits[:8]}-{digits[8:]}"


def _harmless(text: str | None) -> str | None:
    """In one line, and without marks that change how what stands beside it reads."""
    if text is None:
        return None
    one_line = " ".join(text.split())
    return "".join(each for each in one_line if category(each) not in {"Cc", "Cf"} or each in _KEPT_MARKS)[:_LONGEST]
