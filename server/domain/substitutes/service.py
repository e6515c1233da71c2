"""Making and ending the substitute code of a class, and beginning with one, within the caller's transaction."""

from datetime import datetime, time, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from server import clock
from server.database.locking import lock_rows
from server.domain.activity.service import ActivityEvent, record
from server.domain.classrooms.models import Classroom
from server.domain.substitutes.models import SubstituteCode
from server.domain.teachers.sample_account import require_own_account
from server.security.actor import Account, Actor
from server.security.code_key import CodeKey
from server.security.recovery_codes import random_code
from server.security.sessions import SUBSTITUTE_LIFETIME, end_substitute_sessions
from server.security.substitutions import Substitution

CODE_LENGTH = 8
"""8 characters of 32 are 40 bits; the UI shows them in two groups of four."""


def make_code(db: Session, actor: Actor, key: CodeKey, classroom: Classroom) -> str:
    """Make the code of the class and return it: it can't be read again. The previous one stops working.

    Substitutes who are working stay signed in. `SampleClassError` for the sample class.
    """
    require_own_account(db, classroom.teacher_id)
    lock_rows(db, Classroom, [classroom.id])  # it stands for the class's code
    _delete_code(db, classroom.id)
    code = random_code(CODE_LENGTH)
    db.add(SubstituteCode(classroom_id=classroom.id, code_hash=key.hash_code(code), key_id=key.id))
    db.flush()
    record(db, actor, ActivityEvent("substitute_code_made", classroom.name, classroom_id=classroom.id))
    return code


def end_code(db: Session, actor: Actor, classroom: Classroom) -> None:
    """End the code of the class, if it has one, and the sessions of its substitutes."""
    lock_rows(db, Classroom, [classroom.id])
    had_code = _delete_code(db, classroom.id)
    had_sessions = end_substitute_sessions(db, classroom.id)
    if had_code or had_sessions:
        record(db, actor, ActivityEvent("substitute_code_ended", classroom.name, classroom_id=classroom.id))


def begin(db: Session, code: SubstituteCode, name: str) -> Substitution:
    """Begin a substitution with a valid code. The caller has locked the class."""
    code.record_use()
    substitution = Substitution(classroom_id=code.classroom_id, name=name, ends_at=end_of_day(clock.now()))
    db.add(substitution)
    db.flush()
    record(
        db, Account(substitution.id, "substitute"), ActivityEvent("substitute_began", classroom_id=code.classroom_id)
    )
    return substitution


def end_of_day(moment: datetime) -> datetime:
    """Return the local midnight after the moment, or the time twelve hours after it if that is earlier."""
    tomorrow = clock.local_date(moment) + timedelta(days=1)
    # A naive time is local: so the day of a change to summer time ends when the clock shows midnight.
    return min(datetime.combine(tomorrow, time()).astimezone(moment.tzinfo), moment + SUBSTITUTE_LIFETIME)


def _delete_code(db: Session, classroom_id: str) -> bool:
    code = db.scalar(select(SubstituteCode).where(SubstituteCode.classroom_id == classroom_id))
    if code is None:
        return False
    db.delete(code)  # not a bulk delete, which would bypass the flush hook that notifies event streams
    db.flush()
    return True
