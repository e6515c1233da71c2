"""Comparison of a SQLite file's schema with the one that GoalBucks' own migrations create.

A schema is a program: triggers, views, defaults, checks, generated columns and indexes on expressions run when rows are
read or written. A file from elsewhere is used only when its schema equals that of its revision, statement by statement.
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

STATISTICS: SchemaRow = ("table", "sqlite_stat1", "sqlite_stat1", "CREATE TABLE sqlite_stat1(tbl,idx,stat)")
"""Left by ANALYZE: hints for the query planner."""
_SPACE = re.compile(r"[ \t\r\n\f]+")


@dataclass(frozen=True, slots=True)
class SchemaComparison:
    """The revision that a file claims, and how its schema differs from that revision's."""

    revision: str
    """Empty when the file is no database of GoalBucks."""
    differences: tuple[str, ...]
    """In words, such as "trigger rich"; empty when the schemas are equal."""


def compare_schema(path: Path) -> SchemaComparison:
    """Compare the schema of a file without running any of it.

    A revision that this program doesn't know counts as a difference. Raises sqlite3.DatabaseError for a damaged file.
    """
    with closing(open_read_only(path)) as connection:
        connection.text_factory = lambda text: text.decode("utf-8", "replace")
        rows = _normalized(connection.execute(SCHEMA_QUERY))
        revision = _revision(connection, rows)
    if not revision:
        return SchemaComparison("", ("no revision of GoalBucks",))
    if revision not in known_revisions():
        return SchemaComparison(revision, (_printable(f"revision {revision}"),))
    return SchemaComparison(revision, tuple(sorted(set(_differences(rows, reference_schema(revision))))))


@cache
def known_revisions() -> frozenset[str]:
    """Return the revisions of all migrations."""
    from alembic.script import ScriptDirectory  # noqa: PLC0415 - 70 ms, needed when a backup is restored

    return frozenset(each.revision for each in ScriptDirectory.from_config(alembic_config()).walk_revisions())


@cache
def reference_schema(revision: str) -> frozenset[SchemaRow]:
    """Return what the migrations up to `revision` create; they run on a database in memory."""
    from alembic import command  # noqa: PLC0415 - likewise

    config = alembic_config()
    engine = create_engine("sqlite+pysqlite://")
    try:
        with engine.connect() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, revision)
            return _normalized(tuple(row) for row in connection.exec_driver_sql(SCHEMA_QUERY))
    finally:
        engine.dispose()


def _revision(connection: sqlite3.Connection, rows: frozenset[SchemaRow]) -> str:
    """Read the revision, unless something else than the expected table would answer."""
    expected = {row for row in reference_schema(HEAD) if row[2] == VERSION_TABLE}
    if not expected <= rows:
        return ""
    versions = connection.execute(f"SELECT version_num FROM {VERSION_TABLE} LIMIT 2").fetchall()  # noqa: S608 - a constant
    return str(versions[0][0]) if len(versions) == 1 else ""


def _normalized(rows: Iterable[SchemaRow]) -> frozenset[SchemaRow]:
    """Spaces and line breaks between words depend on a library's version; they are no difference."""
    return frozenset(
        (kind, name, table, _SPACE.sub(" ", sql) if isinstance(sql, str) else sql) for kind, name, table, sql in rows
    )


def _differences(rows: frozenset[SchemaRow], reference: frozenset[SchemaRow]) -> Iterator[str]:
    for kind, name, _table, _sql in rows - reference - {STATISTICS}:
        yield _printable(f"{kind} {name}")
    present = {row[:2] for row in rows}
    for kind, name, _table, _sql in reference - rows:
        if (kind, name) not in present:
            yield f"no {kind} {name}"


def _printable(text: str) -> str:
    """Names from elsewhere reach a log and a terminal."""
    return "".join(sign if sign.isprintable() else "?" for sign in text[:MAX_NAME_LENGTH])
