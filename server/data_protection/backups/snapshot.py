"""Snapshots and inspection of SQLite database files.

Uses `sqlite3` without the ORM, because a backup may have any earlier schema.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from server.database.read_only import open_read_only, read_revision
from server.system.durable_files import open_owner_only

CHUNK = 1 << 20
COPY_ATTEMPTS = 5
FILE_SUFFIXES = ("", "-wal", "-shm", "-journal")
"""Suffixes of a database's file names: the database and its sidecar files."""
_IMAGE_KEYS = "SELECT DISTINCT image_key FROM submissions WHERE image_key IS NOT NULL"
FIRST_PAGE_BYTES = 4096
"""Size in bytes of a database in which nothing was committed since its creation."""


@dataclass(frozen=True, slots=True)
class InspectionResult:
    """Result of reading a whole database."""

    damage: tuple[str, ...]
    """Messages of SQLite; empty when the file is intact."""
    dangling: int
    """Number of foreign key violations."""
    revision: str
    """Alembic revision; empty when the file isn't a GoalBucks database."""
    counts: dict[str, int]
    """Number of rows by table."""


def snapshot(source: Path, target: Path) -> None:
    """Copy the committed state to the new file `target`, without blocking writers."""
    with open(target, "xb", opener=open_owner_only):
        pass
    try:
        with closing(open_read_only(source)) as connection, closing(sqlite3.connect(target)) as copy:
            connection.backup(copy)
            leave_wal_mode(copy)
    except sqlite3.OperationalError:
        if os.access(source.parent, os.W_OK):
            raise
        copy_database_files(source, target)
        with closing(sqlite3.connect(target)) as connection:
            leave_wal_mode(connection)


@contextmanager
def readable_database(database: Path) -> Iterator[Path]:
    """Yield the database, or a temporary copy when its folder is read-only.

    SQLite needs to create a sidecar file to read a database in WAL mode.
    """
    if os.access(database.parent, os.W_OK):
        yield database
        return
    with TemporaryDirectory(prefix="goalbucks-") as folder:
        copy = Path(folder) / database.name
        copy_database_files(database, copy)
        yield copy


def copy_database_files(source: Path, target: Path) -> None:
    """Copy a database with its write-ahead log or journal; SQLite recovers the copy when it is opened.

    Raises sqlite3.OperationalError when the files keep changing.
    """
    for _ in range(COPY_ATTEMPTS):
        before = _file_states(source)
        for suffix in ("", "-wal", "-journal"):
            part = source.with_name(source.name + suffix)
            copy = target.with_name(target.name + suffix)
            copy.unlink(missing_ok=True)
            if part.exists():
                with part.open("rb") as old, open(copy, "xb", opener=open_owner_only) as new:
                    shutil.copyfileobj(old, new, CHUNK)
        if _file_states(source) == before:
            break
    else:
        # The folder is read-only for this process only; a server writes to it.
        raise sqlite3.OperationalError("the database changed while it was copied")


def _file_states(database: Path) -> list[tuple[str, int, int]]:
    return [(path.name, (found := path.stat()).st_size, found.st_mtime_ns) for path in with_sidecars(database)]


def leave_wal_mode(connection: sqlite3.Connection) -> None:
    """Checkpoint the write-ahead log and switch to a rollback journal, so that the database is a single file.

    Raises sqlite3.OperationalError while another connection has it open.
    """
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    (mode,) = connection.execute("PRAGMA journal_mode=DELETE").fetchone()
    if mode != "delete":
        raise sqlite3.OperationalError("the write-ahead log is in use")


def inspect_database(path: Path) -> InspectionResult:
    """Read the whole database."""
    try:
        with closing(open_read_only(path)) as connection:
            damage = find_damage(connection)
            dangling = sum(1 for _ in connection.execute("PRAGMA foreign_key_check"))
            return InspectionResult(damage, dangling, _read_revision(connection), _count_rows(connection))
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        return InspectionResult((str(error),), 0, "", {})


def find_damage(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Check pages, indexes against tables, and that all texts are UTF-8; return the messages."""
    damage = tuple(str(row[0]) for row in connection.execute("PRAGMA integrity_check") if row != ("ok",))
    return damage or tuple(
        f"a text in {name} is not UTF-8" for name in _tables(connection) if _has_invalid_text(connection, name)
    )


def _has_invalid_text(connection: sqlite3.Connection, table: str) -> bool:
    """Return whether a text of the table isn't UTF-8, which SQLite itself doesn't check."""
    connection.text_factory = bytes.decode
    try:
        for _ in connection.execute(f"SELECT * FROM {_quoted(table)}"):  # noqa: S608 - a table name of the schema
            pass
    except UnicodeDecodeError:
        return True
    finally:
        connection.text_factory = str
    return False


def quick_check(path: Path) -> tuple[str, ...]:
    """Check the pages without comparing indexes with tables; return SQLite's messages."""
    try:
        with closing(open_read_only(path)) as connection:
            return tuple(str(row[0]) for row in connection.execute("PRAGMA quick_check") if row != ("ok",))
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        return (str(error),)


def is_damage(error: sqlite3.Error) -> bool:
    """Return whether the error means a corrupt file, rather than an I/O error or a lock."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the higher bits are the extended code
    return code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def referenced_image_keys(path: Path, classroom_id: str | None = None) -> Iterator[str]:
    """Yield the image keys that rows reference, in all classes or in one."""
    with closing(open_read_only(path)) as connection:
        if classroom_id is None:
            yield from list_image_keys(connection)
        else:
            for (key,) in connection.execute(f"{_IMAGE_KEYS} AND classroom_id = ?", (classroom_id,)):
                yield key


def list_image_keys(connection: sqlite3.Connection) -> list[str]:
    """Return the image keys that rows reference, in all classes."""
    return [key for (key,) in connection.execute(_IMAGE_KEYS)]


def is_referenced(path: Path, key: str) -> bool:
    """Return whether a row references the image."""
    with closing(open_read_only(path)) as connection:
        return connection.execute("SELECT 1 FROM submissions WHERE image_key = ?", (key,)).fetchone() is not None


def with_sidecars(path: Path) -> list[Path]:
    """Return the paths of the database and its sidecar files that exist."""
    return [each for name in FILE_SUFFIXES if (each := path.with_name(path.name + name)).exists()]


def _read_revision(connection: sqlite3.Connection) -> str:
    try:
        return read_revision(connection) or ""
    except sqlite3.OperationalError:  # a table of another program
        return ""


def _count_rows(connection: sqlite3.Connection) -> dict[str, int]:
    count = {}
    for table in _tables(connection):
        (count[table],) = connection.execute(f"SELECT count(*) FROM {_quoted(table)}").fetchone()  # noqa: S608 - a table name of the schema
    return count


def _tables(connection: sqlite3.Connection) -> list[str]:
    query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
    return [str(name) for (name,) in connection.execute(query)]


def _quoted(name: str) -> str:
    escaped = name.replace('"', '""')
    return f'"{escaped}"'


def is_blank(database: Path) -> bool:
    """Return whether the file is missing, empty, or has only the first page of an interrupted creation."""
    size = database.stat().st_size if database.exists() else 0
    return size == 0 or (size <= FIRST_PAGE_BYTES and rollback_pages(database) == 0)


def has_data(folder: Path) -> bool:
    """Return whether a quarantine folder holds data of a database; the shared-memory index (-shm) is none.

    A restore removes a folder without data, maybe while the page asks for the status.
    """
    try:
        return any(path.stat().st_size > 0 and not path.name.endswith("-shm") for path in folder.iterdir())
    except FileNotFoundError:
        return False


def rollback_pages(database: Path) -> int | None:
    """Return the size in pages to which SQLite's rollback journal would reset the database; None without a journal.

    It is 0 when the database was being created: SQLite writes the first page before it switches to a write-ahead log.
    """
    journal = database.with_name(f"{database.name}-journal")
    if not journal.exists():
        return None
    with journal.open("rb") as file:
        return int.from_bytes(file.read(20)[16:])  # https://www.sqlite.org/fileformat.html#the_rollback_journal
