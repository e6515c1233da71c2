"""`goalbucks admin`: administer a school's database, one task at a time, and print the result."""

import asyncio
import logging
import secrets
import sqlite3
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
from launcher.cli.console import fail, print_line
from launcher.cli.options import STANDARD_INPUT, read_first_line
from launcher.errors import AlreadyRunningError, BadOptionError, LaunchError
from launcher.exit_codes import ExitCode
from launcher.launch_options import LaunchOptions
from launcher.startup.database_errors import describe_database_error
from launcher.startup.single_instance import SingleInstance
from server.database.transactions import Transactions
from server.deployment import Deployment
from server.domain.auth.schemas import TeacherPassword
from server.domain.teachers import invites
from server.domain.teachers.models import Teacher
from server.errors import NO_DATABASE_SENTENCE, DomainError
from server.school.admin import queries, service
from server.school.admin.connect import open_database
from server.security.passwords import PasswordHasher
from server.security.recovery_codes import CODE_ALPHABET
from server.settings import Settings
from server.texts.single_line import single_line

NOT_A_SCHOOL_SERVER = (
    "'goalbucks admin' is for a school's server, which has GOALBUCKS_SCHOOL=1 and usually GOALBUCKS_DATABASE_URL. "
    "Run this command with the settings of the server."
)
SERVER_IS_RUNNING = (
    "GoalBucks is running with the SQLite database in this data folder, and its open pages would not show this change. "
    "Stop it (systemctl stop goalbucks), run this command again, and start it again. Nothing was changed."
)
DATABASE_FAILED = (
    "The database could not be read or written. Nothing was changed. The database server's log may contain the reason."
)
ONLINE_TASKS = frozenset({"invite", "invites", "revoke", "teachers"})
"""Tasks that change nothing on open pages, so that they may run beside a server on the same SQLite file."""
PASSWORD_GROUPS = 3
PASSWORD_GROUP_LENGTH = 4
Result = TypeVar("Result")
_password = TypeAdapter(TeacherPassword)


def run(options: LaunchOptions) -> int:
    """Run the task; exit code 0 when it was done, else 1, and nothing was changed."""
    tasks: dict[str, Callable[[Transactions, Namespace], None]] = {
        "invite": _invite,
        "invites": _list_invites,
        "revoke": _revoke,
        "teachers": _list_teachers,
        "reset-password": _reset_password,
        "disable": _disable,
        "enable": _enable,
        "hand-over": _transfer_class,
        "keep-photos": _set_image_retention,
    }
    logging.getLogger().addHandler(logging.NullHandler())  # keeps log records off the terminal
    try:
        with _open_database(options.settings, exclusive=options.namespace.task not in ONLINE_TASKS) as transactions:
            tasks[options.namespace.task](transactions, options.namespace)
    except DomainError as error:
        return fail(describe_database_error(error) or error.message)
    except LaunchError as error:
        return fail(str(error))
    except (SQLAlchemyError, sqlite3.Error) as error:
        return fail(describe_database_error(error) or DATABASE_FAILED)
    return ExitCode.OK


@contextmanager
def _open_database(settings: Settings, *, exclusive: bool) -> Iterator[Transactions]:
    """Open the school's database; `exclusive`: with the lock of the data folder, if the database is a SQLite file.

    A server is notified of changes in PostgreSQL, but not of those by another process in its SQLite file.
    """
    deployment = Deployment.of(settings)
    if not deployment.is_school:
        raise LaunchError(NOT_A_SCHOOL_SERVER)
    if deployment.uses_sqlite:
        if not settings.database_path.exists():
            raise LaunchError(NO_DATABASE_SENTENCE.format(folder=settings.data_dir))
        require_owner(settings.data_dir)
    try:
        lock = SingleInstance(settings.data_dir) if exclusive and deployment.uses_sqlite else nullcontext()
        with lock, closing(asyncio.run(open_database(settings))) as transactions:
            yield transactions
    except AlreadyRunningError:
        raise LaunchError(SERVER_IS_RUNNING) from None


def _write(transactions: Transactions, operation: Callable[[Session], Result]) -> Result:
    return asyncio.run(transactions.write(operation))


def _read(transactions: Transactions, operation: Callable[[Session], Result]) -> Result:
    return asyncio.run(transactions.read(operation))


def _invite(transactions: Transactions, arguments: Namespace) -> None:
    code = _write(transactions, lambda db: service.create_invite(db, uses=arguments.uses, days=arguments.days))
    audience = "Any number of teachers" if arguments.uses is None else _pluralize(arguments.uses, "teacher")
    until = "until it is revoked" if arguments.days is None else f"for {_pluralize(arguments.days, 'day')}"
    print_line(code)
    print_line(f"{audience} can create an account with this code {until}. It is not shown again: write it down.")


def _list_invites(transactions: Transactions, arguments: Namespace) -> None:
    del arguments
    for line in admin_output.format_invites(_read(transactions, invites.list_all)):
        print_line(line)


def _revoke(transactions: Transactions, arguments: Namespace) -> None:
    _write(transactions, lambda db: service.revoke_invite(db, arguments.invite))
    print_line("This invite code is no longer valid. Teachers who used it keep their accounts.")


def _list_teachers(transactions: Transactions, arguments: Namespace) -> None:
    found = _read(transactions, queries.list_teachers)
    for line in [admin_output.teachers_json(found)] if arguments.json else admin_output.format_teachers(found):
        print_line(line)


def _reset_password(transactions: Transactions, arguments: Namespace) -> None:
    password = _new_password() if arguments.password_file is None else _read_password(arguments.password_file)
    hashed = asyncio.run(PasswordHasher().hash(password))
    teacher = _write(transactions, lambda db: service.reset_password(db, arguments.email, hashed))
    if arguments.password_file is None:
        print_line(password)
    print_line(
        f"{_name_and_email(teacher)} can sign in with this password, and should choose another one in Settings. "
        "Earlier sessions, the recovery code and a connected Google account are no longer valid."
    )
    if teacher.disabled_at is not None:
        print_line("The account is still switched off: 'goalbucks admin enable' switches it on.")


def _disable(transactions: Transactions, arguments: Namespace) -> None:
    teacher = _write(transactions, lambda db: service.disable_teacher(db, arguments.email))
    print_line(f"{_name_and_email(teacher)} is signed out and can no longer sign in. Students can continue to work.")


def _enable(transactions: Transactions, arguments: Namespace) -> None:
    teacher = _write(transactions, lambda db: service.enable_teacher(db, arguments.email))
    print_line(f"{_name_and_email(teacher)} can sign in again.")


def _transfer_class(transactions: Transactions, arguments: Namespace) -> None:
    classroom, giver, receiver = _write(
        transactions, lambda db: service.transfer_class(db, arguments.class_code, arguments.email)
    )
    print_line(
        f"{classroom.name} ({classroom.class_code}) was transferred from {_name_and_email(giver)} to "
        f"{_name_and_email(receiver)}. Its class code is unchanged, and students can continue to work."
    )


def _set_image_retention(transactions: Transactions, arguments: Namespace) -> None:
    _write(transactions, lambda db: service.set_image_retention(db, arguments.days))
    if arguments.days is None:
        print_line("Photos are kept as long as their submissions.")
    else:
        print_line(f"Photos are removed {_pluralize(arguments.days, 'day')} after their submission was reviewed.")


def _name_and_email(teacher: Teacher) -> str:
    return single_line(f"{teacher.name} <{teacher.email}>")


def _pluralize(number: int, of: str) -> str:
    return f"{number} {of}" if number == 1 else f"{number} {of}s"


def _new_password() -> str:
    groups = (
        "".join(secrets.choice(CODE_ALPHABET) for _ in range(PASSWORD_GROUP_LENGTH)) for _ in range(PASSWORD_GROUPS)
    )
    return "-".join(groups).lower()


def _read_password(path: Path) -> str:
    line = read_first_line(path, dash_is_stdin=True)
    try:
        return _password.validate_python(line)
    except ValidationError:
        where = "standard input" if path == STANDARD_INPUT else path
        raise BadOptionError(f"The first line of {where} must be a password of 6 to 128 characters.") from None
