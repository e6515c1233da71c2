"""A data folder whose classes move: one moment of its database, sound and of this program's schema, and its images.

What is read is a copy: the folder's own file stays as the laptop's GoalBucks left it.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from server.data_protection.backups.integrity import check
from server.data_protection.backups.snapshot import is_damage, quick_look, snapshot
from server.database.base import newest_id
from server.database.engine import open_engine
from server.database.migrate import NewerDatabaseError, migrate
from server.database.migrations import HEAD
from server.database.schema_comparison import compare_schema
from server.domain.teachers.models import Teacher
from server.media import FolderStore
from server.school.importing.errors import NothingToMoveError, SourceNotSoundError
from server.settings import DATABASE_FILE, Settings

MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class Source:
    """What moves."""

    folder: Path
    rows: Connection
    """In one transaction that sees the copy."""
    images: FolderStore
    newest: str
    """The greatest id of all: whether anything came since."""


def settings_of(folder: Path) -> Settings:
    """Those of a laptop's data folder, whatever the environment says of the school's."""
    url = f"sqlite+pysqlite:///{folder / DATABASE_FILE}"
    return Settings.model_construct(data_dir=folder, database_url=url)


@contextmanager
def opened(folder: Path, work: Path) -> Iterator[Source]:
    """The folder's data; the copy is made in `work`. `NothingToMoveError`, `SourceNotSoundError`."""
    database = settings_of(folder).database_path
    if not database.exists():
        raise NothingToMoveError(f"There is no GoalBucks in the folder {folder}. Name another one with --data-dir.")
    copy = settings_of(work)
    _copy(folder, database, copy)
    _require_sound(folder, copy)
    engine = open_engine(copy.database_url)
    try:
        with engine.connect() as rows:
            if not rows.scalar(select(func.count()).select_from(Teacher)):
                raise NothingToMoveError(f"Nobody has an account in the folder {folder}: there is nothing to move.")
            newest = newest_id(Session(rows))
            yield Source(folder, rows, FolderStore(settings_of(folder).image_dir), newest)
    finally:
        engine.dispose()


def _copy(folder: Path, database: Path, copy: Settings) -> None:
    try:
        snapshot(database, copy.database_path)
        _require_own_schema(folder, copy.database_path)
        damaged = quick_look(copy.database_path)
    except sqlite3.Error as error:
        if not is_damage(error):
            raise
        damaged = (str(error),)
    if damaged:
        raise _not_sound(folder, list(damaged))
    try:
        migrate(copy.database_url)
    except NewerDatabaseError as error:
        raise _newer(folder) from error
    except SQLAlchemyError as error:
        raise _not_sound(folder, ["It can't be brought to this version's schema."]) from error


def _require_own_schema(folder: Path, database: Path) -> None:
    found = compare_schema(database)
    if found.revision > HEAD:
        raise _newer(folder)
    if not found.revision:
        raise _not_sound(folder, ["It is not a database of GoalBucks."])
    if found.differences:
        named = ", ".join(found.differences[:MOST_NAMED])
        raise _not_sound(folder, [f"Its database contains something that GoalBucks didn't put there ({named})."])


def _require_sound(folder: Path, copy: Settings) -> None:
    # Missing images are told later, one by one: they were missing before.
    if problems := check(copy, images=False).problems:
        raise _not_sound(folder, problems)


def _newer(folder: Path) -> NewerDatabaseError:
    return NewerDatabaseError(
        f"The classes in {folder} were last used with a newer GoalBucks. Please install the newest version on this "
        "computer, then give the same command again. Nothing was changed."
    )


def _not_sound(folder: Path, problems: list[str]) -> SourceNotSoundError:
    return SourceNotSoundError(
        f"The data in {folder} is not sound, so that nothing was moved: {' '.join(problems[:3])} "
        "'goalbucks check' tells all of it; 'goalbucks restore' puts a backup in its place."
    )
