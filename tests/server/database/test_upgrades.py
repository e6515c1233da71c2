"""Databases of earlier versions, with a class in them, brought up to this one's schema."""

import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config

from server.database import migrate as migrating
from server.database.engine import DanglingReferenceError
from server.database.migrate import MIGRATIONS, migrate, revision
from server.database.migrations import HEAD
from tests.factories.process import ROOT
from tests.factories.seated import seat

BEFORE_IDENTITY_PROVIDERS = "0003"
NEWER = "9998"

Tables = dict[str, list[dict[str, object]]]


def url_of(path: Path) -> str:
    return f"sqlite+pysqlite:///{path}"


def earlier(path: Path, revision: str, content: Tables) -> None:
    """A database of that revision with the content, as far as it had the columns."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    config.set_main_option("sqlalchemy.url", url_of(path))
    command.upgrade(config, revision)
    with closing(sqlite3.connect(path)) as connection, connection:
        for table, rows in content.items():
            columns = {each[1] for each in connection.execute(f"PRAGMA table_info({table})")}
            for row in rows:
                kept = {name: value for name, value in row.items() if name in columns}
                marks = ", ".join("?" * len(kept))
                connection.execute(f"INSERT INTO {table} ({', '.join(kept)}) VALUES ({marks})", list(kept.values()))


def content_of(path: Path) -> Tables:
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: [dict(row) for row in connection.execute(f"SELECT * FROM {name} ORDER BY 1")]
            for name in names
            if name != "alembic_version"
        }


@pytest.fixture
def lived_in(tmp_path: Path) -> Tables:
    """A class with a month of goals, submissions and goalbucks."""
    seat(tmp_path / "seated", months=1, submissions=1, students=4)
    return content_of(tmp_path / "seated" / "goalbucks.db")


def test_an_upgrade_that_rebuilds_a_table_keeps_every_row_that_refers_to_it(tmp_path: Path, lived_in: Tables) -> None:
    path = tmp_path / "goalbucks.db"
    earlier(path, BEFORE_IDENTITY_PROVIDERS, lived_in)
    assert "provider_uid" not in content_of(path)["teachers"][0]
    migrate(url_of(path))
    upgraded = content_of(path)
    assert upgraded == lived_in
    assert len(upgraded["goalbuck_entries"]) > 10


def test_rows_that_referred_to_nothing_before_keep_nobody_from_the_upgrade(tmp_path: Path, lived_in: Tables) -> None:
    path = tmp_path / "goalbucks.db"
    earlier(path, BEFORE_IDENTITY_PROVIDERS, {**lived_in, "teachers": []})
    migrate(url_of(path))
    assert content_of(path) == {**lived_in, "teachers": []}


def bad_migration(tmp_path: Path, work: str) -> Path:
    """The migrations, and a newer one that does this."""
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    text = f"""
import os, signal
from alembic import op
revision, down_revision = "{NEWER}", "{HEAD}"
def upgrade():
    {work}
"""
    (folder / "versions" / f"{NEWER}_bad.py").write_text(text)
    return folder


def test_a_migration_that_takes_away_what_rows_refer_to_is_taken_back(
    tmp_path: Path, lived_in: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "goalbucks.db"
    earlier(path, HEAD, lived_in)
    monkeypatch.setattr(migrating, "MIGRATIONS", bad_migration(tmp_path, 'op.execute("DELETE FROM teachers")'))
    monkeypatch.setattr(migrating, "HEAD", NEWER)
    with pytest.raises(DanglingReferenceError):
        migrate(url_of(path))
    assert content_of(path) == lived_in
    assert revision(url_of(path)) == HEAD


def test_the_plug_pulled_while_a_table_is_rebuilt_leaves_the_file_as_it_was(tmp_path: Path, lived_in: Tables) -> None:
    path = tmp_path / "goalbucks.db"
    earlier(path, HEAD, lived_in)
    pulled = 'op.execute("DROP TABLE teachers"); os.kill(os.getpid(), signal.SIGKILL)'
    program = f"""
from pathlib import Path
from server.database import migrate
migrate.MIGRATIONS, migrate.HEAD = Path({str(bad_migration(tmp_path, pulled))!r}), "{NEWER}"
migrate.migrate({url_of(path)!r})
"""
    ended = subprocess.run([sys.executable, "-c", program], check=False, cwd=ROOT)
    assert ended.returncode == -signal.SIGKILL
    assert content_of(path) == lived_in
    migrate(url_of(path))
