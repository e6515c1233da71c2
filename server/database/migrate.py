"""Schema migrations: SQLite files at each start, PostgreSQL by the command `goalbucks migrate`."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, make_url, text
from sqlalchemy.exc import DBAPIError

from server.database.migrations import HEAD
from server.database.postgresql import (
    AdvisoryLock,
    DatabaseUnavailableError,
    is_postgresql,
    is_unavailable,
    open_unpooled_engine,
    try_advisory_lock,
)
from server.database.read_only import read_revision
from server.errors import TerminalError

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parent / "migrations"
NEWER_POSTGRESQL_MESSAGE = (
    "The school's database was last used with a newer GoalBucks. Please install the newest version here."
)


class NewerDatabaseError(TerminalError):
    """The database was last used by a newer version; opening it could lose data."""

    status = 503
    code = "database_newer"
    sentence = "This class was last used with a newer GoalBucks. Please install the newest version on this computer."


class SchemaOutdatedError(TerminalError):
    """The PostgreSQL schema is outdated; servers don't upgrade it, because several may use it."""

    status = 503
    code = "database_older"
    sentence = "The school's database isn't ready for this version of GoalBucks. Run: goalbucks migrate"


class DatabaseEncodingError(TerminalError):
    """The database's encoding isn't UTF-8."""

    code = "wrong_encoding"
    sentence = (
        "This database can't keep every name: its encoding isn't UTF8. Nothing was changed. "
        "Make another one with: createdb --encoding=UTF8 --template=template0"
    )


class MigrationInProgressError(TerminalError):
    """Another process is migrating this database."""

    code = "migration_under_way"
    sentence = "Another goalbucks migrate is upgrading this database. Nothing was changed here."


def migrate(url: str, before_upgrade: Callable[[], None] = lambda: None) -> bool:
    """Create or upgrade the database, and return whether it changed.

    `before_upgrade` is called before an existing database is changed.
    """
    if is_postgresql(url):
        return _migrate_postgresql(url, before_upgrade)
    present = sqlite_revision(url)
    if present != HEAD:
        _upgrade(url, present, None, before_upgrade)
    return present != HEAD


def require_schema(url: str) -> None:
    """Check that a PostgreSQL database has this version's schema.

    Raises `SchemaOutdatedError`, `NewerDatabaseError`, or `DatabaseUnavailableError` when the server doesn't respond.
    """
    present = postgresql_revision(url)
    if present == HEAD:
        return
    if present is None or present < HEAD:
        raise SchemaOutdatedError
    raise NewerDatabaseError(NEWER_POSTGRESQL_MESSAGE)


def postgresql_revision(url: str) -> str | None:
    """Return the schema revision of a PostgreSQL database; None when it has none yet.

    Raises `DatabaseUnavailableError` when the server doesn't respond.
    """
    try:
        with open_unpooled_engine(url).connect() as connection:
            return _revision_on(connection)
    except DBAPIError as error:
        raise DatabaseUnavailableError if is_unavailable(error) else error from error


def _migrate_postgresql(url: str, before_upgrade: Callable[[], None]) -> bool:
    with (
        open_unpooled_engine(url).connect() as connection,
        try_advisory_lock(connection, AdvisoryLock.MIGRATION) as acquired,
    ):
        if not acquired:
            raise MigrationInProgressError
        if connection.scalar(text("SHOW server_encoding")) != "UTF8":
            raise DatabaseEncodingError
        present = _revision_on(connection)
        if present != HEAD:
            _upgrade(url, present, connection, before_upgrade)
        return present != HEAD


def _revision_on(connection: Connection) -> str | None:
    has_table = inspect(connection).has_table("alembic_version")
    present: str | None = connection.scalar(text("SELECT version_num FROM alembic_version")) if has_table else None
    connection.rollback()
    return present


def _upgrade(url: str, present: str | None, connection: Connection | None, before_upgrade: Callable[[], None]) -> None:
    from alembic import command  # noqa: PLC0415 - 70 ms and 11 MB; most starts have nothing to migrate
    from alembic.script import ScriptDirectory  # noqa: PLC0415 - likewise
    from alembic.util import CommandError  # noqa: PLC0415 - likewise

    config = alembic_config(url)
    config.attributes["connection"] = connection
    if present is not None:
        try:
            ScriptDirectory.from_config(config).get_revision(present)
        except CommandError as error:
            raise NewerDatabaseError(None if connection is None else NEWER_POSTGRESQL_MESSAGE) from error
        before_upgrade()
    command.upgrade(config, "head")


def alembic_config(url: str = "sqlite+pysqlite://") -> "Config":
    """Return Alembic's configuration for the database `url`."""
    from alembic.config import Config  # noqa: PLC0415 - 70 ms and 11 MB; most starts have nothing to migrate

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    return config


def sqlite_revision(url: str) -> str | None:
    """Return the schema revision of a SQLite file; None when it has none yet."""
    path = Path(make_url(url).database or "")
    if not path.exists():
        return None
    with closing(sqlite3.connect(path)) as connection:
        return read_revision(connection)
