"""Administration of a school: invites, passwords, disabled accounts, class transfers and photo retention.

Each function runs in the caller's transaction and records an event for the teachers concerned.
"""

from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from server import clock
from server.class_computer.preferences import service as preferences
from server.database.locking import for_update
from server.domain.activity.kinds import ActivityKind
from server.domain.activity.service import ActivityEvent, record
from server.domain.classrooms.models import Classroom
from server.domain.classrooms.service import normalize_code
from server.domain.members import service as members
from server.domain.teachers import invites
from server.domain.teachers.models import Teacher
from server.domain.teachers.service import email_key
from server.errors import TerminalError
from server.security import recovery_codes, throttle
from server.security.actor import ADMINISTRATOR
from server.security.sessions import end_sessions_of, revoke_sessions_of


class UnknownTeacherError(TerminalError):
    """No teacher has this e-mail."""

    code = "unknown_teacher"
    sentence = "No teacher has this e-mail. 'goalbucks admin teachers' lists them all."


class UnknownClassError(TerminalError):
    """No class has this code."""

    code = "unknown_class"
    sentence = "No class has this class code. 'goalbucks admin teachers' lists them all."


class UnknownInviteError(TerminalError):
    """No invite has this name."""

    code = "unknown_invite"
    sentence = "There is no such invite. 'goalbucks admin invites' lists them all."


class NoChangeError(TerminalError):
    """The requested state is already in effect."""

    code = "nothing_to_do"
    sentence = "Nothing was changed."


class DisabledTeacherError(TerminalError):
    """A class can't be transferred to a disabled account, which couldn't open it."""

    code = "teacher_is_disabled"
    sentence = "This teacher's account is switched off: 'goalbucks admin enable' switches it on. Nothing was changed."


def create_invite(db: Session, *, uses: int | None, days: int | None) -> str:
    """Create an invite and return its code, which is stored as a hash only."""
    return invites.create(db, uses=uses, expires_at=None if days is None else clock.now() + timedelta(days=days))


def revoke_invite(db: Session, name: str) -> None:
    """Delete the invite with this name or code; accounts that were registered with it stay."""
    found = invites.find_by_id_or_code(db, name)
    if found is None:
        raise UnknownInviteError
    db.delete(found)
    db.flush()


def reset_password(db: Session, email: str, password_hash: str) -> Teacher:
    """Set the teacher's password and revoke every other credential.

    Ends all sessions, unlinks the identity provider, and clears recovery codes, known browsers and failed sign-ins.
    """
    teacher = _lock_teacher(db, email)
    teacher.password_hash, teacher.provider_uid = password_hash, None
    db.flush()
    recovery_codes.delete_code(db, teacher.id)
    throttle.delete_known_browsers(db, "teacher", teacher.id)
    throttle.reset_failures(db, "teacher", teacher.id)
    end_sessions_of(db, "teacher", teacher.id)
    record(db, ADMINISTRATOR, ActivityEvent("password_reset", teacher_id=teacher.id))
    return teacher


def disable_teacher(db: Session, email: str) -> Teacher:
    """Disable the account and revoke its sessions; classes and students are unaffected."""
    teacher = _lock_teacher(db, email)
    if teacher.disabled_at is not None:
        raise NoChangeError(f"{teacher.name}'s account is switched off already. Nothing was changed.")
    teacher.disabled_at = clock.now()
    db.flush()  # a concurrent sign-in waits for the row lock, then sees the disabled account
    revoke_sessions_of(db, teacher.id)
    record(db, ADMINISTRATOR, ActivityEvent("account_disabled", teacher_id=teacher.id))
    return teacher


def enable_teacher(db: Session, email: str) -> Teacher:
    """Enable a disabled account; the sessions that were revoked are deleted."""
    teacher = _lock_teacher(db, email)
    if teacher.disabled_at is None:
        raise NoChangeError(f"{teacher.name}'s account isn't switched off. Nothing was changed.")
    teacher.disabled_at = None
    end_sessions_of(db, "teacher", teacher.id)
    record(db, ADMINISTRATOR, ActivityEvent("account_enabled", teacher_id=teacher.id))
    return teacher


def transfer_class(db: Session, class_code: str, email: str) -> tuple[Classroom, Teacher, Teacher]:
    """Transfer a class with all of its students and data; return the class, previous and new teacher.

    Reviews, goals and ledger entries keep the teacher who made them.
    """
    new_teacher = _lock_teacher(db, email)
    query = for_update(db, select(Classroom).where(Classroom.class_code == normalize_code(class_code)), Classroom)
    classroom = db.scalar(query)
    if classroom is None:
        raise UnknownClassError
    if new_teacher.disabled_at is not None:
        raise DisabledTeacherError
    previous_teacher = db.get_one(Teacher, classroom.teacher_id)
    if previous_teacher is new_teacher:
        raise NoChangeError(f"{classroom.name} is a class of {new_teacher.name} already. Nothing was changed.")
    classroom.teacher_id = new_teacher.id
    db.flush()
    members.end_for_new_owner(db, classroom)
    _record_transfer(db, "class_handed_over", classroom, log_of=previous_teacher, other=new_teacher)
    _record_transfer(db, "class_taken_over", classroom, log_of=new_teacher, other=previous_teacher)
    return classroom, previous_teacher, new_teacher


def set_image_retention(db: Session, days: int | None) -> None:
    """Set after how many days photos of reviewed submissions are deleted, school-wide; None keeps them."""
    before = preferences.read(db)
    description = preferences.describe_changes(before, preferences.save(db, {"image_retention_days": days}))
    if not description:
        raise NoChangeError("It is so already. Nothing was changed.")
    for teacher in db.scalars(select(Teacher)):
        record(db, ADMINISTRATOR, ActivityEvent("settings_changed", description, teacher_id=teacher.id))


def _lock_teacher(db: Session, email: str) -> Teacher:
    """Load the teacher with this e-mail and lock the row until the transaction ends."""
    teacher = db.scalar(for_update(db, select(Teacher).where(Teacher.email_key == email_key(email)), Teacher))
    if teacher is None:
        raise UnknownTeacherError
    return teacher


def _record_transfer(db: Session, kind: ActivityKind, classroom: Classroom, *, log_of: Teacher, other: Teacher) -> None:
    about = f"{classroom.name} ({other.name})"
    record(db, ADMINISTRATOR, ActivityEvent(kind, about, classroom_id=classroom.id, teacher_id=log_of.id))
