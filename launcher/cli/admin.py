"""`goalbucks admin`: does one thing to a school's database, says in a sentence what came of it, and ends."""

import asyncio
import logging
import secrets
import sqlite3
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from launcher.cli import admin_output
from launcher.cli.backup import require_owner
from launcher.cli.parser import Start
from launcher.errors import AlreadyRunningError, BadOptionError, LaunchError
from launcher.startup.database_errors import told
from launcher.startup.single_instance import SingleInstance
from server.database.transactions import Transactions
from server.domain.auth.schemas import TeacherPassword
from server.domain.teachers import invites
from server.domain.teachers.models import Teacher
from server.errors import DomainError
from server.school.admin import queries, service
from server.school.admin.connect import open_database
from server.security.passwords import hash_password
from server.security.recovery import ALPHABET
from server.settings import Settings

NO_SCHOOL = (
    "'goalbucks admin' is for a school's server: one with GOALBUCKS_SCHOOL=1 and, mostly, GOALBUCKS_DATABASE_URL. "
    "Give this command the settings that the server has."
)
RUNS_ON_A_FILE = (
    "GoalBucks is running on this data folder's file, where whoever is signed in wouldn't hear of this. Stop it "
    "(systemctl stop goalbucks), give this command again, and start it. Nothing was changed."
)
FAILED = "The database could not be read or written. Nothing was changed. The database's own log may tell why."
UNHEARD = frozenset({"invite", "invites", "revoke", "teachers"})
"""Tasks that nobody signed in has to hear of."""
PASSWORD_GROUPS = 3
PASSWORD_GROUP_LENGTH = 4
STANDARD_INPUT = Path("-")
Result = TypeVar("Result")
_password = TypeAdapter(TeacherPassword)


def run(start: Start) -> int:
    """The command's exit code: 0 when it did what was asked; else 1, and nothing was changed."""
    tasks: dict[str, Callable[[Transactions, Namespace], None]] = {
        "invite": _invite,
        "invites": _list_invites,
        "revoke": _revoke,
        "teachers": _list_teachers,
        "reset-password": _reset_password,
        "disable": _disable,
        "enable": _enable,
        "hand-over": _hand_over,
        "keep-photos": _keep_photos,
    }
    logging.getLogger().addHandler(logging.NullHandler())  # the terminal gets a sentence
    try:
        with _opened(start.settings, heard=start.given.task not in UNHEARD) as transactions:
            tasks[start.given.task](transactions, start.given)
    except DomainError as error:
        return _refuse(told(error) or error.message)
    except LaunchError as error:
        return _refuse(str(error))
    except (SQLAlchemyError, sqlite3.Error) as error:
        return _refuse(told(error) or FAILED)
    return 0


@contextmanager
def _opened(settings: Settings, *, heard: bool) -> Iterator[Transactions]:
    """The school's database. `heard`: whoever is signed in has to hear of it, so that on a file no server may run."""
    if not settings.school:
        raise LaunchError(NO_SCHOOL)
    if settings.has_file:
        if not settings.database_path.exists():
            raise LaunchError(f"There is no GoalBucks in the folder {settings.data_dir}. Name another by --data-dir.")
        require_owner(settings.data_dir)
    try:
        alone = SingleInstance(settings.data_dir) if heard and settings.has_file else nullcontext()
        with alone, closing(asyncio.run(open_database(settings))) as transactions:
            yield transactions
    except AlreadyRunningError:
        raise LaunchError(RUNS_ON_A_FILE) from None


def _do(transactions: Transactions, work: Callable[[Session], Result]) -> Result:
    return asyncio.run(transactions.write(work))


def _look(transactions: Transactions, work: Callable[[Session], Result]) -> Result:
    return asyncio.run(transactions.read(work))


def _invite(transactions: Transactions, given: Namespace) -> None:
    code = _do(transactions, lambda db: service.invite(db, uses=given.uses, days=given.days))
    who = "Any number of teachers" if given.uses is None else _count(given.uses, "teacher")
    until = "until it is revoked" if given.days is None else f"for {_count(given.days, 'day')}"
    _say(code)
    _say(f"{who} can create an account with this code {until}. It is shown only now: write it down.")


def _list_invites(transactions: Transactions, given: Namespace) -> None:
    del given
    for line in admin_output.of_invites(_look(transactions, invites.all_invites)):
        _say(line)


def _revoke(transactions: Transactions, given: Namespace) -> None:
    _do(transactions, lambda db: service.revoke(db, given.invite))
    _say("This invite code counts no more. Teachers who used it keep their accounts.")


def _list_teachers(transactions: Transactions, given: Namespace) -> None:
    found = _look(transactions, queries.list_teachers)
    for line in [admin_output.as_json(found)] if given.json else admin_output.of_teachers(found):
        _say(line)


def _reset_password(transactions: Transactions, given: Namespace) -> None:
    password = _new_password() if given.password_file is None else _read_password(given.password_file)
    hashed = asyncio.run(hash_password(password))
    teacher = _do(transactions, lambda db: service.reset_password(db, given.email, hashed))
    if given.password_file is None:
        _say(password)
    _say(
        f"{_named(teacher)} can sign in with this password, and should choose another one in Settings. "
        "Sessions, recovery code and a connected Google account count no more."
    )
    if teacher.disabled_at is not None:
        _say("The account is switched off all the same: 'goalbucks admin enable' switches it on.")


def _disable(transactions: Transactions, given: Namespace) -> None:
    teacher = _do(transactions, lambda db: service.disable(db, given.email))
    _say(f"{_named(teacher)} is signed out and can't sign in any more. Classes and students go on.")


def _enable(transactions: Transactions, given: Namespace) -> None:
    teacher = _do(transactions, lambda db: service.enable(db, given.email))
    _say(f"{_named(teacher)} can sign in again.")


def _hand_over(transactions: Transactions, given: Namespace) -> None:
    classroom, giver, receiver = _do(transactions, lambda db: service.hand_over(db, given.class_code, given.email))
    _say(
        f"{classroom.name} ({classroom.class_code}) was {_named(giver)}'s and is {_named(receiver)}'s now. "
        "Its code stays, and students go on."
    )


def _keep_photos(transactions: Transactions, given: Namespace) -> None:
    _do(transactions, lambda db: service.keep_photos(db, given.days))
    if given.days is None:
        _say("Photos stay as long as their submissions.")
    else:
        _say(f"Photos are removed {_count(given.days, 'day')} after their submission was reviewed.")


def _named(teacher: Teacher) -> str:
    return admin_output.in_one_line(f"{teacher.name} <{teacher.email}>")


def _count(number: int, of: str) -> str:
    return f"{number} {of}" if number == 1 else f"{number} {of}s"


def _new_password() -> str:
    groups = ("".join(secrets.choice(ALPHABET) for _ in range(PASSWORD_GROUP_LENGTH)) for _ in range(PASSWORD_GROUPS))
    return "-".join(groups).lower()


def _read_password(path: Path) -> str:
    try:
        text = sys.stdin.readline() if path == STANDARD_INPUT else path.expanduser().read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        raise BadOptionError(f"{path} can't be read: save it as plain text (UTF-8).") from None
    lines = text.splitlines()
    try:
        return _password.validate_python(lines[0] if lines else "")
    except ValidationError:
        where = "standard input" if path == STANDARD_INPUT else path
        raise BadOptionError(f"The first line of {where} has to be a password of 6 to 128 characters.") from None


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr, flush=True)  # noqa: T201 - who called it reads it there
    return 1


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - what whoever called it waits for
