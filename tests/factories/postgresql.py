"""A PostgreSQL server for tests, run by an unprivileged user in a temporary folder, and a pool of databases."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg

from server.database.migrate import migrate
from server.database.postgresql import to_libpq_url
from server.settings import POSTGRESQL

BINARY_FOLDERS = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql*/bin",
    "/usr/local/bin",
)
UNPRIVILEGED_USER = "nobody"
"""User that runs the server, because PostgreSQL refuses to run as root."""
START_TIMEOUT_SECONDS = 20
TEMPLATE_DATABASE = "migrated"
FAST_SETTINGS = {
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "shared_buffers": "32MB",
    "max_connections": "200",
    "autovacuum": "off",
    "max_wal_size": "256MB",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "logging_collector": "off",
    "listen_addresses": "127.0.0.1",
    "log_line_prefix": "%m [%p] %d ",
    "jit": "off",
}
"""Server settings without durability; everything else is as on a school server."""


def binary_folder() -> Path:
    """Return the folder of the newest installed PostgreSQL's programs (installed by packaging/system-packages.sh)."""
    found = sorted(
        (path for pattern in BINARY_FOLDERS for path in Path("/").glob(pattern[1:] + "/initdb")), reverse=True
    )
    if found:
        return found[0].parent
    on_path = shutil.which("initdb")
    assert on_path, "PostgreSQL isn't installed; `make setup-tests` installs it, or install the package postgresql"
    return Path(on_path).resolve().parent


CONNECTION_LOSS_MESSAGES = ("was terminated by signal", "Connection timed out", "data directory lock file is invalid")
"""Parts of the server's log messages about crashed processes and lost connections."""


class PostgreSQLServer:
    """A running server; it can be stopped and started repeatedly, `close` deletes its data."""

    def __init__(self, settings: Mapping[str, str] = FAST_SETTINGS) -> None:
        self._programs = binary_folder()
        self._settings = settings
        # Not pytest's temporary folder: the unprivileged user can't enter root's.
        self.folder = Path(tempfile.mkdtemp(prefix="goalbucks-postgresql-"))
        if os.geteuid() == 0:
            shutil.chown(self.folder, UNPRIVILEGED_USER)
        self.port = _free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self._run(
            "initdb", "--no-sync", "--auth=trust", "--username=goalbucks", "--encoding=UTF8",
            "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en-US", f"--pgdata={self.data_directory}",
        )  # fmt: skip
        self.start()

    @property
    def data_directory(self) -> Path:
        """Data directory of the cluster."""
        return self.folder / "data"

    @property
    def pid(self) -> int:
        """Process id of the postmaster."""
        assert self._process is not None
        return self._process.pid

    def url(self, database: str) -> str:
        """Return the URL of a database in the form of GOALBUCKS_DATABASE_URL."""
        return f"{POSTGRESQL}://goalbucks@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        """Start the server and wait until it accepts connections."""
        options = [part for name, value in self._settings.items() for part in ("-c", f"{name}={value}")]
        command = [
            self._programs / "postgres",
            "-D",
            self.data_directory,
            "-p",
            str(self.port),
            "-k",
            self.folder,
            *options,
        ]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, **self._unprivileged_user_options())  # type: ignore[call-overload]
        ends = time.monotonic() + START_TIMEOUT_SECONDS
        while not self._answers():
            assert self._process.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < ends, (self.folder / "log").read_text()
            time.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: SIGINT for a fast shutdown, SIGQUIT to simulate a power failure."""
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait(START_TIMEOUT_SECONDS)
        self._process = None

    def close(self) -> None:
        """Stop the server and delete its data; fails if connections were lost for a reason that no test gave."""
        lost = [
            line
            for line in (self.folder / "log").read_text().splitlines()
            if any(map(line.__contains__, CONNECTION_LOSS_MESSAGES))
        ]
        if self._process is not None:
            self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder)
        assert not lost, lost

    def create_database(self, name: str, template: str = "template0") -> str:
        """Create a database and return its URL."""
        with self.connect("postgres") as connection:
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return self.url(name)

    def drop_database(self, name: str) -> None:
        """Drop a database, closing its connections."""
        with self.connect("postgres") as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')

    def connect(self, database: str) -> psycopg.Connection:
        """Open an autocommit connection."""
        return psycopg.connect(host="127.0.0.1", port=self.port, user="goalbucks", dbname=database, autocommit=True)

    def _run(self, program: str, *arguments: str) -> None:
        ended = subprocess.run(
            [self._programs / program, *arguments],
            capture_output=True,
            text=True,
            check=False,
            **self._unprivileged_user_options(),
        )  # type: ignore[call-overload]
        assert ended.returncode == 0, ended.stderr

    def _unprivileged_user_options(self) -> dict[str, object]:
        if os.geteuid() != 0:
            return {"cwd": self.folder}
        user = pwd.getpwnam(UNPRIVILEGED_USER)
        return {"cwd": self.folder, "user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}

    def _answers(self) -> bool:
        try:
            self.connect("postgres").close()
        except psycopg.OperationalError:
            return False
        return True


class DatabasePool:
    """Pool of empty databases with the schema; emptying one takes a tenth of the time of creating one."""

    def __init__(self, server: PostgreSQLServer) -> None:
        self.server = server
        self._numbers = count()
        self._idle: list[psycopg.Connection] = []
        migrate(server.create_database(TEMPLATE_DATABASE))
        with server.connect(TEMPLATE_DATABASE) as connection:
            tables = connection.execute(
                "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
                " AND relname <> 'alembic_version'"
            ).fetchall()
        # Foreign keys cascade, so the order of the deletes doesn't matter.
        self._empty = ";".join(f'DELETE FROM "{name}"' for (name,) in tables)

    @contextmanager
    def acquire(self) -> Iterator[str]:
        """Reserve an empty database within the block; yield its URL."""
        connection = self._idle.pop() if self._idle else self._new()
        name = connection.info.dbname
        yield self.server.url(name)
        try:
            connection.execute(self._empty)
        except psycopg.OperationalError:  # the server was restarted
            connection = self.server.connect(name)
            connection.execute(self._empty)
        except psycopg.Error:  # a test has changed the schema: discard this database
            connection.close()
            raise
        self._idle.append(connection)

    def close(self) -> None:
        """Close the pool's connections; the server removes the databases."""
        for connection in self._idle:
            connection.close()

    def _new(self) -> psycopg.Connection:
        name = f"classroom{next(self._numbers)}"
        self.server.create_database(name, TEMPLATE_DATABASE)
        return self.server.connect(name)


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def terminate_connections(url: str) -> None:
    """Terminate all connections, like a restart of the server."""
    with psycopg.connect(to_libpq_url(url), autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'goalbucks'"
        )
