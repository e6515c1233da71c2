"""Bringing a database file up to the program's schema, at each start."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from sqlalchemy import make_url

from server.database.migrations import HEAD
from server.errors import DomainError

MIGRATIONS = Path(__file__).parent / "migrations"


class NewerDatabaseError(DomainError):
    """The file was written by a newer version; opening it could lose what that version knows."""

    status = 503
    code = "database_newer"
    sentence = "This class was last used with a newer GoalBucks. Please install the newest version on this computer."


def migrate(url: str, before_upgrade: Callable[[], None] = lambda: None) -> None:
    """Create the database or upgrade it; `before_upgrade` is called while the file is still as it was."""
    present = revision(url)
    if present == HEAD:
        return
    # Imported only when there is something to do: it costs a fifth of the time to the first answer.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415
    from alembic.util import CommandError  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    if present is not None:
        try:
            ScriptDirectory.from_config(config).get_revision(present)
        except CommandError as error:
            raise NewerDatabaseError from error
        before_upgrade()
    command.upgrade(config, "head")


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
