"""Atomic restore of a backup, in two steps. While the application serves requests, `online_restore` calls them.

`stage_backup` verifies the backup and migrates its database, in a work folder. `install_backup`, during which nothing
else may use the database, backs up the current state, adds missing images (images are immutable, so none conflicts),
and replaces the database file by a rename.
"""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from server.data_protection.backups.archive import Archive
from server.data_protection.backups.errors import (
    BackupUnreadableError,
    DatabaseDamagedError,
    DatabaseInUseError,
    NewerBackupError,
    RestoreFailedError,
    SharedImagesMissingError,
)
from server.data_protection.backups.image_protection import protect_images, unprotect_images
from server.data_protection.backups.manifest import ManifestEntry, parse_image_name
from server.data_protection.backups.quarantine import newest_quarantine, quarantine
from server.data_protection.backups.service import BackupRequest, BackupService, to_domain_error
from server.data_protection.backups.snapshot import is_damage, leave_wal_mode, with_sidecars
from server.data_protection.backups.zip_reader import is_encrypted
from server.database.migrate import NewerDatabaseError, migrate
from server.database.migrations import HEAD
from server.database.read_only import BUSY_SECONDS
from server.media import ImageMissingError, ImageStorageError
from server.settings import sqlite_url
from server.system.durable_files import sync_file, sync_folder

STAGED_NAME = "staged.db"
UPLOAD_NAME = "upload.backup"
"""Name of an uploaded backup in a work folder."""
log = logging.getLogger("goalbucks.backups")


@dataclass(frozen=True, slots=True)
class RestoreOptions:
    """Options of a restore."""

    passphrase: str | None = None
    without_images: bool = False
    """Restore even when none of the backup's shared images is found."""


@dataclass(slots=True)
class StagedBackup:
    """A verified backup, and its migrated database in a work folder."""

    archive: Archive
    database: Path
    missing_images: int = 0
    """Number of image files that `install_backup` skipped because they are missing or damaged."""


@contextmanager
def stage_backup(backups: BackupService, path: Path, options: RestoreOptions) -> Iterator[StagedBackup]:
    """Verify and migrate the backup in a work folder, without changing the current state.

    Raises NotABackupError, DamagedBackupError, NewerBackupError, PassphraseNeededError, WrongPassphraseError,
    SlowDecryptionError, BackupUnreadableError and BackupDiskFullError, and SharedImagesMissingError when none of the
    backup's shared images is found, unless it is restored `without_images`; single missing images are skipped.
    """
    try:
        length = path.stat().st_size
    except OSError as error:
        raise BackupUnreadableError.of(path, error) from error
    with _translate_restore_errors(), ExitStack() as stack, backups.work_folder() as work:
        if is_encrypted(path):
            from server.data_protection.backups import encryption  # noqa: PLC0415 - 1.1 MB of pyrage

            backups.require_free_space({work: length})
            encryption.decrypt(path, options.passphrase, work / "backup.zip")
            path = work / "backup.zip"
        archive = stack.enter_context(Archive(path, backups.shared_images))
        if archive.manifest.revision > HEAD:
            raise NewerBackupError
        shared = archive.manifest.shared
        to_add = [entry for entry in shared if not _is_installed(backups, entry)]
        found = [entry for entry in to_add if archive.has_shared_image(entry)]
        if shared and len(to_add) == len(shared) and not found and not options.without_images:
            raise SharedImagesMissingError
        backups.require_free_space({work: archive.extracted_bytes() + sum(entry.size for entry in found)})
        database = work / STAGED_NAME
        archive.verify(database, backups.check_cancelled)
        _migrate(database)
        try:
            yield StagedBackup(archive, database)
        finally:
            stack.close()  # before its folder is deleted: Windows can't delete open files


def install_backup(backups: BackupService, staged: StagedBackup) -> Path | None:
    """Back up the current state and replace it by the staged backup.

    Return the path of the backup of the previous state; None when there was no intact database. Nothing else may have
    the database open.
    """
    with _translate_restore_errors():
        before = _back_up_current(backups)
        staged.missing_images = _add_images(backups, staged.archive)
        _replace(backups.settings.database_path, staged.database)
        unprotect_images(backups.settings)
    log.info("restored the backup of %s", staged.archive.manifest.created_at.isoformat())
    return before


def _is_installed(backups: BackupService, entry: ManifestEntry) -> bool:
    image = parse_image_name(entry.name)
    return image is not None and backups.images.file_size(image.key, image.size) == entry.size


def _add_images(backups: BackupService, archive: Archive) -> int:
    """Add the images that don't exist yet; return the number of missing or damaged ones."""
    skipped = 0
    for entry in (*archive.manifest.entries, *archive.manifest.shared):
        image = parse_image_name(entry.name)
        # Skipped for speed, since requests are refused meanwhile: nearly all exist if the backup is of this computer.
        if image is None or backups.images.refresh_if_stored(image.key, image.size, entry.size):
            continue
        try:
            backups.images.put_file(image.key, image.size, archive.read_image(image))
        except ImageMissingError:
            log.warning("the image %s is missing from the backup or damaged; it is skipped", image.name)
            skipped += 1
    backups.images.sync_folders()
    return skipped


def install_empty_database(backups: BackupService) -> Path | None:
    """Replace the database by an empty one; return the backup of the previous state, if there was one. Images stay."""
    with _translate_restore_errors(), backups.work_folder() as work:
        database = work / STAGED_NAME
        _migrate(database)
        before = _back_up_current(backups)
        if newest_quarantine(backups.settings.data_dir) is None:
            protect_images(backups.settings)
        _replace(backups.settings.database_path, database)
    log.info("started with an empty database")
    return before


@contextmanager
def _translate_restore_errors() -> Iterator[None]:
    try:
        yield
    except ImageStorageError as error:
        raise to_domain_error(
            error.__cause__ if isinstance(error.__cause__, OSError) else error, RestoreFailedError
        ) from error
    except (OSError, sqlite3.Error, SQLAlchemyError) as error:
        raise to_domain_error(error, RestoreFailedError) from error


def _migrate(database: Path) -> None:
    try:
        migrate(sqlite_url(database))
    except NewerDatabaseError:
        raise NewerBackupError from None
    with closing(sqlite3.connect(database)) as connection:
        # Sessions in the backup may have been revoked since, by a new password or by signing out everywhere.
        connection.execute("DELETE FROM sessions")
        connection.commit()
        leave_wal_mode(connection)
    sync_file(database)


def _back_up_current(backups: BackupService) -> Path | None:
    database = backups.settings.database_path
    if not database.exists():
        return None
    try:
        return backups.write(BackupRequest("before-restore"))
    except DatabaseDamagedError:
        quarantine(database)
        return None


def _replace(database: Path, staged_database: Path) -> None:
    if database.exists():
        _checkpoint_and_close(database)
    elif with_sidecars(database):
        quarantine(database)  # the database file itself was deleted by hand
    if any(path != database for path in with_sidecars(database)):
        # SQLite would apply a leftover write-ahead log to the new database.
        raise DatabaseInUseError
    try:
        staged_database.replace(database)
    except PermissionError as error:  # Windows doesn't replace open files
        raise DatabaseInUseError from error
    sync_folder(database.parent)


def _checkpoint_and_close(database: Path) -> None:
    try:
        with closing(sqlite3.connect(database, timeout=BUSY_SECONDS)) as connection:
            leave_wal_mode(connection)
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise DatabaseInUseError from error
        quarantine(database)
