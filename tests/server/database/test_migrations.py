import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from server import app
from server.database.base import Base
from server.database.migrate import MIGRATIONS, NewerDatabaseError, migrate, sqlite_revision
from server.database.migrations import HEAD
from server.database.sqlite import open_sqlite_engine
from server.school.importing.models import ImportRecord


def sqlite_url(path: Path) -> str:
    return f"sqlite+pysqlite:///{path}"


def test_migrations_create_the_schema_of_the_models(migrated: Path) -> None:
    assert app.ROUTERS  # imports all models
    assert ImportRecord.__tablename__  # the application leaves this to a command
    engine = open_sqlite_engine(sqlite_url(migrated))
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"render_as_batch": True})
        assert compare_metadata(context, Base.metadata) == []
    engine.dispose()


def test_newest_revision_is_the_one_the_program_expects() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_heads() == [HEAD]


def test_migrating_twice_changes_nothing(migrated: Path) -> None:
    before = migrated.read_bytes()
    migrate(sqlite_url(migrated))
    assert migrated.read_bytes() == before


def test_database_of_a_newer_version_is_refused_and_not_changed(tmp_path: Path, migrated: Path) -> None:
    path = tmp_path / "goalbucks.db"
    path.write_bytes(migrated.read_bytes())
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(NewerDatabaseError):
        migrate(sqlite_url(path))
    assert sqlite_revision(sqlite_url(path)) == "9999"


def test_failed_migration_leaves_the_file_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "goalbucks.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE submissions (id TEXT)")  # the last table of the first migration
    connection.close()
    with pytest.raises(Exception, match="already exists"):
        migrate(sqlite_url(path))
    with sqlite3.connect(path) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    connection.close()
    assert tables == ["submissions"]
