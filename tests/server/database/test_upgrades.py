"""Databases of earlier versions, with a class in them, brought up to this one's schema."""

from pathlib import Path

import pytest

from server.database.engine import (
    DanglingReferenceError,
    leave_references_alone,
    open_engine,
    require_sound_references,
)
from server.database.migrate import migrate
from server.database.migrations import HEAD
from tests.factories.folders import Tables, earlier, tables_of
from tests.factories.seated import seat

BEFORE_IDENTITY_PROVIDERS = "0003"


def url_of(path: Path) -> str:
    return f"sqlite+pysqlite:///{path}"


@pytest.fixture
def lived_in(tmp_path: Path) -> Tables:
    """A class with a month of goals, submissions and goalbucks."""
    seat(tmp_path / "seated", months=1, submissions=1, students=4)
    return tables_of(tmp_path / "seated" / "goalbucks.db")


def test_an_upgrade_that_rebuilds_a_table_keeps_every_row_that_refers_to_it(tmp_path: Path, lived_in: Tables) -> None:
    path = tmp_path / "goalbucks.db"
    earlier(path, BEFORE_IDENTITY_PROVIDERS, lived_in)
    assert "provider_uid" not in tables_of(path)["teachers"][0]
    migrate(url_of(path))
    upgraded = tables_of(path)
    assert upgraded == lived_in
    assert len(upgraded["goalbuck_entries"]) > 10


def test_rows_that_referred_to_nothing_before_keep_nobody_from_the_upgrade(tmp_path: Path, lived_in: Tables) -> None:
    path = tmp_path / "goalbucks.db"
    earlier(path, BEFORE_IDENTITY_PROVIDERS, {**lived_in, "teachers": []})
    migrate(url_of(path))
    assert tables_of(path) == {**lived_in, "teachers": []}


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
    assert tables_of(path) == lived_in
