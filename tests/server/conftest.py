"""A real application on a real SQLite file, or on a real PostgreSQL and an S3 server, for each test."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from argon2 import PasswordHasher
from fastapi import FastAPI
from sqlalchemy import Engine, event, make_url
from starlette.testclient import TestClient

from server import clock
from server.app import create_app
from server.database.hooks import Hooks
from server.database.migrate import migrate, require_schema
from server.database.pooled_transactions import READER_THREADS, WRITER_THREADS, PooledTransactions
from server.database.postgresql import open_pooled_engine
from server.database.sqlite import open_sqlite_engine
from server.lifespan import Lifespan
from server.media import MediaStore, open_media_store
from server.runtime import Resources
from server.security import passwords
from server.settings import Settings
from tests.factories.object_store import BUCKET, object_store, remove_objects
from tests.factories.passwords import QUICK
from tests.factories.postgresql import Databases
from tests.factories.room import Room
from tests.factories.world import World

MEMORY = Path("/dev/shm")
PLENTY = 1_000_000_000
MakeWorld = Callable[..., World]
NeededDatabase = Callable[[Path], AbstractContextManager[dict[str, object]]]
"""Given a data folder, an empty database for it: the settings that name it."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test that uses a database on SQLite and on PostgreSQL, as --database says.

    The marker `sqlite_file` keeps a test to SQLite. With `both`, the run on PostgreSQL is `long` unless the marker
    `postgresql` asks for it in `make test`.
    """
    if "database" not in metafunc.fixturenames:
        return
    chosen = metafunc.config.getoption("--database")
    markers = {mark.name for mark in metafunc.definition.iter_markers()}
    in_make_test = chosen != "both" or "postgresql" in markers
    sqlite = pytest.param("sqlite")
    postgresql = pytest.param("postgresql", marks=() if in_make_test else pytest.mark.long)
    both = {"sqlite": [sqlite], "postgresql": [postgresql], "both": [sqlite, postgresql]}
    databases = both["sqlite" if "sqlite_file" in markers else chosen]
    metafunc.parametrize("database", databases, indirect=True, scope="session")


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file with the schema and nothing in it."""
    path = tmp_path_factory.mktemp("migrated") / "goalbucks.db"
    migrate(f"sqlite+pysqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def database(request: pytest.FixtureRequest) -> NeededDatabase:
    """The kind of database that this test is asked of."""
    if request.param == "sqlite":
        return partial(_copied, request.getfixturevalue("migrated"))
    request.getfixturevalue("bucket")
    return partial(_served, request.getfixturevalue("databases"))


@contextmanager
def _copied(migrated: Path, folder: Path) -> Iterator[dict[str, object]]:
    shutil.copy(migrated, folder / "goalbucks.db")
    yield {}


@pytest.fixture(scope="session")
def bucket() -> Iterator[str]:
    """An S3 server with a bucket for all of them; its address."""
    with object_store() as address:
        yield address


@contextmanager
def _served(databases: Databases, folder: Path) -> Iterator[dict[str, object]]:
    del folder
    with databases.one() as url:
        images = f"s3://{BUCKET}/{make_url(url).database}"
        yield {"database_url": url, "media_url": images}
        remove_objects(images)


class KeptEngines:
    """Engines that outlive their application: what SQLAlchemy has compiled for one is a good part of a test's time."""

    def __init__(self) -> None:
        self._engines: dict[str, Engine] = {}
        self._idle: list[Engine] = []
        self._files: dict[Engine, str] = {}

    def open_file(self, url: str) -> Engine:
        engine = self._idle.pop() if self._idle else self._new(url)
        self._files[engine] = make_url(url).database or ""
        return engine

    def release(self, engine: Engine) -> None:
        """Its application has ended."""
        if self._files.pop(engine, None) is not None:
            self._idle.append(engine)

    def _new(self, url: str) -> Engine:
        engine = open_sqlite_engine(url)

        def lead_elsewhere(_dialect: object, _record: object, arguments: list[object], _named: object) -> None:
            arguments[0] = self._files[engine]

        event.listen(engine, "do_connect", lead_elsewhere)
        return engine

    def open_pooled(self, url: str, hooks: Hooks) -> PooledTransactions:
        if url not in self._engines:
            self._engines[url] = open_pooled_engine(url, READER_THREADS + WRITER_THREADS)
        return _Kept(self._engines[url], hooks)

    def close(self) -> None:
        for engine in self._engines.values():
            engine.dispose()


class _Kept(PooledTransactions):
    def close(self) -> None:
        self.shutdown_threads()


@pytest.fixture(scope="package", autouse=True)
def quick_hashing() -> Iterator[PasswordHasher]:
    """Slow on purpose is every password's hash; the program's own way of it, for whom it is about."""
    real: PasswordHasher = vars(passwords)["_hasher"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_hasher", QUICK)
        yield real


@pytest.fixture
def real_hashing(quick_hashing: PasswordHasher, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Passwords are hashed as the program does it."""
    dummy_hash = vars(passwords)["_dummy_hash"]
    dummy_hash.cache_clear()
    monkeypatch.setattr(passwords, "_hasher", quick_hashing)
    yield
    dummy_hash.cache_clear()


@pytest.fixture(scope="package")
def engines() -> Iterator[KeptEngines]:
    """Those of all tests here; tests elsewhere start the program as it is."""
    kept = KeptEngines()
    yield kept
    kept.close()


def _opening_once() -> Callable[[str, Path], MediaStore]:
    """Opens each object store once: a client reads the system's certificates."""
    at_url = cache(partial(open_media_store, default_folder=Path("no-images")))
    return lambda url, folder: at_url(url) if url.startswith("s3:") else open_media_store(url, folder)


class Applications:
    """Stopped applications, to be started again on another folder: making one takes longer than most tests."""

    def __init__(self, engines: KeptEngines) -> None:
        self._idle: dict[str, list[FastAPI]] = {}
        self._engines = engines
        self._resources = Resources(
            open_engine=engines.open_file,
            open_pooled=engines.open_pooled,
            open_store=_opening_once(),
            require_schema=cache(require_schema),
            # It would run beside the requests, on images that no test has yet; tests/school/test_chores.py tests it.
            delete_orphaned_school_images=lambda _url, _media: None,
        )

    @contextmanager
    def running(self, folder: Path, options: dict[str, object]) -> Iterator[FastAPI]:
        settings = Settings(data_dir=folder, ui_dir=Path("no-ui"), **options)  # type: ignore[arg-type]
        # An application asks for its database and its images when it starts.
        kind = {name: options[name] for name in options if name not in {"database_url", "media_url"}}
        idle = self._idle.setdefault(repr(kind), [])
        app = idle.pop() if idle else create_app(settings, resources=self._resources)
        lifespan = app.router.lifespan_context
        assert isinstance(lifespan, Lifespan)
        app.router.lifespan_context = replace(lifespan, settings=settings)
        routes = list(app.routes)
        with TestClient(app) as client:  # starts and stops it
            app.state.portal = client.portal
            yield app
        self._engines.release(app.state.services.transactions.engine)
        if app.routes == routes:
            idle.append(app)


@pytest.fixture(scope="package")
def applications(engines: KeptEngines) -> Applications:
    """Those of all tests."""
    return Applications(engines)


@pytest.fixture
def folder_of_worlds(request: pytest.FixtureRequest) -> Iterator[Path]:
    """In memory where there is plenty: waiting for a disk is half of these tests' time.

    What only a disk can show has tests of its own (tests/durability).
    """
    about_file = request.node.get_closest_marker("sqlite_file") is not None
    if about_file or not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < PLENTY:
        yield request.getfixturevalue("tmp_path")
        return
    with TemporaryDirectory(prefix="goalbucks-", dir=MEMORY) as folder:
        yield Path(folder)


@contextmanager
def lasting(applications: Applications, database: NeededDatabase, folder: Path, **options: object) -> Iterator[World]:
    """An application with nobody in it, until this is left."""
    with database(folder) as named, applications.running(folder, named | options) as app:
        yield World(app)


@pytest.fixture
def make_world(folder_of_worlds: Path, database: NeededDatabase, applications: Applications) -> Iterator[MakeWorld]:
    """Starts an application with these settings."""
    with ExitStack() as running:
        numbers = count()

        def make(**options: object) -> World:
            folder = folder_of_worlds / f"data{next(numbers)}"
            folder.mkdir()
            return running.enter_context(lasting(applications, database, folder, **options))

        yield make


@pytest.fixture
def world(make_world: MakeWorld) -> World:
    """An application with nobody in it."""
    return make_world()


@pytest.fixture
def room(world: World) -> Room:
    """A class in use."""
    return Room.of(world)


@pytest.fixture(scope="package")
def untouched(
    applications: Applications, database: NeededDatabase, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Room]:
    """A class in use for tests of what is refused: they share it, because they leave no trace in it."""
    with lasting(applications, database, tmp_path_factory.mktemp("untouched")) as world:
        yield Room.of(world)


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
