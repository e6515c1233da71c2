"""A school's PostgreSQL and server as they would run, and what each of them uses of the computer."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
import psycopg

from server.database.migrate import migrate
from server.database.postgresql import to_libpq_url
from tests.factories.postgresql import PostgreSQL
from tests.factories.process import ServerProcess

SETTINGS = {
    "shared_preload_libraries": "pg_stat_statements",
    "shared_buffers": "2304MB",
    "effective_cache_size": "4GB",
    "max_connections": "100",
    "max_wal_size": "2GB",
    "random_page_cost": "1.1",
    "logging_collector": "off",
    "listen_addresses": "127.0.0.1",
}
"""Nothing that loses what was acknowledged: fsync, full pages and synchronous commits are PostgreSQL's own defaults."""
GROWING = "growing"
PROXY = "127.0.0.1"
MEGABYTE = 1_000_000


@contextmanager
def postgresql() -> Iterator[PostgreSQL]:
    """A server of its own, with a database that has the schema and lists every statement."""
    server = PostgreSQL(SETTINGS)
    try:
        migrate(server.create(GROWING))
        with server.connect("postgres") as connection:
            connection.execute("CREATE EXTENSION pg_stat_statements")
        yield server
    finally:
        server.close()


def name_of(url: str) -> str:
    """Of the database at this address."""
    return url.rpartition("/")[2]


def copy(server: PostgreSQL, classes: int) -> str:
    """A copy of the growing database as it is now; its address. Nobody may be connected to the original."""
    name = f"classes{classes}"
    with server.connect("postgres") as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{GROWING}" STRATEGY FILE_COPY')
    return server.url(name)


@contextmanager
def serving(url: str, folder: Path, workers: int) -> Iterator[ServerProcess]:
    """`goalbucks serve --workers N` behind a proxy, whose part the load plays; images in a folder."""
    environment = {
        "GOALBUCKS_DATABASE_URL": url,
        "GOALBUCKS_SCHOOL": "1",
        "GOALBUCKS_WORKERS": str(workers),
        "GOALBUCKS_TRUSTED_PROXIES": PROXY,
        "GOALBUCKS_MEDIA_URL": (folder / "images").as_uri(),
    }
    server = ServerProcess(folder / "machine", environment=environment)
    try:
        _warm(url)
        yield server
    finally:
        server.stop()


def _warm(url: str) -> None:
    """As after a day: what is read often is in memory, and what was written is on the disk."""
    with psycopg.connect(to_libpq_url(url), autocommit=True) as connection:
        connection.execute("CREATE EXTENSION IF NOT EXISTS pg_prewarm")
        connection.execute("SELECT pg_prewarm(oid) FROM pg_class WHERE relkind IN ('r', 'i') AND relpersistence = 'p'")
        connection.execute("CHECKPOINT")


@dataclass(frozen=True, slots=True)
class Worker:
    """One of the processes that answer."""

    seconds: float
    resident: float
    """Megabytes, what it shares with the others too."""
    proportional: float
    """Megabytes, what is shared divided among those that share it; the process that looks at photos is counted in."""


@dataclass(frozen=True, slots=True)
class Used:
    """Seconds of a core that were used by now."""

    workers: tuple[float, ...]
    database: float

    @property
    def server(self) -> float:
        """Of all the program's processes."""
        return sum(self.workers)

    def since(self, before: "Used") -> "Used":
        """Only what was used meanwhile."""
        pairs = zip(self.workers, before.workers, strict=True)
        return Used(tuple(now - then for now, then in pairs), self.database - before.database)


class Watch:
    """Looks at the processes of a server and its database."""

    def __init__(self, server: ServerProcess, database: PostgreSQL) -> None:
        first = psutil.Process(server.process.pid)
        # With one worker the program answers itself; with several it looks after those who do.
        self._workers = sorted(first.children(), key=lambda each: each.pid) or [first]
        self._database = database
        self._postmaster = psutil.Process(database.pid)

    def used(self) -> Used:
        """Until now."""
        return Used(tuple(_seconds(each) for each in self._workers), _seconds(self._postmaster))

    def memory(self) -> list[Worker]:
        """Each process that answers, as it is now."""
        return [
            Worker(
                _seconds(each),
                each.memory_info().rss / MEGABYTE,
                sum(one.memory_full_info().pss for one in (each, *each.children(recursive=True))) / MEGABYTE,
            )
            for each in self._workers
        ]

    def connections(self) -> tuple[int, int]:
        """The program's connections to the database, and how many of them are in a transaction just now."""
        with self._database.connect("postgres") as connection:
            row = connection.execute(
                "SELECT count(*), count(*) FILTER (WHERE state <> 'idle') FROM pg_stat_activity"
                " WHERE application_name = 'goalbucks'"
            ).fetchone()
        assert row is not None
        return row[0], row[1]


def _seconds(process: psutil.Process) -> float:
    """Of a process, those below it, and those that were: PostgreSQL's connections, the one that looks at photos."""
    ended = process.cpu_times()
    below = process.children(recursive=True)
    return sum(_precisely(each) for each in (process, *below)) + ended.children_user + ended.children_system


def _precisely(process: psutil.Process) -> float:
    try:
        # In nanoseconds; what psutil reads comes in hundredths of a second.
        tasks = Path(f"/proc/{process.pid}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9
    except (OSError, IndexError):
        times = process.cpu_times() if process.is_running() else None
        return 0.0 if times is None else times.user + times.system


def cores() -> int:
    """Of this computer."""
    return os.cpu_count() or 1
