"""Database part of `goalbucks status`: location, schema revision and problems."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from launcher.cli.database_checks import check_exists, check_readable
from launcher.logs.settings_summary import database_location
from launcher.startup.database_errors import describe_database_error
from server.data_protection.backups.snapshot import is_blank, is_damage
from server.database.damage_flag import is_suspect
from server.database.migrate import (
    NEWER_POSTGRESQL_MESSAGE,
    NewerDatabaseError,
    SchemaOutdatedError,
    postgresql_revision,
)
from server.database.migrations import HEAD
from server.database.read_only import read_revision
from server.deployment import Deployment
from server.errors import DomainError
from server.settings import Settings

DAMAGED = "The database is damaged."
UNREADABLE = "The school's database can't be read."


@dataclass(frozen=True, slots=True)
class DatabaseStatus:
    """Location, schema and problem of the database."""

    location: str
    """Path of the file, or host and name of a PostgreSQL database, without the password."""
    schema: str | None
    """Alembic revision; None when there is no database or it can't be read."""
    warning: str = ""
    is_recoverable: bool = False
    """Whether the next start checks the database and offers a backup."""

    @property
    def is_current(self) -> bool:
        """Whether the schema is this version's."""
        return self.schema == HEAD


def database_status(settings: Settings) -> DatabaseStatus:
    """Inspect the database without changing it or creating files."""
    return _file_status(settings) if Deployment.of(settings).uses_sqlite else _server_status(settings)


def _file_status(settings: Settings) -> DatabaseStatus:
    location = str(settings.database_path)
    if problem := check_readable(settings):
        return DatabaseStatus(location, None, problem)
    if problem := check_exists(settings):
        return DatabaseStatus(location, None, problem, is_recoverable=True)
    return DatabaseStatus(location, None) if is_blank(settings.database_path) else _existing_file_status(settings)


def _existing_file_status(settings: Settings) -> DatabaseStatus:
    location = str(settings.database_path)
    try:
        schema = _file_revision(settings.database_path)
    except sqlite3.Error as error:
        damaged = is_damage(error)
        warning = DAMAGED if damaged else f"{location} can't be read: {error}."
        return DatabaseStatus(location, None, warning, is_recoverable=damaged)
    if is_suspect(settings):
        return DatabaseStatus(location, schema, DAMAGED, is_recoverable=True)
    if schema is None:
        return DatabaseStatus(location, None, f"{location} is not a GoalBucks database.")
    return DatabaseStatus(location, schema, NewerDatabaseError.sentence if schema > HEAD else "")


def _file_revision(path: Path) -> str | None:
    # Without a WAL file no process has it open, and `immutable` keeps SQLite from creating one.
    is_closed = not path.with_name(f"{path.name}-wal").exists()
    mode = "immutable=1" if is_closed else "mode=ro"
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True)) as connection:
        return read_revision(connection)


def _server_status(settings: Settings) -> DatabaseStatus:
    location = database_location(settings)
    try:
        schema = postgresql_revision(settings.database_url)
    except DomainError as error:
        return DatabaseStatus(location, None, describe_database_error(error) or error.message)
    except SQLAlchemyError as error:
        return DatabaseStatus(location, None, describe_database_error(error) or UNREADABLE)
    if schema is None or schema < HEAD:
        return DatabaseStatus(location, schema, SchemaOutdatedError.sentence)
    return DatabaseStatus(location, schema, NEWER_POSTGRESQL_MESSAGE if schema > HEAD else "")
