"""Databases of earlier versions, with a class in them, brought up to this one's schema."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config

from server.database.engine import (
    DanglingReferenceError,
    leave_references_alone,
    open_engine,
    require_sound_references,
)
from server.database.migrate import MIGRATIONS, migrate
from server.database.migrations import HEAD
from tests.factories.seated import seat

BEFORE_IDENTITY_PROVIDERS = "0003"

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


def test_a_migration_that_takes_away_what_rows_refer_to_is_taken_back(tmp_path: Path, lived_in: Tables) -> None:
    path = tmp_path / "goalbucks.db"
    earlier(path, HEAD, lived_in)
    engine = open_engine(url_of(path))
    with engine.connect() as connection:
        before = leave_references_alone(connection)
        connection.exec_driver_sql("DELETE FROM teachers")
        with pytest.raises(DanglingReferenceError):
            require_sound_references(connection, dangling_before=before)
    engine.dispose()
    assert content_of(path) == lived_in
