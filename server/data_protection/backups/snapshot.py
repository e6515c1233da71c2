"""One moment of a database as a file of its own, and what is to be said about such a file.

In plain SQLite: a backup may be of any earlier schema.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from server.database.read_only import open_read_only
from server.disk import open_private

CHUNK = 1 << 20
COPY_TRIES = 5
NAMES = ("", "-wal", "-shm", "-journal")
"""What SQLite keeps beside a database belongs to it."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What looking through a database found."""

    damage: tuple[str, ...]
    """SQLite's own words; empty when the file is whole."""
    dangling: int
    """Rows that refer to nothing."""
    revision: str
    """Of the schema; empty when it isn't a database of ours."""
    counts: dict[str, int]
    """Rows of each table."""


def snapshot(source: Path, target: Path) -> None:
    """Copy what is committed now. Whoever writes meanwhile neither waits nor gets half of it in."""
    with open(target, "xb", opener=open_private):
        pass
    try:
        with closing(open_read_only(source)) as connection, closing(sqlite3.connect(target)) as copy:
            connection.backup(copy)
            leave_alone(copy)
    except sqlite3.OperationalError:
        if os.access(source.parent, os.W_OK):
            raise
        copy_files(source, target)
        with closing(sqlite3.connect(target)) as connection:
            leave_alone(connection)


@contextmanager
def openable(database: Path) -> Iterator[Path]:
    """Yield the database, or a private copy when its folder is read-only.

    SQLite needs a file beside a database with a write-ahead log, even to read it.
    """
    if os.access(database.parent, os.W_OK):
        yield database
        return
    with TemporaryDirectory(prefix="goalbucks-") as folder:
        copy = Path(folder) / database.name
        copy_files(database, copy)
        yield copy


def copy_files(source: Path, target: Path) -> None:
    """Copy a database with its log or journal; SQLite recovers the copy when it is opened."""
    for _ in range(COPY_TRIES):
        before = _state_of(source)
        for suffix in ("", "-wal", "-journal"):
            part = source.with_name(source.name + suffix)
            copy = target.with_name(target.name + suffix)
            copy.unlink(missing_ok=True)
            if part.exists():
                with part.open("rb") as old, open(copy, "xb", opener=open_private) as new:
                    shutil.copyfileobj(old, new, CHUNK)
        if _state_of(source) == before:
            break
    else:
        # The folder is read-only here alone, and a server writes to it from elsewhere.
        raise sqlite3.OperationalError("the database changed while it was copied")


def _state_of(database: Path) -> list[tuple[str, int, int]]:
    return [(path.name, (found := path.stat()).st_size, found.st_mtime_ns) for path in with_company(database)]


def leave_alone(connection: sqlite3.Connection) -> None:
    """Bring everything into the one file; raises sqlite3.OperationalError while somebody else has it open."""
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    (mode,) = connection.execute("PRAGMA journal_mode=DELETE").fetchone()
    if mode != "delete":
        raise sqlite3.OperationalError("the write-ahead log is in use")


def look_through(path: Path) -> Findings:
    """Read all of it."""
    try:
        with closing(open_read_only(path)) as connection:
            damage = find_damage(connection)
            dangling = sum(1 for _ in connection.execute("PRAGMA foreign_key_check"))
            return Findings(damage, dangling, _revision(connection), _counts(connection))
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        return Findings((str(error),), 0, "", {})


def find_damage(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Read all of the database: pages, indexes against tables, and whether each text is UTF-8."""
    damage = tuple(str(row[0]) for row in connection.execute("PRAGMA integrity_check") if row != ("ok",))
    return damage or tuple(
        f"a text in {name} is not UTF-8" for name in _tables(connection) if _misreads(connection, name)
    )


def _misreads(connection: sqlite3.Connection, table: str) -> bool:
    """Whether a text of the table has bytes that no program wrote; SQLite itself passes them on."""
    connection.text_factory = bytes.decode
    try:
        for _ in connection.execute(f"SELECT * FROM {_quoted(table)}"):  # noqa: S608 - its own name
            pass
    except UnicodeDecodeError:
        return True
    finally:
        connection.text_factory = str
    return False


def quick_look(path: Path) -> tuple[str, ...]:
    """What is damaged, as far as it can be told without comparing the indexes with their tables."""
    try:
        with closing(open_read_only(path)) as connection:
            return tuple(str(row[0]) for row in connection.execute("PRAGMA quick_check") if row != ("ok",))
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        return (str(error),)


def is_damage(error: sqlite3.Error) -> bool:
    """Whether SQLite says that the file itself is at fault, not the disk or another program."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the rest of it is the finer reason
    return code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def image_keys(path: Path, classroom_id: str | None = None) -> Iterator[str]:
    """The images that rows name, in all classes or in one."""
    query = "SELECT DISTINCT image_key FROM submissions WHERE image_key IS NOT NULL"
    with closing(open_read_only(path)) as connection:
        if classroom_id is None:
            rows = connection.execute(query)
        else:
            rows = connection.execute(f"{query} AND classroom_id = ?", (classroom_id,))
        for (key,) in rows:
            yield key


def still_named(path: Path, key: str) -> bool:
    """Whether a row names the image now."""
    with closing(open_read_only(path)) as connection:
        return connection.execute("SELECT 1 FROM submissions WHERE image_key = ?", (key,)).fetchone() is not None


def with_company(path: Path) -> list[Path]:
    """The database and what SQLite keeps beside it, as far as it is there."""
    return [each for name in NAMES if (each := path.with_name(path.name + name)).exists()]


def remove(path: Path) -> None:
    """Take a snapshot away again."""
    for each in with_company(path):
        with suppress(OSError):
            each.unlink()


def _revision(connection: sqlite3.Connection) -> str:
    try:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.OperationalError:
        return ""
    return str(row[0]) if row else ""


def _counts(connection: sqlite3.Connection) -> dict[str, int]:
    count = {}
    for table in _tables(connection):
        (count[table],) = connection.execute(f"SELECT count(*) FROM {_quoted(table)}").fetchone()  # noqa: S608 - likewise
    return count


def _tables(connection: sqlite3.Connection) -> list[str]:
    query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
    return [str(name) for (name,) in connection.execute(query)]


def _quoted(name: str) -> str:
    escaped = name.replace('"', '""')
    return f'"{escaped}"'
