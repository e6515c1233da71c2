"""Models and services on a real SQLite file, without HTTP and without an application."""

import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from server.database.hooks import HOOKS_KEY, Hooks
from server.database.migrate import migrate
from server.database.sqlite import open_sqlite_engine
from tests.unit.row_builder import RowBuilder


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file with the schema and no rows, created once per worker."""
    import_module("server.app")  # declares the tables of all domains, some of which services find by name
    path = tmp_path_factory.mktemp("unit") / "goalbucks.db"
    migrate(f"sqlite+pysqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def engine(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """The engine of a copy of the empty database."""
    path = shutil.copy(empty_database, tmp_path_factory.mktemp("rolled-back"))
    engine = open_sqlite_engine(f"sqlite+pysqlite:///{path}")
    yield engine
    engine.dispose()


@pytest.fixture
def db(request: pytest.FixtureRequest, engine: Engine) -> Iterator[Session]:
    """A session that is never committed, so that the file stays empty for the next test. A fake clock is set before."""
    if "fake_clock" in request.fixturenames:
        request.getfixturevalue("fake_clock")
    with Session(engine, info={HOOKS_KEY: Hooks()}) as session:
        yield session


@pytest.fixture
def rows(db: Session) -> RowBuilder:
    """A teacher with a class of one student."""
    return RowBuilder(db)
