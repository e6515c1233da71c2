"""`goalbucks migrate`, and which versions refuse which schema (docs/decisions/0017-postgresql.md)."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text
from starlette.testclient import TestClient

from launcher.cli import admin, backup
from launcher.cli import migrate as school_commands
from launcher.cli.parser import parse
from launcher.errors import BadOptionError
from server.app import create_app
from server.database.migrate import MigrationInProgressError, NewerDatabaseError, SchemaOutdatedError, migrate
from server.database.migrations import HEAD
from server.database.postgresql import AdvisoryLock, DatabaseUnavailableError, open_unpooled_engine, try_advisory_lock
from server.settings import Settings
from tests.factories.postgresql import PostgreSQLServer

COMMANDS = {"migrate": school_commands, "admin": admin}


@pytest.fixture
def empty_database(postgresql: PostgreSQLServer, request: pytest.FixtureRequest) -> Iterator[str]:
    """The URL of an empty database."""
    name = request.node.name[:60]
    yield postgresql.create_database(name)
    postgresql.drop_database(name)


class CommandRunner:
    """Runs commands in this process, since each takes a second to start."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._environment = monkeypatch
        self._terminal = capsys

    def __call__(self, command: str, url: str) -> tuple[int, str]:
        self._environment.setenv("GOALBUCKS_DATABASE_URL", url)
        self._environment.setenv("GOALBUCKS_SCHOOL", "1")
        words = [command, "teachers"] if command == "admin" else [command]
        start = parse([*words, "--data-dir", str(self.folder)])
        code = COMMANDS.get(command, backup).run(start)
        output = self._terminal.readouterr()
        return code, (output.out + output.err).strip()


@pytest.fixture
def goalbucks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandRunner:
    return CommandRunner(tmp_path, monkeypatch, capsys)


def revision(url: str) -> str | None:
    engine = open_unpooled_engine(url)
    with engine.connect() as connection:
        found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return found


def test_an_application_refuses_a_database_that_was_not_migrated_and_the_command_migrates_it(
    empty_database: str, goalbucks: CommandRunner
) -> None:
    app = create_app(Settings(data_dir=goalbucks.folder, database_url=empty_database))
    with pytest.raises(SchemaOutdatedError, match="goalbucks migrate"), TestClient(app):
        pass
    assert goalbucks("migrate", empty_database) == (0, "The database was upgraded.")
    assert revision(empty_database) == HEAD
    with TestClient(app):
        pass
    assert goalbucks("migrate", empty_database) == (0, "The database is up to date.")


def test_an_application_refuses_a_database_of_a_newer_version_and_leaves_it_alone(
    empty_url: str, goalbucks: CommandRunner
) -> None:
    _set_revision(empty_url, "9999")
    try:
        app = create_app(Settings(data_dir=goalbucks.folder, database_url=empty_url))
        with pytest.raises(NewerDatabaseError), TestClient(app):
            pass
        code, output = goalbucks("migrate", empty_url)
        assert (code, "newer" in output) == (1, True)
    finally:
        _set_revision(empty_url, HEAD)


def _set_revision(url: str, revision: str) -> None:
    with open_unpooled_engine(url).begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision})


def test_a_second_migration_beside_the_first_is_refused(empty_database: str) -> None:
    with (
        open_unpooled_engine(empty_database).connect() as first,
        try_advisory_lock(first, AdvisoryLock.MIGRATION) as alone,
    ):
        assert alone
        with pytest.raises(MigrationInProgressError):
            migrate(empty_database)
    assert migrate(empty_database)


@pytest.mark.parametrize("command", ["migrate", "admin"])
def test_an_unusable_database_is_reported_with_its_error_and_without_the_password(
    goalbucks: CommandRunner, postgresql: PostgreSQLServer, command: str
) -> None:
    away = goalbucks(command, "postgresql://goalbucks:s3cret@127.0.0.1:1/goalbucks")
    assert (away[0], "can't reach the school's database" in away[1], "refused" in away[1]) == (1, True, True)
    nowhere = goalbucks(command, postgresql.url("nowhere"))
    assert (nowhere[0], 'database "nowhere" does not exist' in nowhere[1]) == (1, True)
    misspelt = goalbucks(command, "postgresql://goalbucks:s3cret@127.0.0.1:1/goalbucks?sslmod=require")
    assert (misspelt[0], 'invalid connection option "sslmod"' in misspelt[1]) == (1, True)
    for _, output in (away, nowhere, misspelt):
        assert "s3cret" not in output
        assert "\n" not in output


def test_a_role_without_create_privilege_is_reported(
    empty_database: str, goalbucks: CommandRunner, postgresql: PostgreSQLServer
) -> None:
    with postgresql.connect("postgres") as server:
        server.execute("CREATE ROLE visitor LOGIN")
    code, output = goalbucks("migrate", empty_database.replace("goalbucks@", "visitor@"))
    assert (code, "permission denied for schema public" in output, "\n" in output) == (1, True, False)


def test_a_database_without_utf_8_is_refused(goalbucks: CommandRunner, postgresql: PostgreSQLServer) -> None:
    with postgresql.connect("postgres") as server:
        server.execute("CREATE DATABASE ascii TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C'")
    code, output = goalbucks("migrate", postgresql.url("ascii"))
    assert (code, "--encoding=UTF8" in output) == (1, True)


@pytest.mark.parametrize("url", ["postgresql://goalbucks:s3c@ret@db/goalbucks", "postgresql://goalbucks:s3c@db:s3c/g"])
def test_an_unparsable_database_url_is_refused_without_any_part_of_its_password(
    goalbucks: CommandRunner, url: str
) -> None:
    with pytest.raises(BadOptionError, match="%40") as refusal:
        goalbucks("migrate", url)
    assert "s3c" not in str(refusal.value)
    assert "ret@" not in str(refusal.value)


def test_without_a_database_server_an_application_refuses_to_start(tmp_path: Path) -> None:
    app = create_app(Settings(data_dir=tmp_path, database_url="postgresql://goalbucks@127.0.0.1:1/goalbucks"))
    with pytest.raises(DatabaseUnavailableError), TestClient(app):
        pass


def test_the_proxy_addresses_can_be_given_as_an_option(tmp_path: Path) -> None:
    start = parse(["serve", "--data-dir", str(tmp_path), "--forwarded-allow-ips", "10.0.0.1, 10.1.0.0/16"])
    assert [start.settings.is_trusted_proxy(peer) for peer in ("10.0.0.1", "10.1.2.3", "10.0.0.2")] == [
        True,
        True,
        False,
    ]


def test_a_url_of_another_database_system_is_refused_without_its_password(goalbucks: CommandRunner) -> None:
    with pytest.raises(BadOptionError, match="GOALBUCKS_DATABASE_URL") as refusal:
        goalbucks("migrate", "mysql://goalbucks:s3cret@db/goalbucks")
    assert "s3cret" not in str(refusal.value)


def test_the_backup_command_refers_a_school_to_its_database_server(empty_url: str, goalbucks: CommandRunner) -> None:
    code, output = goalbucks("backup", empty_url)
    assert (code, "pg_dump" in output) == (1, True)
    assert list(goalbucks.folder.iterdir()) == []
