"""Taking one student out of a backup that was made before: the file is made anew without it, and put in its place.

In plain SQLite: a backup may be of any earlier schema. Killed at any moment, it leaves the old file or the new one.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from server.data_protection.backups import encryption
from server.data_protection.backups.archive import Archive
from server.data_protection.backups.archive_writer import CHUNK, Writing
from server.data_protection.backups.errors import NewerBackupError, PassphraseNeededError
from server.data_protection.backups.manifest import DATABASE, image_named
from server.data_protection.backups.service import Backups
from server.data_protection.backups.snapshot import leave_alone, look_through
from server.data_protection.backups.untrusted import require_own_schema
from server.database.migrations import HEAD
from server.disk import open_private, sync_folder


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A student as the tables know it. The name isn't among it: this is kept on the disk until all is done."""

    student_id: str
    account_key: str
    """As the brakes on sign-in count it."""


def forget(backups: Backups, path: Path, student: Forgotten) -> bool:
    """Make the backup one without the student; whether there was anything of it in it.

    Raises PassphraseNeededError, NewerBackupError, NotABackupError and DamagedBackupError; nothing is changed then.
    """
    if encryption.is_locked(path):
        raise PassphraseNeededError
    with backups.work_folder() as work, Archive(path) as archive:
        database = work / DATABASE
        archive.unpack_database(database, backups.pulse)
        if not mentions(database, student.student_id):
            return False
        if archive.manifest.revision > HEAD:
            raise NewerBackupError
        require_own_schema(database)
        gone = remove(database, student)
        backups.require_room({work: database.stat().st_size, path.parent: path.stat().st_size})
        part = backups.part_beside(path)
        try:
            _write(backups, archive, database, gone, part)
            with Archive(part) as written:
                written.check(work / "check.db", backups.pulse)
            _put(part, path)
        finally:
            part.unlink(missing_ok=True)
    return True


def mentions(path: Path, student_id: str) -> bool:
    """Whether the student's id stands anywhere in the file, in free pages too."""
    sought, tail = student_id.encode(), b""
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            if sought in tail + chunk:
                return True
            tail = chunk[-len(sought) :]
    return False


def remove(database: Path, student: Forgotten) -> frozenset[str]:
    """Take the student out of a database that nobody else has open; the keys of its images."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA foreign_keys=ON")
        columns = _columns(connection)
        query = "SELECT image_key FROM submissions WHERE student_id = ? AND image_key IS NOT NULL"
        keys = frozenset(key for (key,) in connection.execute(query, (student.student_id,)))
        for statement, value in _statements(columns, student):
            connection.execute(statement, (value,))
        connection.commit()
        # What was deleted lies in free pages until they are left behind.
        connection.execute("VACUUM")
        leave_alone(connection)
    return keys


def _columns(connection: sqlite3.Connection) -> dict[str, set[str]]:
    names = [str(name) for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {name: {str(row[1]) for row in connection.execute(f"PRAGMA table_info('{name}')")} for name in names}


def _statements(columns: dict[str, set[str]], student: Forgotten) -> Iterator[tuple[str, str]]:
    """Whatever names a student: its own rows, and what outlasts them."""
    student_id = student.student_id
    yield "DELETE FROM students WHERE id = ?", student_id
    for table, has in columns.items():
        if table == "activity":
            # What was done stays told, without the name, as `activity.service.forget_student` leaves it.
            gone = "student_id = NULL, student_name = 'an erased student', about = NULL"
            by = f"who_id = NULL, who_name = 'an erased student', address = NULL, device = NULL, {gone}"
            yield f"UPDATE activity SET {by} WHERE who_id = ?", student_id  # noqa: S608 - fixed texts
            yield f"UPDATE activity SET {gone} WHERE student_id = ?", student_id  # noqa: S608
            continue
        for column, value in (
            ("student_id", student_id),
            ("person_id", student_id),
            ("account_key", student.account_key),
        ):
            if column in has:
                yield f'DELETE FROM "{table}" WHERE "{column}" = ?', value  # noqa: S608 - the schema's own names
        if "answer" in has:
            yield f'DELETE FROM "{table}" WHERE instr(answer, CAST(? AS BLOB))', student_id  # noqa: S608


def _write(backups: Backups, archive: Archive, database: Path, gone: frozenset[str], part: Path) -> None:
    found = look_through(database)
    manifest = archive.manifest.model_copy(deep=True)
    manifest.counts, manifest.dangling = found.counts, found.dangling
    manifest.missing_images = [name for name in manifest.missing_images if not _is_of(name, gone)]
    manifest.shared = [entry for entry in manifest.shared if not _is_of(entry.name, gone)]
    with open(part, "xb", opener=open_private) as file, Writing(file, backups.pulse) as writing:
        writing.add_file(DATABASE, database)
        for image, data in archive.images_without(gone, backups.pulse):
            writing.add(image.name, len(data), [data])
        writing.finish(manifest)


def _is_of(name: str, keys: frozenset[str]) -> bool:
    image = image_named(name)
    return image is not None and image.key in keys


def _put(part: Path, path: Path) -> None:
    if path.exists():  # else it has just been thinned out
        part.replace(path)
        sync_folder(path.parent)
