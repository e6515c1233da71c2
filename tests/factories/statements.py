"""The SQL statements that a part of a test makes the server execute."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, event

_READ_IN_THE_BACKGROUND = ("FROM teachers", "FROM preferences")
"""On PostgreSQL the server reads these once its connection for notifications is open, whatever is requested."""


@contextmanager
def recorded_statements(engine: Engine) -> Iterator[list[str]]:
    """Yield a list that gets each statement of the engine's connections, without those of the background work."""
    statements: list[str] = []

    def record(*arguments: Any) -> None:
        statement: str = arguments[2]
        if not statement.partition("WHERE")[0].rstrip().endswith(_READ_IN_THE_BACKGROUND):
            statements.append(statement)

    event.listen(engine, "before_cursor_execute", record)
    yield statements
    event.remove(engine, "before_cursor_execute", record)
