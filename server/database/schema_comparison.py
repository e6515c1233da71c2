"""Comparison of a SQLite file's schema with the one that the migrations create.

A schema can execute code: triggers, views, defaults, checks, generated columns and indexes on expressions run when rows
are read or written. A file of unknown origin is used only when its schema equals that of its revision, statement by
statement.
"""

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine

from server.database.migrate import alembic_config
from server.database.migrations import HEAD
from server.database.read_only import open_read_only

SCHEMA_QUERY = "SELECT type, name, tbl_name, sql FROM sqlite_master"
VERSION_TABLE = "alembic_version"
MAX_NAME_LENGTH = 60

SchemaRow = tuple[Any, Any, Any, Any]
"""Type, name, table and statement of one object; SQLite's own indexes have no statement."""

STATISTICS_TABLE: SchemaRow = ("table", "sqlite_stat1", "sqlite_stat1", "CREATE TABLE sqlite_stat1(tbl,idx,stat)")
"""Left by ANALYZE: hints for the query planner."""
_SPACES = re.compile(r"[ \t\r\n\f]+")


@dataclass(frozen=True, slots=True)
class SchemaComparison:
    """The revision that a file claims, and how its schema differs from that revision's."""

    revision: str
    """Empty when the file isn't a GoalBucks database."""
    differences: tuple[str, ...]
    """Each as text, such as "trigger rich"; empty when the schemas are equal."""


def compare_schema(path: Path) -> SchemaComparison:
    """Compare the schema of a file without running any of it.

    A revision that this program doesn't know counts as a difference. Raises sqlite3.DatabaseError for a damaged file.
    """
    with closing(open_read_only(path)) as connection:
        connection.text_factory = lambda text: text.decode("utf-8", "replace")
        rows = _normalize(connection.execute(SCHEMA_QUERY))
        revision = _revision(connection, rows)
    if not revision:
        return SchemaComparison("", ("no revision of GoalBucks",))
    if revision not in known_revisions():
        return SchemaComparison(revision, (_printable(f"revision {revision}"),))
    return SchemaComparison(revision, tuple(sorted(set(_differences(rows, reference_schema(revision))))))


@cache
def known_revisions() -> frozenset[str]:
    """Return the revisions of all migrations."""
    from alembic.script import ScriptDirectory  # noqa: PLC0415 - 70 ms and 11 MB, to restore a backup

    return frozenset(each.revision for each in ScriptDirectory.from_config(alembic_config()).walk_revisions())


@cache
def reference_schema(revision: str) -> frozenset[SchemaRow]:
    """Return the schema that the migrations up to `revision` create, by running them on an in-memory database."""
    from alembic import command  # noqa: PLC0415 - likewise

    config = alembic_config()
    engine = create_engine("sqlite+pysqlite://")
    try:
        with engine.connect() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, revision)
            return _normalize(tuple(row) for row in connection.exec_driver_sql(SCHEMA_QUERY))
    finally:
        engine.dispose()


def _revision(connection: sqlite3.Connection, rows: frozenset[SchemaRow]) -> str:
    """Return the revision, or "" unless the version table is the expected one (and not a view, say)."""
    expected = {row for row in reference_schema(HEAD) if row[2] == VERSION_TABLE}
    if not expected <= rows:
        return ""
    versions = connection.execute(f"SELECT version_num FROM {VERSION_TABLE} LIMIT 2").fetchall()  # noqa: S608 - a constant
    return str(versions[0][0]) if len(versions) == 1 else ""


def _normalize(rows: Iterable[SchemaRow]) -> frozenset[SchemaRow]:
    """Collapse whitespace in the statements, which depends on library versions."""
    return frozenset(
        (kind, name, table, _SPACES.sub(" ", sql) if isinstance(sql, str) else sql) for kind, name, table, sql in rows
    )


def _differences(rows: frozenset[SchemaRow], reference: frozenset[SchemaRow]) -> Iterator[str]:
    for kind, name, _table, _sql in rows - reference - {STATISTICS_TABLE}:
        yield _printable(f"{kind} {name}")
    present = {row[:2] for row in rows}
    for kind, name, _table, _sql in reference - rows:
        if (kind, name) not in present:
            yield f"no {kind} {name}"


def _printable(text: str) -> str:
    """Truncate an untrusted name and replace its control characters, for logs and terminals."""
    return "".join(char if char.isprintable() else "?" for char in text[:MAX_NAME_LENGTH])
