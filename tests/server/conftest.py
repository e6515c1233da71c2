"""A real application on a real SQLite file, for each test."""

import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from server import clock
from server.app import create_app
from server.database.migrate import migrate
from server.settings import Settings
from tests.factories.world import World

MakeWorld = Callable[..., World]


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file with the schema and nothing in it."""
    path = tmp_path_factory.mktemp("migrated") / "goalbucks.db"
    migrate(f"sqlite+pysqlite:///{path}")
    return path


@pytest.fixture
def make_world(tmp_path: Path, migrated: Path) -> Iterator[MakeWorld]:
    """Starts an application with these settings."""
    running: list[TestClient] = []

    def make(**options: object) -> World:
        folder = tmp_path / f"data{len(running)}"
        folder.mkdir()
        shutil.copy(migrated, folder / "goalbucks.db")
        app = create_app(Settings(data_dir=folder, ui_dir=tmp_path / "no-ui", **options))  # type: ignore[arg-type]
        running.append(TestClient(app))
        running[-1].__enter__()  # starts the application
        return World(app)

    yield make
    for client in running:
        client.__exit__(None, None, None)


@pytest.fixture
def world(make_world: MakeWorld) -> World:
    """An application with nobody in it."""
    return make_world()


class Hands:
    """The clock's hands."""

    def __init__(self) -> None:
        self.now = datetime.now(UTC)

    def move(self, **by: float) -> None:
        self.now += timedelta(**by)


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    """A clock that stands until a test moves it."""
    hands = Hands()
    monkeypatch.setattr(clock.clock, "source", lambda: hands.now)
    return hands
