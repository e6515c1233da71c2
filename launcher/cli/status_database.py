"""The database's part of `goalbucks status`: where it is, and whether its schema is this version's."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from launcher.logs.settings_summary import database_place
from launcher.startup.database_errors import told
from launcher.startup.database_file import missing, unreadable
from server.data_protection.backups.snapshot import is_damage
from server.data_protection.backups.startup_check import is_blank
from server.database.damage_flag import is_suspect
from server.database.migrate import NEWER_SERVER, NewerDatabaseError, SchemaBehindError, postgresql_revision
from server.database.migrations import HEAD
from server.errors import DomainError
from server.settings import Settings

DAMAGED = "The database is damaged."
UNUSUAL = "The school's database can't be read."


@dataclass(frozen=True, slots=True)
class DatabaseStatus:
    """Where the database is, its schema, and what is wrong with it."""

    place: str
    """The file, or host and name of a PostgreSQL database: never a password."""
    schema: str | None
    """Revision; None when there is no database, or it can't be read."""
    warning: str = ""
    is_repairable: bool = False
    """Whether the next start looks into the warning, and offers a backup."""

    @property
    def is_current(self) -> bool:
        """Whether the schema is this program's."""
        return self.schema == HEAD


def database_status(settings: Settings) -> DatabaseStatus:
    """Look at the schema; changes nothing and makes no file."""
    return _of_file(settings) if settings.has_file else _of_server(settings)


def _of_file(settings: Settings) -> DatabaseStatus:
    place = str(settings.database_path)
    if problem := unreadable(settings):
        return DatabaseStatus(place, None, problem)
    if problem := missing(settings):
        return DatabaseStatus(place, None, problem, is_repairable=True)
    return DatabaseStatus(place, None) if is_blank(settings.database_path) else _of_present_file(settings)


def _of_present_file(settings: Settings) -> DatabaseStatus:
    place = str(settings.database_path)
    try:
        schema = _file_revision(settings.database_path)
    except sqlite3.Error as error:
        damaged = is_damage(error)
        warning = DAMAGED if damaged else f"{place} can't be read: {error}."
        return DatabaseStatus(place, None, warning, is_repairable=damaged)
    if is_suspect(settings):
        return DatabaseStatus(place, schema, DAMAGED, is_repairable=True)
    if schema is None:
        return DatabaseStatus(place, None, f"{place} is no database of GoalBucks.")
    return DatabaseStatus(place, schema, NewerDatabaseError.sentence if schema > HEAD else "")


def _file_revision(path: Path) -> str | None:
    # Without a log beside it nobody has it open: `immutable` keeps SQLite from making files there.
    alone = not path.with_name(f"{path.name}-wal").exists()
    mode = "immutable=1" if alone else "mode=ro"
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True)) as connection:
        table = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone()
        row = table and connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return row[0] if row else None


def _of_server(settings: Settings) -> DatabaseStatus:
    place = database_place(settings)
    try:
        schema = postgresql_revision(settings.database_url)
    except DomainError as error:
        return DatabaseStatus(place, None, told(error) or error.message)
    except SQLAlchemyError as error:
        return DatabaseStatus(place, None, told(error) or UNUSUAL)
    if schema is None or schema < HEAD:
        return DatabaseStatus(place, schema, SchemaBehindError.sentence)
    return DatabaseStatus(place, schema, NEWER_SERVER if schema > HEAD else "")
