"""Bringing a database up to the program's schema: a class's file at each start, a school's server by a command."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, make_url, text
from sqlalchemy.exc import DBAPIError

from server.database.migrations import HEAD
from server.database.postgresql import (
    DatabaseUnavailableError,
    Lock,
    is_postgresql,
    is_unavailable,
    only_one,
    open_single,
)
from server.errors import DomainError

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parent / "migrations"
NEWER_SERVER = "The school's database was last used with a newer GoalBucks. Please install the newest version here."


class NewerDatabaseError(DomainError):
    """The file was written by a newer version; opening it could lose what that version knows."""

    status = 503
    code = "database_newer"
    sentence = "This class was last used with a newer GoalBucks. Please install the newest version on this computer."


class SchemaBehindError(DomainError):
    """Several processes use a school's database: none of them upgrades it under the others."""

    status = 503
    code = "database_older"
    sentence = "The school's database isn't ready for this version of GoalBucks. Give the command: goalbucks migrate"


class EncodingError(DomainError):
    """Names of all scripts have to be kept as they are."""

    code = "wrong_encoding"
    sentence = (
        "This database can't keep every name: its encoding isn't UTF8. Nothing was changed. "
        "Make another one with: createdb --encoding=UTF8 --template=template0"
    )


class MigrationUnderWayError(DomainError):
    """Two upgrades at once would undo each other."""

    code = "migration_under_way"
    sentence = "Another goalbucks migrate is upgrading this database. Nothing was changed here."


def migrate(url: str, before_upgrade: Callable[[], None] = lambda: None) -> bool:
    """Create the database or upgrade it; `before_upgrade` is called while it is still as it was. Whether it did."""
    if is_postgresql(url):
        return _migrate_server(url, before_upgrade)
    present = revision(url)
    if present != HEAD:
        _upgrade(url, present, None, before_upgrade)
    return present != HEAD


def require_schema(url: str) -> None:
    """Unless a school's database is as this program expects it: `SchemaBehindError`, `NewerDatabaseError`.

    `DatabaseUnavailableError` when its server doesn't answer.
    """
    present = postgresql_revision(url)
    if present == HEAD:
        return
    if present is None or present < HEAD:
        raise SchemaBehindError
    raise NewerDatabaseError(NEWER_SERVER)


def postgresql_revision(url: str) -> str | None:
    """The schema revision of a school's database; None when there is none yet.

    `DatabaseUnavailableError` when its server doesn't answer.
    """
    engine = open_single(url)
    try:
        with engine.connect() as connection:
            return _revision_on(connection)
    except DBAPIError as error:
        raise DatabaseUnavailableError if is_unavailable(error) else error from error
    finally:
        engine.dispose()


def _migrate_server(url: str, before_upgrade: Callable[[], None]) -> bool:
    engine = open_single(url)
    try:
        with engine.connect() as connection, only_one(connection, Lock.MIGRATION) as alone:
            if not alone:
                raise MigrationUnderWayError
            if connection.scalar(text("SHOW server_encoding")) != "UTF8":
                raise EncodingError
            present = _revision_on(connection)
            if present != HEAD:
                _upgrade(url, present, connection, before_upgrade)
    finally:
        engine.dispose()
    return present != HEAD


def _revision_on(connection: Connection) -> str | None:
    known = inspect(connection).has_table("alembic_version")
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version")) if known else None
    connection.rollback()
    return found


def _upgrade(url: str, present: str | None, connection: Connection | None, before_upgrade: Callable[[], None]) -> None:
    # Alembic takes 70 ms, a fifth of the time to the first answer; most starts have nothing to migrate.
    from alembic import command  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415
    from alembic.util import CommandError  # noqa: PLC0415

    config = alembic_config(url)
    config.attributes["connection"] = connection
    if present is not None:
        try:
            ScriptDirectory.from_config(config).get_revision(present)
        except CommandError as error:
            raise NewerDatabaseError(None if connection is None else NEWER_SERVER) from error
        before_upgrade()
    command.upgrade(config, "head")


def alembic_config(url: str = "sqlite+pysqlite://") -> "Config":
    """Return the configuration of the migrations for the database `url`."""
    from alembic.config import Config  # noqa: PLC0415 - likewise

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    return config


def revision(url: str) -> str | None:
    """The schema revision of the database file; None when there is none yet."""
    path = _path(url)
    if not path.exists():
        return None
    with closing(sqlite3.connect(path)) as connection:
        table = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone()
        row = table and connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return row[0] if row else None


def _path(url: str) -> Path:
    return Path(make_url(url).database or "")
