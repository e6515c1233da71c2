"""Fixtures for a running application on SQLite, or on PostgreSQL with an S3 server."""

import multiprocessing
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from functools import cache, partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from fastapi import FastAPI
from sqlalchemy import Engine, event, make_url

from server.app import create_app
from server.database.hooks import Hooks
from server.database.migrate import migrate, require_schema
from server.database.pooled_transactions import READER_THREADS, WRITER_THREADS, PooledTransactions
from server.database.postgresql import open_pooled_engine
from server.database.sqlite import open_sqlite_engine
from server.lifespan import Lifespan
from server.media import MediaStore, open_media_store
from server.runtime import Resources
from server.security.passwords import PasswordHasher
from server.settings import Settings
from server.system import child_process
from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.factories.object_store import BUCKET, remove_objects, run_object_store
from tests.factories.passwords import FAST_HASHER
from tests.factories.postgresql import DatabasePool
from tests.factories.snapshots import assert_unchanged

SHARED_MEMORY = Path("/dev/shm")
MIN_FREE_BYTES = 1_000_000_000
MakeTestApp = Callable[..., RunningApp]
DatabaseFactory = Callable[[Path], AbstractContextManager[dict[str, object]]]
"""Creates an empty database for a data folder and yields the settings that select it."""


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
    """An empty SQLite file with the schema."""
    path = tmp_path_factory.mktemp("migrated") / "goalbucks.db"
    migrate(f"sqlite+pysqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def database(request: pytest.FixtureRequest) -> DatabaseFactory:
    """Factory of the database that this test is parametrized with."""
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
    """URL of an S3 server with a bucket shared by all tests."""
    with run_object_store() as address:
        yield address


@contextmanager
def _served(databases: DatabasePool, folder: Path) -> Iterator[dict[str, object]]:
    del folder
    with databases.acquire() as url:
        images = f"s3://{BUCKET}/{make_url(url).database}"
        yield {"database_url": url, "media_url": images, "login_card_key": "a-key-for-login-cards-on-PostgreSQL"}
        remove_objects(images)


class EngineCache:
    """Reuses SQLAlchemy engines across applications, which saves compiling statements again in each test."""

    def __init__(self) -> None:
        self._engines: dict[str, Engine] = {}
        self._idle: list[Engine] = []
        self._files: dict[Engine, str] = {}

    def open_file(self, url: str) -> Engine:
        engine = self._idle.pop() if self._idle else self._new(url)
        self._files[engine] = make_url(url).database or ""
        return engine

    def release(self, engine: Engine) -> None:
        """Return the engine of a stopped application to the cache."""
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


@pytest.fixture(scope="module", autouse=True)
def forked_children() -> Iterator[None]:
    """Fork the processes for images and lists from one that has imported their modules: each start takes 0.2 s less."""
    if sys.platform == "win32":
        yield
        return
    multiprocessing.set_forkserver_preload(["server.media.image_processing", "server.domain.roster.reading.files"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(child_process, "get_context", lambda _method: multiprocessing.get_context("forkserver"))
        yield


@pytest.fixture
def production_hashing(test_app: RunningApp, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords with the parameters of production."""
    production = PasswordHasher()
    for name in ("hash", "check"):
        monkeypatch.setattr(test_app.services.password_hasher, name, getattr(production, name))


@pytest.fixture(scope="package")
def engines() -> Iterator[EngineCache]:
    """Engine cache of all server tests."""
    kept = EngineCache()
    yield kept
    kept.close()


def _opening_once() -> Callable[[str, Path], MediaStore]:
    """Cache object store clients by URL, because each one loads the system's certificates."""
    at_url = cache(partial(open_media_store, default_folder=Path("no-images")))
    return lambda url, folder: at_url(url) if url.startswith("s3:") else open_media_store(url, folder)


class AppPool:
    """Pool of stopped applications that are restarted on another folder; creating one takes longer than most tests."""

    def __init__(self, engines: EngineCache) -> None:
        self._idle: dict[str, list[FastAPI]] = {}
        self._engines = engines
        self._resources = Resources(
            password_hasher=FAST_HASHER,
            open_engine=engines.open_file,
            open_pooled=engines.open_pooled,
            open_store=_opening_once(),
            require_schema=cache(require_schema),
            # This cleanup would run concurrently with the requests; tests/school/test_leader_jobs.py tests it.
            delete_unreferenced_school_images=lambda _url, _media: None,
        )

    @contextmanager
    def start(self, folder: Path, options: dict[str, object]) -> Iterator[RunningApp]:
        settings = Settings(data_dir=folder, ui_dir=Path("no-ui"), **options)  # type: ignore[arg-type]
        # Database and media URL are read at startup, so applications that differ only in them are interchangeable.
        kind = {name: options[name] for name in options if name not in {"database_url", "media_url"}}
        idle = self._idle.setdefault(repr(kind), [])
        app = idle.pop() if idle else create_app(settings, resources=self._resources)
        lifespan = app.router.lifespan_context
        assert isinstance(lifespan, Lifespan)
        app.router.lifespan_context = replace(lifespan, settings=settings)
        routes = list(app.routes)
        # runs the lifespan on the event loop of the program (launcher/serving/server.py)
        with RunningApp.run(app, backend_options={"use_uvloop": sys.platform != "win32"}) as test_app:
            yield test_app
        self._engines.release(app.state.services.transactions.engine)
        if app.routes == routes:
            idle.append(app)


@pytest.fixture(scope="package")
def app_pool(engines: EngineCache) -> AppPool:
    """Application pool of all server tests."""
    return AppPool(engines)


@pytest.fixture
def apps_folder(request: pytest.FixtureRequest) -> Iterator[Path]:
    """Parent of the data folders, in shared memory when there is enough, which halves the time of these tests.

    Tests marked `sqlite_file` use the disk; durability is tested in tests/durability.
    """
    about_file = request.node.get_closest_marker("sqlite_file") is not None
    if about_file or not SHARED_MEMORY.is_dir() or shutil.disk_usage(SHARED_MEMORY).free < MIN_FREE_BYTES:
        yield request.getfixturevalue("tmp_path")
        return
    with TemporaryDirectory(prefix="goalbucks-", dir=SHARED_MEMORY) as folder:
        yield Path(folder)


@contextmanager
def run_test_app(app_pool: AppPool, database: DatabaseFactory, folder: Path, **options: object) -> Iterator[RunningApp]:
    """Run an empty application within the block."""
    with database(folder) as named, app_pool.start(folder, named | options) as test_app:
        yield test_app


@pytest.fixture
def make_test_app(
    request: pytest.FixtureRequest, apps_folder: Path, database: DatabaseFactory, app_pool: AppPool
) -> Iterator[MakeTestApp]:
    """Factory that starts an empty application with the given settings; a test's fake clock is set before."""
    for name in {"fake_clock", "clock_from_now"}.intersection(request.fixturenames):
        request.getfixturevalue(name)
    with ExitStack() as running:
        numbers = count()

        def make(**options: object) -> RunningApp:
            folder = apps_folder / f"data{next(numbers)}"
            folder.mkdir()
            return running.enter_context(run_test_app(app_pool, database, folder, **options))

        yield make


@pytest.fixture
def test_app(make_test_app: MakeTestApp) -> RunningApp:
    """An empty running application."""
    return make_test_app()


@pytest.fixture
def classroom(test_app: RunningApp) -> PreparedClassroom:
    """A classroom with a teacher, a student and their clients."""
    return PreparedClassroom.create(test_app)


@pytest.fixture(scope="package")
def read_only_classroom(
    app_pool: AppPool, database: DatabaseFactory, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[PreparedClassroom]:
    """A shared classroom for tests of refused calls; fails at the end if a test has changed a row or a file."""
    with run_test_app(app_pool, database, tmp_path_factory.mktemp("shared")) as test_app:
        classroom = PreparedClassroom.create(test_app)
        with assert_unchanged(test_app):
            yield classroom


@pytest.fixture(scope="module")
def module_classroom(
    app_pool: AppPool, database: DatabaseFactory, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[PreparedClassroom]:
    """A classroom shared by the tests of one file, which may add rows."""
    with run_test_app(app_pool, database, tmp_path_factory.mktemp("module")) as test_app:
        yield PreparedClassroom.create(test_app)
