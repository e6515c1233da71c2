"""Read access to a data folder to import: a checked, migrated copy of its database, and its images.

Only the copy is checked, migrated and read; the folder's own database file stays unchanged.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from server.data_protection.backups.integrity import check_integrity
from server.data_protection.backups.snapshot import is_damage, quick_check, snapshot
from server.database.base import newest_id
from server.database.migrate import NewerDatabaseError, migrate
from server.database.migrations import HEAD
from server.database.schema_comparison import compare_schema
from server.database.sqlite import open_sqlite_engine
from server.domain.teachers.sample_account import IS_SAMPLE
from server.errors import NO_DATABASE_SENTENCE
from server.media import FolderStore
from server.school.importing.accounts import TeacherAccount, load_accounts
from server.school.importing.errors import ImportRefusedError
from server.settings import DATABASE_FILE, Settings, sqlite_url

MAX_LISTED = 3


@dataclass(frozen=True, slots=True)
class SourceSnapshot:
    """A data folder opened for an import."""

    folder: Path
    connection: Connection
    """Connection to the copy, in one transaction."""
    teachers: list[TeacherAccount]
    image_store: FolderStore
    newest_id: str
    """Greatest row ID, to detect later changes."""


def folder_settings(folder: Path) -> Settings:
    """Return the settings of a class computer's data folder, ignoring the environment, which describes the school's."""
    return Settings.model_construct(data_dir=folder, database_url=sqlite_url(folder / DATABASE_FILE))


@contextmanager
def open_source(folder: Path, work_folder: Path) -> Iterator[SourceSnapshot]:
    """Copy the folder's database into `work_folder`, check and open it.

    Raises `ImportRefusedError` and `NewerDatabaseError`.
    """
    database = folder_settings(folder).database_path
    if not database.exists():
        raise ImportRefusedError(NO_DATABASE_SENTENCE.format(folder=folder))
    copy = folder_settings(work_folder)
    _copy(folder, database, copy)
    # Missing images don't prevent the import; the report lists them.
    if problems := check_integrity(copy, images=False).problems:
        raise _invalid(folder, problems)
    engine = open_sqlite_engine(copy.database_url)
    try:
        with engine.connect() as rows:
            if not (teachers := load_accounts(rows, ~IS_SAMPLE)):
                raise ImportRefusedError(f"Nobody has an account in the folder {folder}: there is nothing to move.")
            images = FolderStore(folder_settings(folder).image_dir)
            yield SourceSnapshot(folder, rows, teachers, images, newest_id(Session(rows)))
    finally:
        engine.dispose()


def _copy(folder: Path, database: Path, copy: Settings) -> None:
    try:
        snapshot(database, copy.database_path)
        _require_own_schema(folder, copy.database_path)
        problems = quick_check(copy.database_path)
    except sqlite3.Error as error:
        if not is_damage(error):
            raise
        problems = (str(error),)
    if problems:
        raise _invalid(folder, list(problems))
    try:
        migrate(copy.database_url)
    except NewerDatabaseError as error:
        raise _too_new(folder) from error
    except SQLAlchemyError as error:
        raise _invalid(folder, ["It can't be brought to this version's schema."]) from error


def _require_own_schema(folder: Path, database: Path) -> None:
    comparison = compare_schema(database)
    if comparison.revision > HEAD:
        raise _too_new(folder)
    if not comparison.revision:
        raise _invalid(folder, ["It is not a database of GoalBucks."])
    if comparison.differences:
        names = ", ".join(comparison.differences[:MAX_LISTED])
        raise _invalid(folder, [f"Its database contains something that GoalBucks didn't put there ({names})."])


def _too_new(folder: Path) -> NewerDatabaseError:
    return NewerDatabaseError(
        f"The classes in {folder} were last used with a newer GoalBucks. Please install the newest version on this "
        "computer, then run the same command again. Nothing was changed."
    )


def _invalid(folder: Path, problems: list[str]) -> ImportRefusedError:
    return ImportRefusedError(
        f"The data in {folder} is damaged, so nothing was moved: {' '.join(problems[:3])} "
        "'goalbucks check' lists all problems; 'goalbucks restore' restores a backup."
    )
