"""Redaction of a backup: rewrites the file without the data of one student and replaces it atomically.

Uses `sqlite3` without the ORM, because a backup may have any earlier schema.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from server.data_protection.backups.archive import Archive
from server.data_protection.backups.archive_writer import CHUNK_BYTES, ArchiveWriter
from server.data_protection.backups.errors import NewerBackupError, PassphraseNeededError
from server.data_protection.backups.manifest import DATABASE_NAME, parse_image_name
from server.data_protection.backups.schema_check import require_known_schema
from server.data_protection.backups.service import BackupService
from server.data_protection.backups.snapshot import inspect_database, leave_wal_mode
from server.data_protection.backups.zip_reader import is_encrypted
from server.database.migrations import HEAD
from server.system.durable_files import open_owner_only, sync_folder


@dataclass(frozen=True, slots=True)
class ErasedSubject:
    """Identifiers of an erased student in the tables; without the name."""

    student_id: str
    account_key: str
    """Hashed account name that the rate limits of sign-in store."""


def redact_backup(backups: BackupService, path: Path, student: ErasedSubject) -> bool:
    """Rewrite the backup without the student; return whether it contained the student.

    Raises PassphraseNeededError, NewerBackupError, NotABackupError or DamagedBackupError and leaves the file unchanged.
    """
    if is_encrypted(path):
        raise PassphraseNeededError
    with backups.work_folder() as work, Archive(path) as archive:
        database = work / DATABASE_NAME
        archive.extract_database(database, backups.check_cancelled)
        if not contains(database, student.student_id):
            return False
        if archive.manifest.revision > HEAD:
            raise NewerBackupError
        require_known_schema(database)
        removed_keys = redact_database(database, student)
        backups.require_free_space({work: database.stat().st_size, path.parent: path.stat().st_size})
        part = backups.temporary_path_for(path)
        try:
            _write(backups, archive, database, removed_keys, part)
            with Archive(part) as written:
                written.verify(work / "check.db", backups.check_cancelled)
            if path.exists():  # else deleted by the retention meanwhile
                part.replace(path)
                sync_folder(path.parent)
        finally:
            part.unlink(missing_ok=True)
    return True


def contains(path: Path, student_id: str) -> bool:
    """Return whether the file contains the student's id anywhere, including free database pages."""
    sought, tail = student_id.encode(), b""
    with path.open("rb") as file:
        while chunk := file.read(CHUNK_BYTES):
            if sought in tail + chunk:
                return True
            tail = chunk[-len(sought) :]
    return False


def redact_database(database: Path, student: ErasedSubject) -> frozenset[str]:
    """Delete the student from a database that nothing else has open; return the keys of the student's images."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA foreign_keys=ON")
        columns = _columns(connection)
        query = "SELECT image_key FROM submissions WHERE student_id = ? AND image_key IS NOT NULL"
        keys = frozenset(key for (key,) in connection.execute(query, (student.student_id,)))
        for statement, value in erasing_statements(columns, student):
            connection.execute(statement, (value,))
        connection.commit()
        # Deleted rows stay in free pages until the file is rebuilt.
        connection.execute("VACUUM")
        leave_wal_mode(connection)
    return keys


def _columns(connection: sqlite3.Connection) -> dict[str, set[str]]:
    names = [str(name) for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {name: {str(row[1]) for row in connection.execute(f"PRAGMA table_info('{name}')")} for name in names}


def erasing_statements(columns: dict[str, set[str]], student: ErasedSubject) -> Iterator[tuple[str, str]]:
    """Yield the statements, each with its parameter, that delete or anonymize all rows that name the student."""
    student_id = student.student_id
    yield "DELETE FROM students WHERE id = ?", student_id
    for table, has in columns.items():
        if table == "activity":
            # The activity log stays, anonymized as by its service for the live database.
            as_subject = "student_id = NULL, student_name = 'an erased student', about = NULL"
            if "goal_id" in has:
                as_subject += ", goal_id = NULL"
            as_actor = f"who_id = NULL, who_name = 'an erased student', address = NULL, device = NULL, {as_subject}"
            yield f"UPDATE activity SET {as_actor} WHERE who_id = ?", student_id  # noqa: S608 - constants
            yield f"UPDATE activity SET {as_subject} WHERE student_id = ?", student_id  # noqa: S608
            continue
        for column, value in (
            ("student_id", student_id),
            ("person_id", student_id),
            ("account_key", student.account_key),
        ):
            if column in has:
                yield f'DELETE FROM "{table}" WHERE "{column}" = ?', value  # noqa: S608 - names of the schema
        if "answer" in has:
            yield f'DELETE FROM "{table}" WHERE instr(answer, CAST(? AS BLOB))', student_id  # noqa: S608


def _write(backups: BackupService, archive: Archive, database: Path, removed_keys: frozenset[str], part: Path) -> None:
    inspection = inspect_database(database)
    manifest = archive.manifest.model_copy(deep=True)
    manifest.counts, manifest.dangling = inspection.counts, inspection.dangling
    manifest.missing_images = [name for name in manifest.missing_images if not _is_image_of(name, removed_keys)]
    manifest.shared = [entry for entry in manifest.shared if not _is_image_of(entry.name, removed_keys)]
    with open(part, "xb", opener=open_owner_only) as file, ArchiveWriter(file, backups.check_cancelled) as writer:
        writer.add_file(DATABASE_NAME, database)
        for image, data in archive.images_without(removed_keys, backups.check_cancelled):
            writer.add(image.name, len(data), [data])
        writer.finish(manifest)


def _is_image_of(name: str, keys: frozenset[str]) -> bool:
    image = parse_image_name(name)
    return image is not None and image.key in keys
