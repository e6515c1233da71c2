"""Content of data folders: rows and image digests; helpers that change or create databases."""

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config

from server.database.migrate import MIGRATIONS
from server.media import CleanImage, FolderStore
from server.settings import Settings
from server.uuid7 import uuid7

Tables = dict[str, list[dict[str, object]]]


def read_tables(database: Path) -> Tables:
    """Read all rows of all tables except the schema revision and the sessions, which a restore ends."""
    with closing(sqlite3.connect(database)) as connection:
        connection.row_factory = sqlite3.Row
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: sorted((dict(row) for row in connection.execute(f"SELECT * FROM {name}")), key=repr)
            for name in names
            if name not in {"alembic_version", "sessions"}
        }


def image_digests(folder: Path) -> dict[str, str]:
    """Return the SHA-256 digest of each image file by file name."""
    files = (path for path in (folder / "images").rglob("*") if path.is_file())
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def read_data_folder(folder: Path) -> tuple[Tables, dict[str, str]]:
    """Return all rows and all image digests."""
    return read_tables(folder / "goalbucks.db"), image_digests(folder)


def find_temporary_files(folder: Path) -> list[str]:
    """Return partial and temporary files, which must not be left over."""
    return [
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.name.endswith((".part", ".tmp")) or path.name.startswith("temporary-")
    ]


def execute(folder: Path, statement: str) -> None:
    """Execute a statement that changes rows of the database."""
    with closing(sqlite3.connect(folder / "goalbucks.db")) as connection, connection:
        assert connection.execute(statement).rowcount


def add_images(folder: Path, count: int, size: int = 3000) -> list[str]:
    """Add images to the first submissions, as rows and files; return the image keys."""
    store = FolderStore(Settings(data_dir=folder).image_dir)
    with closing(sqlite3.connect(folder / "goalbucks.db")) as connection, connection:
        query = "SELECT id FROM submissions WHERE image_key IS NULL ORDER BY id LIMIT ?"
        ids = [each for (each,) in connection.execute(query, (count,))]
        assert len(ids) == count
        keys = []
        for submission_id in ids:
            keys.append(key := store.put(_image(size)))
            connection.execute("UPDATE submissions SET image_key = ? WHERE id = ?", (key, submission_id))
    return keys


def corrupt_index(folder: Path) -> None:
    """Make an index differ from its table, which `PRAGMA quick_check` doesn't detect."""
    index = "ix_goals_classroom_id_status_id"
    path = folder / "goalbucks.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        row = connection.execute("SELECT * FROM sqlite_master WHERE name = ?", (index,)).fetchone()
        connection.execute("PRAGMA writable_schema=ON")
        connection.execute("DELETE FROM sqlite_master WHERE name = ?", (index,))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE goals SET status = 'other' WHERE id = (SELECT min(id) FROM goals)")
        connection.execute("PRAGMA writable_schema=ON")
        connection.execute("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", row)


def _image(size: int) -> CleanImage:
    mark = uuid7().bytes

    def jpeg(length: int) -> bytes:
        return b"\xff\xd8" + (mark * (length // len(mark) + 1))[:length] + b"\xff\xd9"

    return CleanImage(jpeg(size), jpeg(size // 8), 4, 3)


def write_old_schema_database(path: Path, revision: str, content: Tables) -> None:
    """Create a database of this revision with the content that its tables and columns can hold."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    config.set_main_option("sqlalchemy.url", f"sqlite+pysqlite:///{path}")
    command.upgrade(config, revision)
    with closing(sqlite3.connect(path)) as connection, connection:
        for table, rows in content.items():
            columns = {each[1] for each in connection.execute(f"PRAGMA table_info({table})")}
            for row in rows if columns else ():
                kept = {name: value for name, value in row.items() if name in columns}
                marks = ", ".join("?" * len(kept))
                connection.execute(f"INSERT INTO {table} ({', '.join(kept)}) VALUES ({marks})", list(kept.values()))
