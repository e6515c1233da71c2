"""Models and services on a real SQLite file, without HTTP and without an application."""

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from server import clock
from server.database.hooks import Hooks
from server.database.migrate import migrate
from server.database.sqlite import open_sqlite_engine
from tests.unit.school import School


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file with the schema and no rows, made once for each worker."""
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
def db(engine: Engine) -> Iterator[Session]:
    """A session that is never committed, so that the file stays empty for the next test."""
    with Session(engine, info={"hooks": Hooks()}) as session:
        yield session


@pytest.fixture
def school(db: Session) -> School:
    """A teacher with a class of one student."""
    return School(db)


class FakeClock:
    """The application's clock; it stands still until `advance` is called."""

    def __init__(self) -> None:
        self.now = datetime.now(UTC)

    def advance(self, **by: float) -> datetime:
        """Advance by the arguments of a timedelta, negative ones too, and return the new time."""
        self.now += timedelta(**by)
        return self.now


@pytest.fixture
def fake_clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    """Replaces the application's clock."""
    fake = FakeClock()
    monkeypatch.setattr(clock.clock, "source", lambda: fake.now)
    return fake
