"""HTTP client and programs on a clean system, and data of an older version."""

import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx2
import psutil
from alembic import command
from alembic.config import Config

from server.database.migrate import MIGRATIONS
from tests.factories.passwords import PASSWORD, PASSWORD_HASH
from tests.factories.waiting import wait_for_value
from tests.packaging.clean_system import Computer

HERE = "http://127.0.0.1:8080"
EMAIL = "elena@school.test"
START_SECONDS = 30
STOP_SECONDS = 10
OLDEST_SCHEMA = "0001"
MOMENT = "2025-09-01 08:00:00.000000"


class Client:
    """HTTP client with cookies, in the network of the computer."""

    def __init__(self, computer: Computer) -> None:
        self._network = computer.network
        no_keep_alive = httpx2.Limits(max_keepalive_connections=0)
        self._client = httpx2.Client(base_url=HERE, trust_env=False, timeout=START_SECONDS, limits=no_keep_alive)

    def call(self, method: str, path: str, body: object = None, **options: Any) -> Any:
        """Send a JSON request; return the JSON of the response. An error status fails the test."""
        response = self.send(method, path, json=body, **options)
        assert response.status_code < 400, response.text
        return response.json()

    def send(self, method: str, path: str, **options: Any) -> httpx2.Response:
        """Send a request; return the response."""
        with self._network.inside():
            return self._client.request(method, path, **options)

    def register(self) -> None:
        """Register a teacher, who is then signed in."""
        self.call("POST", "/api/auth/register-teacher", {"name": "Elena Rivera", "email": EMAIL, "password": PASSWORD})

    def sign_in(self) -> None:
        """Sign in as the teacher."""
        self.call("POST", "/api/auth/teacher", {"username": EMAIL, "password": PASSWORD})

    def version(self) -> str | None:
        """Return the version of the server, or None when it doesn't answer."""
        try:
            version: str = self.call("GET", "/api/health")["version"]
        except httpx2.TransportError:
            return None
        return version

    def await_version(self, version: str) -> None:
        """Wait until a server of this version answers."""
        wait_for_value(self.version, version, START_SECONDS)


class StartedProgram:
    """A program that was started on the computer."""

    def __init__(self, computer: Computer, *words: str, user: str, display: str | None = None) -> None:
        variables = {"DISPLAY": display} if display else {}
        self._outer = subprocess.Popen(
            computer.command(*words, user=user, variables=variables),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def stop(self) -> tuple[int, str, str]:
        """Send SIGTERM; see `end`."""
        psutil.Process(self._outer.pid).children()[0].terminate()
        return self.end()

    def end(self) -> tuple[int, str, str]:
        """Wait for its end; return the exit code, stdout and stderr."""
        out, err = self._outer.communicate(timeout=STOP_SECONDS)
        return self._outer.returncode, out, err

    def kill(self) -> None:
        """Kill its remaining processes."""
        if self._outer.poll() is None:
            for each in psutil.Process(self._outer.pid).children(recursive=True):
                each.kill()
        self._outer.communicate()


def write_oldest_data(folder: Path) -> None:
    """Write a database of the first schema with a teacher, a class, a student, a goal and a balance."""
    folder.mkdir(parents=True)
    path = folder / "goalbucks.db"
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("sqlalchemy.url", f"sqlite+pysqlite:///{path}")
    command.upgrade(config, OLDEST_SCHEMA)
    rows: dict[str, dict[str, object]] = {
        "teachers": {"name": "Elena Rivera", "email": EMAIL, "email_key": EMAIL, "password_hash": PASSWORD_HASH},
        "classrooms": {"teacher_id": "teachers", "name": "Room 12", "class_code": "ABC234"},
        "students": {
            "classroom_id": "classrooms",
            "username": "amara",
            "username_key": "amara",
            "first_name": "Amara",
            "last_name": "Okafor",
            "password_hash": PASSWORD_HASH,
        },
        "goals": {
            "student_id": "students",
            "classroom_id": "classrooms",
            "name": "Read a book",
            "goalbucks": 5,
            "status": "current",
        },
    }
    with closing(sqlite3.connect(path)) as connection, connection:
        for table, columns in rows.items():
            row = {"id": table, "created_at": MOMENT, **columns}
            _insert(connection, table, row)
        _insert(
            connection,
            "balances",
            {"student_id": "students", "earned": 12, "spent": 0, "goals_completed": 0, "goals_goalbucks": 0},
        )


def _insert(connection: sqlite3.Connection, table: str, row: dict[str, object]) -> None:
    marks = ", ".join("?" for _ in row)
    connection.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))
