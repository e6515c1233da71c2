"""What the server has kept: the rows of its database and the files of its image folder."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import select

from server.data_protection.backups.retention import find_backups, new_backup_path
from server.data_protection.backups.service import BackupRequest, BackupService
from server.database.base import Base
from server.media.store import LOCATION_ID_FILE
from server.school.media_location import MediaLocationRecord
from tests.factories.object_store import objects, remove_objects
from tests.factories.world import World

Stored = dict[str, list[tuple[Any, ...]]]


def image_files(world: World) -> list[str]:
    """The names of all files where the images are, half-written ones too, but for the place's own."""
    settings = world.services.settings
    if settings.media_url.startswith("s3://"):
        names = [name.rpartition("/")[2] for name in objects(settings.media_url)]
    else:
        names = sorted(path.name for path in settings.image_dir.rglob("*") if path.is_file())
    return [name for name in names if name != LOCATION_ID_FILE]


def remove_image_files(world: World) -> None:
    """They go, without the server knowing."""
    settings = world.services.settings
    if settings.media_url.startswith("s3://"):
        remove_objects(settings.media_url, suffix=".jpg")  # without place.txt it would be another location
    else:
        shutil.rmtree(settings.image_dir)


def name_of_backup(world: World) -> str:
    """One that the computer has. Where the data is in a school's database, a file that looks like one."""
    backups: BackupService = world.services.backups
    kept = find_backups(backups.folder)
    if kept:
        return kept[0].path.name
    if backups.deployment.uses_sqlite:
        return backups.write(BackupRequest("by-hand")).name
    backups.folder.mkdir(exist_ok=True)
    path = new_backup_path(backups.folder, "by-hand")
    path.touch()
    return path.name


def stored(world: World) -> Stored:
    """Every row of every table, but for when sessions were last used, and the image files.

    A school's server remembers its place of images some time after it has started.
    """
    with world.look() as db:
        rows = {
            table.name: sorted(
                (tuple(row) for row in db.execute(select(*(each for each in table.c if each.name != "seen_at")))),
                key=repr,
            )
            for table in Base.metadata.sorted_tables
            if table is not MediaLocationRecord.__table__
        }
    return rows | {"image files": [(name,) for name in image_files(world)]}


def count(world: World, table: str) -> int:
    """How many rows a table has."""
    return len(stored(world)[table])


@contextmanager
def nothing_stored(world: World) -> Iterator[None]:
    """Whatever is done within leaves no trace: no row made, changed or gone, no file. That it was tried is counted."""
    before = _uncounted(world)
    yield
    assert _uncounted(world) == before


def but_the_log(rows: Stored) -> Stored:
    """Without the activity log, which tells for a year what was deleted."""
    return {table: kept for table, kept in rows.items() if table != "activity"}


def _uncounted(world: World) -> Stored:
    rows = stored(world)
    del rows["uses"]
    return rows
