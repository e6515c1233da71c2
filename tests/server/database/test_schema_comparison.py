"""Comparison of a foreign database's schema with GoalBucks' own schema."""

import shutil
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from server.database.migrate import migrate
from server.database.migrations import HEAD
from server.database.schema_comparison import SchemaComparison, compare_schema
from tests.factories.old_schemas import SCHEMAS_FOLDER

pytestmark = pytest.mark.sqlite_file

TRIGGER = "CREATE TRIGGER rich AFTER INSERT ON sessions BEGIN UPDATE goals SET goalbucks = 1000000; END"
ADDITIONS = [
    (TRIGGER, "trigger rich"),
    ("CREATE VIEW everything AS SELECT * FROM students", "view everything"),
    ("CREATE TABLE more (id INTEGER PRIMARY KEY)", "table more"),
    ("CREATE VIRTUAL TABLE words USING fts5(word)", "table words"),
    ("CREATE INDEX odd ON goals (abs(goalbucks))", "index odd"),
    ("ALTER TABLE goals ADD COLUMN more INTEGER DEFAULT (abs(-7))", "table goals"),
    ("ALTER TABLE goals ADD COLUMN more INTEGER GENERATED ALWAYS AS (goalbucks * 2)", "table goals"),
    ("DROP INDEX ix_goals_classroom_id_id", "no index ix_goals_classroom_id_id"),
    ("DROP TABLE preferences", "no table preferences"),
    ("CREATE TABLE numbered (id INTEGER PRIMARY KEY AUTOINCREMENT)", "table sqlite_sequence"),
    ("UPDATE alembic_version SET version_num = '0003'", "table moves"),
    ("UPDATE alembic_version SET version_num = '9999'", "revision 9999"),
]
REWRITES = [
    ("CHECK (goalbucks BETWEEN 1 AND 1000000)", "CHECK (goalbucks BETWEEN 1 AND 1000001)"),
    ("goalbucks INTEGER NOT NULL", "goalbucks INTEGER NOT NULL DEFAULT (abs(-7))"),
    ("goalbucks INTEGER NOT NULL", "goalbucks INTEGER NOT NULL CHECK (goalbucks > random())"),
    ("goalbucks INTEGER NOT NULL", "goalbucks INTEGER NOT NULL /* other */"),
    ("goalbucks INTEGER NOT NULL", "goalbucks\u00a0INTEGER NOT NULL"),
    ("ON DELETE CASCADE", "ON DELETE SET NULL"),
]


@pytest.fixture(scope="module")
def migrated_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("schema") / "goalbucks.db"
    migrate(f"sqlite+pysqlite:///{path}")
    return path


@pytest.fixture
def file(migrated_database: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(migrated_database, tmp_path / "goalbucks.db"))


def execute(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def rewrite_goals(file: Path, old: str, new: str) -> None:
    """Replace a part of the stored CREATE TABLE statement of `goals`."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA writable_schema=ON")
        (sql,) = connection.execute("SELECT sql FROM sqlite_master WHERE name = 'goals'").fetchone()
        assert old in sql
        connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'goals'", (sql.replace(old, new),))


@pytest.mark.parametrize("kept", sorted(SCHEMAS_FOLDER.glob("0*.*")), ids=lambda path: path.name)
def test_schema_of_each_earlier_version_matches_that_version(kept: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(kept) as archive:
        archive.extract("goalbucks.db", tmp_path)
    assert compare_schema(tmp_path / "goalbucks.db") == SchemaComparison(kept.stem, ())


@pytest.mark.parametrize("kept", sorted(SCHEMAS_FOLDER.glob("0*.zip")), ids=lambda path: path.name)
def test_migrated_schema_of_each_earlier_version_matches_the_current_one(kept: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(kept) as archive:
        archive.extract("goalbucks.db", tmp_path)
    migrate(f"sqlite+pysqlite:///{tmp_path / 'goalbucks.db'}")
    assert compare_schema(tmp_path / "goalbucks.db") == SchemaComparison(HEAD, ())


def test_vacuum_and_analyze_do_not_change_the_schema(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("ANALYZE")
        connection.execute("VACUUM")
    assert compare_schema(file) == SchemaComparison(HEAD, ())


@pytest.mark.parametrize(("statement", "difference"), ADDITIONS, ids=[difference for _, difference in ADDITIONS])
def test_added_or_removed_schema_object_is_reported(file: Path, statement: str, difference: str) -> None:
    execute(file, statement)
    assert difference in compare_schema(file).differences


@pytest.mark.parametrize(("old", "new"), REWRITES, ids=[new for _, new in REWRITES])
def test_rewritten_schema_statement_is_reported(file: Path, old: str, new: str) -> None:
    rewrite_goals(file, old, new)
    assert compare_schema(file).differences == ("table goals",)


def test_control_characters_in_schema_names_are_not_printed(file: Path) -> None:
    execute(file, 'CREATE VIEW "\x1b[2Jgone" AS SELECT 1')
    assert compare_schema(file).differences == ("view ?[2Jgone",)


@pytest.mark.parametrize(
    "statements",
    [
        ["DROP TABLE alembic_version"],
        ["DROP TABLE alembic_version", f"CREATE VIEW alembic_version AS SELECT '{HEAD}' AS version_num"],
        ["DELETE FROM alembic_version"],
        ["INSERT INTO alembic_version VALUES ('0001')"],
    ],
)
def test_file_without_exactly_one_revision_is_not_a_goalbucks_database(file: Path, statements: list[str]) -> None:
    execute(file, *statements)
    found = compare_schema(file)
    assert found.revision == ""
    assert found.differences
