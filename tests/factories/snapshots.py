"""Snapshots of everything stored: database rows and image files."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from sqlalchemy import Select, select

from server.data_protection.backups.retention import find_backups, new_backup_path
from server.data_protection.backups.service import BackupRequest, BackupService
from server.database.base import Base
from server.media.store import LOCATION_ID_FILE
from server.school.media_location import MediaLocationRecord
from tests.factories.app import RunningApp
from tests.factories.object_store import list_objects, remove_objects

Snapshot = dict[str, list[tuple[Any, ...]]]


def list_image_files(test_app: RunningApp) -> list[str]:
    """Return the names of all stored image files, including partial ones, without the location id file."""
    settings = test_app.services.settings
    if settings.media_url.startswith("s3://"):
        names = [name.rpartition("/")[2] for name in list_objects(settings.media_url)]
    else:
        names = sorted(path.name for path in settings.image_dir.rglob("*") if path.is_file())
    return [name for name in names if name != LOCATION_ID_FILE]


def remove_image_files(test_app: RunningApp) -> None:
    """Delete all image files behind the server's back."""
    settings = test_app.services.settings
    if settings.media_url.startswith("s3://"):
        remove_objects(
            settings.media_url, suffix=".jpg"
        )  # the location id file stays: without it, it would be another location
    else:
        shutil.rmtree(settings.image_dir)


def make_backup(test_app: RunningApp) -> str:
    """Make a backup unless there is one, on PostgreSQL an empty file with such a name; return its name."""
    backups: BackupService = test_app.services.backups
    kept = find_backups(backups.folder)
    if kept:
        return kept[0].path.name
    if backups.deployment.uses_sqlite:
        return backups.write(BackupRequest("by-hand")).name
    backups.folder.mkdir(exist_ok=True)
    path = new_backup_path(backups.folder, "by-hand")
    path.touch()
    return path.name


def take_snapshot(test_app: RunningApp) -> Snapshot:
    """Read all rows of all tables, except the last use of sessions, and the names of the image files.

    Omits the media location, which a school server records some time after its start.
    """
    with test_app.transactions.engine.connect() as connection:
        rows = {
            name: sorted((tuple(row) for row in connection.execute(query)), key=repr)
            for name, query in _table_queries().items()
        }
    return rows | {"image files": [(name,) for name in list_image_files(test_app)]}


@cache  # building the queries takes longer than most tables
def _table_queries() -> dict[str, Select[*tuple[Any, ...]]]:
    return {
        table.name: select(*(column for column in table.c if column.name != "seen_at"))
        for table in Base.metadata.sorted_tables
        if table is not MediaLocationRecord.__table__
    }


def count_rows(test_app: RunningApp, table: str) -> int:
    """Return the number of rows of a table."""
    return len(take_snapshot(test_app)[table])


@contextmanager
def assert_unchanged(test_app: RunningApp) -> Iterator[None]:
    """Assert that the block changes no row and no file; rate limit events are ignored."""
    before = _snapshot_without_rate_limits(test_app)
    yield
    assert _snapshot_without_rate_limits(test_app) == before


def without_activity_log(rows: Snapshot) -> Snapshot:
    """Return the snapshot without the activity log, which records deletions for a year."""
    return {table: kept for table, kept in rows.items() if table != "activity"}


def _snapshot_without_rate_limits(test_app: RunningApp) -> Snapshot:
    rows = take_snapshot(test_app)
    del rows["uses"]
    return rows
