"""Putting a backup in the present state's place: wholly, or not at all.

First all of it is proved, and its database brought to this program's schema, beside the present one. Then, while nobody
reads or writes, the present state is backed up, the images are added (a key's image never changes, so that none is in
another's way), and the database takes the place of the old one in one step of the file system.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from sqlalchemy import URL
from sqlalchemy.exc import SQLAlchemyError

from server.data_protection.backups import encryption
from server.data_protection.backups.archive import Archive
from server.data_protection.backups.errors import (
    BackupUnreadableError,
    DatabaseDamagedError,
    DatabaseInUseError,
    NewerBackupError,
    PhotosMissingError,
    RestoreFailedError,
)
from server.data_protection.backups.kept_photos import keep_photos, stop_keeping_photos
from server.data_protection.backups.manifest import Entry, image_named
from server.data_protection.backups.service import Backups, Order, told
from server.data_protection.backups.snapshot import is_damage, leave_alone, with_company
from server.data_protection.backups.startup_check import newest_aside, set_aside
from server.database.migrate import NewerDatabaseError, migrate
from server.database.migrations import HEAD
from server.database.read_only import BUSY_SECONDS
from server.database.transactions import Transactions
from server.disk import sync_file, sync_folder
from server.media import ImageMissingError, ImageStoreError

STAGED = "staged.db"
UPLOAD = "upload.backup"
"""In a work folder: what somebody sends, until it is proved."""
log = logging.getLogger("goalbucks.backups")


@dataclass(slots=True)
class Staged:
    """A backup that was proved, and its database, ready to be put in place."""

    archive: Archive
    database: Path
    left_out: int = 0
    """Image files that `put_in_place` left out: they are missing or damaged."""


@contextmanager
def staged(backups: Backups, path: Path, passphrase: str | None, *, without_photos: bool = False) -> Iterator[Staged]:
    """Prove the backup; changes nothing yet.

    Raises NotABackupError, DamagedBackupError, NewerBackupError, PassphraseNeededError, WrongPassphraseError,
    BackupUnreadableError and DiskTooFullError, each with its sentence. PhotosMissingError when there is none of the
    photos that the backup shares, unless it is to be restored `without_photos`; single missing ones are left out.
    """
    try:
        length = path.stat().st_size
    except OSError as error:
        raise BackupUnreadableError.of(path, error) from error
    with _telling(), ExitStack() as until, backups.work_folder() as work:
        if encryption.is_locked(path):
            backups.require_room({work: length})
            encryption.unlock(path, passphrase, work / "backup.zip")
            path = work / "backup.zip"
        archive = until.enter_context(Archive(path, backups.photos))
        if archive.manifest.revision > HEAD:
            raise NewerBackupError
        photos = _SharedPhotosOf(backups, archive)
        if photos.all_missing and not without_photos:
            raise PhotosMissingError
        backups.require_room({work: archive.needed_bytes() + photos.bytes_to_add})
        database = work / STAGED
        archive.check(database, backups.pulse)
        _bring_up_to_date(database)
        try:
            yield Staged(archive, database)
        finally:
            until.close()  # before its folder goes: Windows keeps open files


def put_in_place(backups: Backups, what: Staged) -> Path | None:
    """Make it the present state, which is backed up before; where. None when there was nothing, or nothing whole.

    Nobody may have the database open.
    """
    with _telling():
        before = _back_up_present(backups)
        what.left_out = _put_images(backups, what.archive)
        _replace(backups.settings.database_path, what.database)
        stop_keeping_photos(backups.settings)
    log.info("restored the backup of %s", what.archive.manifest.created_at.isoformat())
    return before


class _SharedPhotosOf:
    """Where the photos are that the backup shares."""

    def __init__(self, backups: Backups, archive: Archive) -> None:
        absent = [entry for entry in archive.manifest.shared if not _is_in_place(backups, entry)]
        missing = {entry.name for entry in archive.missing_photos()}
        self.missing = [entry for entry in absent if entry.name in missing]
        self.all_missing = bool(self.missing) and len(self.missing) == len(archive.manifest.shared)
        self.bytes_to_add = sum(entry.size for entry in absent if entry.name not in missing)


def _is_in_place(backups: Backups, entry: Entry) -> bool:
    image = image_named(entry.name)
    try:
        return image is not None and backups.images.size(image.key, image.size) == entry.size
    except ImageMissingError:
        return False


def _put_images(backups: Backups, archive: Archive) -> int:
    """Add the images that aren't there; the number of those that are missing or damaged."""
    left_out = 0
    for entry in (*archive.manifest.entries, *archive.manifest.shared):
        image = image_named(entry.name)
        # Nearly all are there when the backup is of this computer, which is paused meanwhile.
        if image is None or backups.images.is_kept(image.key, image.size, entry.size):
            continue
        try:
            backups.images.put_back(image.key, image.size, archive.read(image))
        except ImageMissingError:
            log.warning("the photo %s is not with the backup, or damaged; it is left out", image.name)
            left_out += 1
    backups.images.settle()
    return left_out


def put_nothing_in_place(backups: Backups) -> Path | None:
    """Begin with an empty database; where the present state, if there is one, is backed up before. Images stay."""
    with _telling(), backups.work_folder() as work:
        database = work / STAGED
        _bring_up_to_date(database)
        before = _back_up_present(backups)
        if newest_aside(backups.settings.data_dir) is None:
            keep_photos(backups.settings)
        _replace(backups.settings.database_path, database)
    log.info("began anew, with an empty database")
    return before


async def restore_while_serving(
    backups: Backups, transactions: Transactions, path: Path, passphrase: str | None, *, without_photos: bool = False
) -> Path | None:
    """Both steps, in threads; requests are refused during the second one. Goes on to its end if the caller leaves."""
    prepared = staged(backups, path, passphrase, without_photos=without_photos)
    return await asyncio.shield(asyncio.ensure_future(_restore(backups, transactions, prepared)))


async def _restore(
    backups: Backups, transactions: Transactions, prepared: AbstractContextManager[Staged]
) -> Path | None:
    with ThreadPoolExecutor(1, thread_name_prefix="restore") as apart:
        run = partial(asyncio.get_running_loop().run_in_executor, apart)
        until = ExitStack()
        try:
            what = await run(until.enter_context, prepared)
            return await transactions.replace(partial(put_in_place, backups, what))
        finally:
            await run(until.close)


@contextmanager
def _telling() -> Iterator[None]:
    try:
        yield
    except ImageStoreError as error:
        raise told(error.__cause__ if isinstance(error.__cause__, OSError) else error, RestoreFailedError) from error
    except SQLAlchemyError as error:
        raise RestoreFailedError from error
    except (OSError, sqlite3.Error) as error:
        raise told(error, RestoreFailedError) from error


def _bring_up_to_date(database: Path) -> None:
    try:
        migrate(URL.create("sqlite+pysqlite", database=str(database)).render_as_string(hide_password=False))
    except NewerDatabaseError:
        raise NewerBackupError from None
    with closing(sqlite3.connect(database)) as connection:
        # Sessions of its time may have been ended since, with a new password or by signing out everywhere.
        connection.execute("DELETE FROM sessions")
        connection.commit()
        leave_alone(connection)
    sync_file(database)


def _back_up_present(backups: Backups) -> Path | None:
    database = backups.settings.database_path
    if not database.exists():
        return None
    try:
        return backups.write(Order("before-restore"))
    except DatabaseDamagedError:
        set_aside(database)
        return None


def _replace(database: Path, staged_database: Path) -> None:
    if database.exists():
        _close_for_good(database)
    elif with_company(database):
        set_aside(database)  # somebody has taken the database itself away
    if len(with_company(database)) > database.exists():
        # A log beside a database that isn't its own would be played into it.
        raise DatabaseInUseError
    try:
        staged_database.replace(database)
    except PermissionError as error:  # Windows replaces no file that somebody reads
        raise DatabaseInUseError from error
    sync_folder(database.parent)


def _close_for_good(database: Path) -> None:
    try:
        with closing(sqlite3.connect(database, timeout=BUSY_SECONDS)) as connection:
            leave_alone(connection)
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise DatabaseInUseError from error
        set_aside(database)
