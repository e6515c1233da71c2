"""A school's PostgreSQL and server with production settings, and their resource usage."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
import psycopg

from server.database.migrate import migrate
from server.database.postgresql import to_libpq_url
from tests.factories.postgresql import PostgreSQLServer
from tests.factories.server_process import ServerProcess
from tests.performance.cpu import cpu_seconds

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
"""Durability stays at PostgreSQL's defaults: fsync, full_page_writes and synchronous_commit are on."""
GROWING_DATABASE = "growing"
PROXY = "127.0.0.1"
MEGABYTE = 1_000_000


@contextmanager
def postgresql() -> Iterator[PostgreSQLServer]:
    """A PostgreSQL server with a migrated database and pg_stat_statements."""
    server = PostgreSQLServer(SETTINGS)
    try:
        migrate(server.create_database(GROWING_DATABASE))
        with server.connect("postgres") as connection:
            connection.execute("CREATE EXTENSION pg_stat_statements")
        yield server
    finally:
        server.close()


def database_name(url: str) -> str:
    """The database's name in this URL."""
    return url.rpartition("/")[2]


def copy_database(server: PostgreSQLServer, classes: int) -> str:
    """Copy the growing database in its current state; returns the copy's URL. The original must have no connections."""
    name = f"classes{classes}"
    with server.connect("postgres") as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{GROWING_DATABASE}" STRATEGY FILE_COPY')
    return server.url(name)


@contextmanager
def serving(url: str, folder: Path, workers: int) -> Iterator[ServerProcess]:
    """`goalbucks serve --workers N` behind a proxy, which the load simulates; images in a folder."""
    environment = {
        "GOALBUCKS_DATABASE_URL": url,
        "GOALBUCKS_SCHOOL": "1",
        "GOALBUCKS_WORKERS": str(workers),
        "GOALBUCKS_TRUSTED_PROXIES": PROXY,
        "GOALBUCKS_MEDIA_URL": (folder / "images").as_uri(),
    }
    server = ServerProcess(folder / "machine", environment=environment)
    try:
        _warm_caches(url)
        yield server
    finally:
        server.stop()


def _warm_caches(url: str) -> None:
    """Load hot data into memory and write dirty pages, as after a day of use."""
    with psycopg.connect(to_libpq_url(url), autocommit=True) as connection:
        connection.execute("CREATE EXTENSION IF NOT EXISTS pg_prewarm")
        connection.execute("SELECT pg_prewarm(oid) FROM pg_class WHERE relkind IN ('r', 'i') AND relpersistence = 'p'")
        connection.execute("CHECKPOINT")


@dataclass(frozen=True, slots=True)
class Worker:
    """A worker process."""

    seconds: float
    resident: float
    """RSS in megabytes, including shared pages."""
    proportional: float
    """PSS in megabytes: shared pages divided among their processes; includes the photo process."""


@dataclass(frozen=True, slots=True)
class CpuUsage:
    """CPU seconds used so far."""

    workers: tuple[float, ...]
    database: float

    @property
    def program_seconds(self) -> float:
        """Processor time of all processes of the program."""
        return sum(self.workers)

    def since(self, before: "CpuUsage") -> "CpuUsage":
        """The difference to an earlier measurement."""
        pairs = zip(self.workers, before.workers, strict=True)
        return CpuUsage(tuple(now - then for now, then in pairs), self.database - before.database)


class ResourceMonitor:
    """Samples the processes of a server and its database."""

    def __init__(self, server: ServerProcess, database: PostgreSQLServer) -> None:
        first = psutil.Process(server.process.pid)
        # With one worker the program answers requests itself; with several it supervises them.
        self._workers = sorted(first.children(), key=lambda each: each.pid) or [first]
        self._database = database
        self._postmaster = psutil.Process(database.pid)

    def used(self) -> CpuUsage:
        """CPU usage so far."""
        return CpuUsage(tuple(cpu_seconds(each) for each in self._workers), cpu_seconds(self._postmaster))

    def memory(self) -> list[Worker]:
        """Current memory of each worker."""
        return [
            Worker(
                cpu_seconds(each),
                each.memory_info().rss / MEGABYTE,
                sum(one.memory_full_info().pss for one in (each, *each.children(recursive=True))) / MEGABYTE,
            )
            for each in self._workers
        ]

    def connections(self) -> tuple[int, int]:
        """The program's database connections, and how many are in a transaction now."""
        with self._database.connect("postgres") as connection:
            row = connection.execute(
                "SELECT count(*), count(*) FILTER (WHERE state <> 'idle') FROM pg_stat_activity"
                " WHERE application_name = 'goalbucks'"
            ).fetchone()
        assert row is not None
        return row[0], row[1]


def cores() -> int:
    """Number of cores of this computer."""
    return os.cpu_count() or 1
