"""Sessions of signed-in browsers: an opaque random token in a cookie; its SHA-256 is stored (specification 2.22)."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import cast

from sqlalchemy import CheckConstraint, ForeignKey, Select, String, and_, bindparam, or_, select, update
from sqlalchemy.orm import InstrumentedAttribute, Mapped, Session, mapped_column

from server import clock
from server.database.base import Entity, UtcDateTime
from server.database.columns import connection_of
from server.database.locking import ExpiredRows, for_update, skip_locked
from server.database.lookup import get_or_not_found
from server.security.actor import AccountRole, Actor, Role
from server.security.digest import sha256_hex
from server.security.substitutions import Substitution

SESSION_COOKIE = "goalbucks_session"
LOCAL_TEACHER_LIFETIME = timedelta(days=30)
"""For teachers who sign in on the class computer itself."""
DEFAULT_LIFETIME = timedelta(hours=12)
"""For students, and for teachers on other devices."""
SUBSTITUTE_LIFETIME = timedelta(hours=12)
"""The longest lifetime of a substitute's session, which ends at midnight in any case."""
SUBSTITUTE_CLOCK_SLACK = timedelta(minutes=5)
"""How far the clock may be behind the last request of a substitute. If it was set back further, the session ends, so
that it doesn't last longer than it may."""
STUDENT_IDLE_TIMEOUT = timedelta(hours=2)
"""A student's session ends this long after the student's last request, since Chromebooks are shared."""
REFRESH_INTERVAL = timedelta(minutes=1)
CLOCK_SLACK = timedelta(days=1)
"""Tolerated excess over the longest lifetime. A session that ends later (the clock was set back since) is invalid."""
REVOKED_AT = datetime(1970, 1, 1, tzinfo=UTC)
"""The `expires_at` of a session that an administrator revoked. The row is kept, so that its browser gets the reason."""


class SignInSession(Entity):
    """One signed-in browser; deleted with its account by the cascade."""

    __tablename__ = "sessions"
    __table_args__ = (CheckConstraint("(teacher_id IS NULL) <> (student_id IS NULL)", name="one_account"),)

    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    teacher_id: Mapped[str | None] = mapped_column(ForeignKey("teachers.id", ondelete="CASCADE"), index=True)
    student_id: Mapped[str | None] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"), index=True)
    substitution_id: Mapped[str | None] = mapped_column(String(36), index=True)
    """The substitution of a substitute, whose `teacher_id` is the class's owner; deleted with its class."""
    seen_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)
    device: Mapped[str | None] = mapped_column(String(100))
    """The browser of a teacher, such as "Windows, Chrome"; None for students and if it isn't recognized."""


_ACCOUNT_COLUMNS: Mapping[Role, InstrumentedAttribute[str | None]] = {
    "teacher": SignInSession.teacher_id,
    "student": SignInSession.student_id,
    "substitute": SignInSession.substitution_id,
}
_OPEN_SUBSTITUTION = select(Substitution.id).where(Substitution.id == bindparam("id"), Substitution.ended_at.is_(None))
_EXPIRED = ExpiredRows(
    SignInSession,
    or_(
        and_(SignInSession.expires_at <= bindparam("moment"), SignInSession.expires_at > REVOKED_AT),
        SignInSession.expires_at > bindparam("latest_end"),
        and_(SignInSession.student_id.is_not(None), SignInSession.seen_at <= bindparam("idle_since")),
        and_(SignInSession.expires_at == REVOKED_AT, SignInSession.created_at <= bindparam("oldest_revoked")),
    ),
)


@dataclass(frozen=True, slots=True)
class NewSession:
    """The token for the browser's cookie, and the cookie's lifetime (None: until the browser closes)."""

    token: str
    max_age: timedelta | None


@dataclass(frozen=True, slots=True)
class SigningInBrowser:
    """The browser for which a session is created."""

    is_local: bool
    """Whether it runs on the class computer itself."""
    previous_token: str | None = None
    """The session token that it sent."""
    device: str | None = None
    """Its description, if it is recognized; stored for teachers only, who can list their sessions."""


def create_session(db: Session, role: AccountRole, account_id: str, browser: SigningInBrowser) -> NewSession:
    """Create a session and end the browser's previous one."""
    moment = clock.now()
    lifetime = LOCAL_TEACHER_LIFETIME if role == "teacher" and browser.is_local else DEFAULT_LIFETIME
    token = _add_session(
        db,
        browser,
        SignInSession(
            teacher_id=account_id if role == "teacher" else None,
            student_id=account_id if role == "student" else None,
            expires_at=moment + lifetime,
            device=browser.device if role == "teacher" else None,
        ),
    )
    return NewSession(token, lifetime if lifetime == LOCAL_TEACHER_LIFETIME else None)


def create_substitute_session(
    db: Session, owner_id: str, substitution_id: str, ends_at: datetime, browser: SigningInBrowser
) -> NewSession:
    """Create the session of a substitute for the owner of the class, and end the browser's previous one."""
    session = SignInSession(
        teacher_id=owner_id, substitution_id=substitution_id, expires_at=ends_at, device=browser.device
    )
    return NewSession(_add_session(db, browser, session), None)


def _add_session(db: Session, browser: SigningInBrowser, session: SignInSession) -> str:
    """Add the session with a new token, and delete the browser's previous one and expired ones; return the token."""
    moment = clock.now()
    if browser.previous_token:
        end_session(db, browser.previous_token)
    _EXPIRED.delete(
        db,
        {
            "moment": moment,
            "idle_since": moment - STUDENT_IDLE_TIMEOUT,
            "latest_end": moment + LOCAL_TEACHER_LIFETIME + CLOCK_SLACK,
            "oldest_revoked": moment - LOCAL_TEACHER_LIFETIME,
        },
    )
    token = secrets.token_urlsafe(32)
    session.token_hash, session.seen_at = sha256_hex(token), moment
    db.add(session)
    return token


_BY_TOKEN = select(
    SignInSession.id,
    SignInSession.teacher_id,
    SignInSession.student_id,
    SignInSession.substitution_id,
    SignInSession.seen_at,
    SignInSession.expires_at,
).where(SignInSession.token_hash == bindparam("token_hash"))


def find_actor(db: Session, token: str) -> tuple[Actor, bool] | None:
    """Return the token's actor and whether the session is due a `refresh`; None if unknown or expired.

    Sessions of students and substitutes are refreshed.
    """
    # On the connection, without the ORM's overhead: every request runs this query.
    row = connection_of(db).execute(_BY_TOKEN, {"token_hash": sha256_hex(token)}).one_or_none()
    if row is None:
        return None
    session_id, teacher_id, student_id, substitution_id, seen_at, expires_at = row
    moment = clock.now()
    is_due = seen_at + REFRESH_INTERVAL <= moment
    if substitution_id is not None:
        if not _is_substitution_open(db, substitution_id, seen_at, expires_at):
            return None
        return Actor(id=substitution_id, role="substitute", session_id=session_id), is_due
    # An upper bound for CLOCK_SLACK only: whether a teacher's session has the shorter lifetime isn't stored.
    max_lifetime = DEFAULT_LIFETIME if student_id is not None else LOCAL_TEACHER_LIFETIME
    if not moment < expires_at <= moment + max_lifetime + CLOCK_SLACK:
        return None
    if student_id is not None and seen_at + STUDENT_IDLE_TIMEOUT <= moment:
        return None
    role: Role = "teacher" if teacher_id else "student"
    actor = Actor(id=cast("str", teacher_id or student_id), role=role, session_id=session_id)
    return actor, student_id is not None and is_due


def _is_substitution_open(db: Session, substitution_id: str, seen_at: datetime, expires_at: datetime) -> bool:
    moment = clock.now()
    if not seen_at - SUBSTITUTE_CLOCK_SLACK <= moment < expires_at:
        return False
    return connection_of(db).execute(_OPEN_SUBSTITUTION, {"id": substitution_id}).first() is not None


ACTIVE_STUDENT_SESSION = and_(
    SignInSession.seen_at > bindparam("idle_since", type_=UtcDateTime),
    SignInSession.expires_at > bindparam("moment", type_=UtcDateTime),
    SignInSession.expires_at <= bindparam("latest_end", type_=UtcDateTime),
)
"""Students' sessions that `find_actor` accepts; takes the parameters of `active_session_parameters`."""


def active_session_parameters(moment: datetime) -> dict[str, datetime]:
    """Return the parameters of `ACTIVE_STUDENT_SESSION`."""
    return {
        "moment": moment,
        "idle_since": moment - STUDENT_IDLE_TIMEOUT,
        "latest_end": moment + DEFAULT_LIFETIME + CLOCK_SLACK,
    }


def student_session_ends_at(seen_at: datetime, expires_at: datetime) -> datetime:
    """Return when a student's session ends unless it is used again."""
    return min(expires_at, seen_at + STUDENT_IDLE_TIMEOUT)


_EXPIRY = select(SignInSession.student_id, SignInSession.expires_at).where(SignInSession.id == bindparam("id"))


def session_lifetime(db: Session, session_id: str) -> tuple[timedelta, timedelta | None]:
    """Return the remaining lifetime of an open session, and the shortest idle time after which it may end before.

    A student's session may end `REFRESH_INTERVAL` before the idle timeout, since calls update `seen_at` only so often.
    """
    student_id, expires_at = connection_of(db).execute(_EXPIRY, {"id": session_id}).one()
    idle_timeout = STUDENT_IDLE_TIMEOUT - REFRESH_INTERVAL if student_id is not None else None
    return expires_at - clock.now(), idle_timeout


def refresh(db: Session, session_id: str) -> None:
    """Update `seen_at`: a student's session ends two hours after it, a substitute's if the clock is set back behind it.

    The concurrent calls of one page all find the session due: one of them updates it, the others skip the locked row.
    """
    moment = clock.now()
    due = select(SignInSession.id).where(
        SignInSession.id == session_id, SignInSession.seen_at <= moment - REFRESH_INTERVAL
    )
    statement = update(SignInSession).where(SignInSession.id.in_(skip_locked(db, due))).values(seen_at=moment)
    db.execute(statement.execution_options(synchronize_session=False))


def is_open(db: Session, session_id: str, *, since: datetime | None = None) -> bool:
    """Whether the current request's session is still open: not deleted, revoked or expired since the request began.

    `find_actor` checked the idle time and `CLOCK_SLACK` then; they aren't checked again. With `since`, also whether the
    session began then or later.
    """
    session = db.get(SignInSession, session_id)
    if session is None or session.expires_at <= clock.now():
        return False
    return since is None or session.created_at >= since


def _open_sessions(teacher_id: str) -> Select[SignInSession]:
    """Select the sessions of a teacher that `find_actor` accepts, without those of substitutes."""
    moment = clock.now()
    return select(SignInSession).where(
        SignInSession.teacher_id == teacher_id,
        SignInSession.substitution_id.is_(None),
        SignInSession.expires_at > moment,
        SignInSession.expires_at <= moment + LOCAL_TEACHER_LIFETIME + CLOCK_SLACK,
    )


def open_sessions_of_teacher(db: Session, teacher_id: str) -> Sequence[SignInSession]:
    """List the open sessions of a teacher, newest first."""
    return db.scalars(_open_sessions(teacher_id).order_by(SignInSession.id.desc())).all()


def get_open_session(db: Session, teacher_id: str, session_id: str) -> SignInSession:
    """Load an open session of a teacher, to be ended; raise `NotFoundError` if there is none."""
    query = _open_sessions(teacher_id).where(SignInSession.id == session_id)
    return get_or_not_found(db, for_update(db, query, SignInSession))


def end_session(db: Session, token: str) -> None:
    """Delete the token's session, if any."""
    session = db.scalar(
        for_update(db, select(SignInSession).where(SignInSession.token_hash == sha256_hex(token)), SignInSession)
    )
    if session is not None:
        delete_session(db, session)


def delete_session(db: Session, session: SignInSession) -> None:
    """Delete a session. That of a substitute ends the substitution."""
    if session.substitution_id is not None:
        substitution = db.get_one(Substitution, session.substitution_id)
        # Within its time: the clock may have been changed.
        substitution.ended_at = max(substitution.created_at, min(clock.now(), substitution.ends_at))
    db.delete(session)
    db.flush()


def end_sessions_of(db: Session, role: Role, account_id: str, *, exclude: str | None = None) -> None:
    """Delete all sessions of the account, except the one with the id `exclude`.

    A teacher's are also those of the substitutes in the teacher's classes.
    """
    ended = select(SignInSession).where(_ACCOUNT_COLUMNS[role] == account_id)
    # One by one: a bulk delete would bypass the flush hook that notifies event streams.
    ended = (ended if exclude is None else ended.where(SignInSession.id != exclude)).order_by(SignInSession.id)
    for session in db.scalars(for_update(db, ended, SignInSession)).all():
        delete_session(db, session)


def end_substitute_sessions(db: Session, classroom_id: str) -> bool:
    """Delete the sessions of all substitutes of a class; return whether there were any."""
    of_class = select(Substitution.id).where(Substitution.classroom_id == classroom_id)
    query = select(SignInSession).where(SignInSession.substitution_id.in_(of_class)).order_by(SignInSession.id)
    ended = db.scalars(for_update(db, query, SignInSession)).all()
    for session in ended:
        delete_session(db, session)
    return bool(ended)


def revoke_sessions_of(db: Session, teacher_id: str) -> None:
    """End all sessions of a teacher, marked with `REVOKED_AT`, and those of substitutes."""
    own = select(SignInSession).where(SignInSession.teacher_id == teacher_id).order_by(SignInSession.id)
    for session in db.scalars(for_update(db, own, SignInSession)).all():
        if session.substitution_id is None:
            session.expires_at = REVOKED_AT
        else:
            delete_session(db, session)
    db.flush()


def was_revoked(db: Session, token: str) -> bool:
    """Whether the token's session was revoked."""
    expires_at = db.scalar(select(SignInSession.expires_at).where(SignInSession.token_hash == sha256_hex(token)))
    return expires_at == REVOKED_AT
