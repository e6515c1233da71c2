"""The signed-in user's account: changes that need no password, within the caller's transaction."""

from typing import TypeVar, assert_never

from sqlalchemy.orm import Session

from server.domain.accounts.teacher_language import require_teacher_language
from server.domain.activity.service import ActivityEvent, record
from server.domain.students.models import Student
from server.domain.teachers.models import Teacher
from server.errors import NotAsSubstituteError, NotSignedInError
from server.security.actor import Actor
from server.security.sessions import SignInSession, delete_session, end_sessions_of
from server.texts.language import StudentLanguage

Account = TypeVar("Account", Teacher, Student)


def get_teacher(db: Session, actor: Actor) -> Teacher:
    """Load the signed-in teacher's account; raise `NotSignedInError` if it was deleted since the session was found."""
    return _require(db.get(Teacher, actor.id))


def get_account(db: Session, actor: Actor) -> Teacher | Student:
    """Load the signed-in user's account; raise `NotSignedInError` if it was deleted since the session was found.

    `NotAsSubstituteError` for a substitute, who has none.
    """
    match actor.role:
        case "teacher":
            return get_teacher(db, actor)
        case "student":
            return _require(db.get(Student, actor.id))
        case "substitute":
            raise NotAsSubstituteError
        case _:
            assert_never(actor.role)


def _require(account: Account | None) -> Account:
    if account is None:
        raise NotSignedInError
    return account


def rename_teacher(db: Session, actor: Actor, name: str) -> None:
    """Change the teacher's display name."""
    get_teacher(db, actor).name = name
    db.flush()


def choose_language(db: Session, actor: Actor, language: StudentLanguage) -> None:
    """Store the language in which the account's owner sees GoalBucks.

    `LanguageNotForTeachersError` for a teacher and a language that only students' pages have.
    """
    account = get_account(db, actor)
    if isinstance(account, Student):
        account.language = language
    else:
        account.language = require_teacher_language(language)
    db.flush()


def sign_out_everywhere(db: Session, actor: Actor) -> None:
    """End every session of the account, this one included."""
    record(db, actor, ActivityEvent("sign_out_everywhere"))
    end_sessions_of(db, actor.role, actor.id)


def end_session(db: Session, actor: Actor, session: SignInSession) -> None:
    """End one session of the signed-in teacher."""
    record(db, actor, ActivityEvent("session_ended", about=session.device))
    delete_session(db, session)
