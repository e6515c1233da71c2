"""Pictures by which young students sign in: who has which, and limits on failed attempts (specification 18.1 to 18.4).

They are a convenience, not a secret: three of twelve in order are 1,320 sequences. See
docs/decisions/0064-picture-sign-in.md. They are a domain of their own, below `students`, because a new student of a
class that uses them gets some (`server/domain/students/service.py`); `picture_sign_in` signs students in.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import permutations

from sqlalchemy import Select, and_, bindparam, delete, select
from sqlalchemy.orm import Session

from server import clock
from server.database.columns import fetch_value
from server.database.locking import advisory_xact_lock
from server.database.recent_rows import RecentRows
from server.domain.pictures.models import PICTURES, SEQUENCE_LENGTH, PictureClass, PictureFailure, StudentPictures

SEQUENCES = tuple(map(",".join, permutations(PICTURES, SEQUENCE_LENGTH)))
MAX_FAILURES_AT_ADDRESS = 5
ADDRESS_WINDOW = timedelta(minutes=5)
MAX_FAILURES_A_DAY = 25
MAX_FAILURES_OF_ADDRESS = 50
"""In a day, over all students: it stops the address, not the students."""
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class PictureAttempt:
    """An attempt at a student's pictures. `browser`: as in `PictureFailure`."""

    student_id: str
    address: str
    browser: str | None


_IS_ON = select(PictureClass.id).where(PictureClass.classroom_id == bindparam("classroom_id"))
_IS_USED = select(PictureClass.id).limit(1)
_RECENT = RecentRows(PictureFailure)
_ON_STUDENT = PictureFailure.student_id == bindparam("student_id")
_BY_BROWSER = and_(_ON_STUDENT, PictureFailure.browser == bindparam("browser"))
_BY_UNKNOWN_BROWSERS = PictureFailure.browser.is_(None)
_FROM_ADDRESS = and_(_BY_UNKNOWN_BROWSERS, PictureFailure.address == bindparam("address"))
_NTH_BY_BROWSER = _RECENT.select_nth_newest(_BY_BROWSER)
_NTH_ON_STUDENT = _RECENT.select_nth_newest(_ON_STUDENT, _BY_UNKNOWN_BROWSERS)
_NTH_ON_STUDENT_FROM_ADDRESS = _RECENT.select_nth_newest(_ON_STUDENT, _FROM_ADDRESS)
_NTH_FROM_ADDRESS = _RECENT.select_nth_newest(_FROM_ADDRESS)


def is_on(db: Session, classroom_id: str) -> bool:
    """Return whether the class signs in with pictures."""
    return fetch_value(db, _IS_ON, {"classroom_id": classroom_id}) is not None


def is_used(db: Session) -> bool:
    """Return whether any class signs in with pictures."""
    return fetch_value(db, _IS_USED, {}) is not None


def find(db: Session, student_id: str) -> StudentPictures | None:
    """Return the row of the student's pictures, which the caller may change."""
    return db.scalar(select(StudentPictures).where(StudentPictures.student_id == student_id))


def give(db: Session, classroom_id: str, student_ids: Sequence[str]) -> None:
    """Give students of one class new pictures that nobody in the class has.

    In a class of more than 1,320 students the last ones get none.
    """
    lock_class(db, classroom_id)
    taken = set(db.scalars(select(StudentPictures.sequence).where(StudentPictures.classroom_id == classroom_id)))
    free = [each for each in SEQUENCES if each not in taken]
    own = db.scalars(select(StudentPictures).where(StudentPictures.student_id.in_(student_ids)))
    own_by_student = {each.student_id: each for each in own}
    chosen = secrets.SystemRandom().sample(free, min(len(free), len(student_ids)))
    for student_id, sequence in zip(student_ids, chosen, strict=False):
        if student_id in own_by_student:
            own_by_student[student_id].sequence = sequence
        else:
            db.add(StudentPictures(student_id=student_id, classroom_id=classroom_id, sequence=sequence))
    db.flush()


def give_if_on(db: Session, classroom_id: str, student_ids: Sequence[str]) -> None:
    """Give students of one class pictures if the class uses them."""
    if student_ids and is_on(db, classroom_id):
        give(db, classroom_id, student_ids)


def move(db: Session, classroom_id: str, student_id: str) -> None:
    """Move a student's pictures to another class; they are replaced if they are taken there."""
    own = find(db, student_id)
    if own is None:
        give_if_on(db, classroom_id, [student_id])
        return
    lock_class(db, classroom_id)
    if owner_of(db, classroom_id, own.sequence) is None:
        own.classroom_id = classroom_id
        db.flush()
    else:
        db.delete(own)
        db.flush()
        give(db, classroom_id, [student_id])


def owner_of(db: Session, classroom_id: str, sequence: str | None) -> str | None:
    """Return the id of the student of the class who has these pictures."""
    same = select(StudentPictures.student_id).where(
        StudentPictures.classroom_id == classroom_id, StudentPictures.sequence == (sequence or "")
    )
    return db.scalar(same)


def lock_class(db: Session, classroom_id: str) -> None:
    """Lock the class's pictures until the transaction ends."""
    advisory_xact_lock(db, f"pictures {classroom_id}")


def locked_until(db: Session, attempt: PictureAttempt) -> datetime | None:
    """Return until when wrong tries at this student's pictures stop this attempt; None if they don't.

    A browser that has signed the student in before has a count of its own over all addresses, and no daily limit.
    Beyond the student's daily limit, an address without a failure at the student may still try once.
    """
    advisory_xact_lock(db, f"pictures {attempt.student_id}")  # concurrent attempts can't exceed the limit together
    if attempt.browser is not None:
        return _end(db, attempt, _NTH_BY_BROWSER, MAX_FAILURES_AT_ADDRESS, ADDRESS_WINDOW)
    ends = [_end(db, attempt, _NTH_ON_STUDENT_FROM_ADDRESS, MAX_FAILURES_AT_ADDRESS, ADDRESS_WINDOW)]
    day_end = _end(db, attempt, _NTH_ON_STUDENT, MAX_FAILURES_A_DAY, DAY)
    address_end = _end(db, attempt, _NTH_ON_STUDENT_FROM_ADDRESS, 1, DAY)
    if day_end is not None and address_end is not None:
        ends.append(min(day_end, address_end))
    return max((end for end in ends if end is not None), default=None)


def stopped_until(db: Session, attempt: PictureAttempt) -> datetime | None:
    """Return until when wrong tries at all students' pictures stop this attempt's address; None if they don't.

    A browser that has signed the student in before isn't stopped.
    """
    if attempt.browser is not None:
        return None
    advisory_xact_lock(db, f"pictures at {attempt.address}")
    return _end(db, attempt, _NTH_FROM_ADDRESS, MAX_FAILURES_OF_ADDRESS, DAY)


def _end(
    db: Session, attempt: PictureAttempt, nth_newest: Select[datetime], limit: int, window: timedelta
) -> datetime | None:
    """Return when the `limit`-th newest failure that the query finds leaves the window; None if there are fewer."""
    moment = clock.now()
    parameters = {
        "student_id": attempt.student_id,
        "address": attempt.address,
        "browser": attempt.browser,
        "since": moment - window,
        "moment": moment,
        "offset": limit - 1,
    }
    failed_at: datetime | None = fetch_value(db, nth_newest, parameters)
    return None if failed_at is None else failed_at + window


def record_failure(db: Session, attempt: PictureAttempt) -> None:
    """Record a wrong try and delete expired ones."""
    _RECENT.delete_expired(db, clock.now() - DAY)
    db.add(PictureFailure(student_id=attempt.student_id, address=attempt.address, browser=attempt.browser))
    db.flush()


def reset_failures(db: Session, student_id: str) -> bool:
    """Delete a student's wrong tries; return whether there were any."""
    failures = select(PictureFailure.id).where(PictureFailure.student_id == student_id)
    had_any = db.scalar(failures.limit(1)) is not None
    db.execute(delete(PictureFailure).where(PictureFailure.student_id == student_id))
    return had_any
