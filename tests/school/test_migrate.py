"""`goalbucks migrate`, and who refuses whom (docs/decisions/0015)."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from server.database.migrate import MigrationUnderWayError, migrate, require_schema
from server.database.migrations import HEAD
from server.database.postgresql import Lock, only_one, open_single
from tests.factories.postgresql import PostgreSQL
from tests.factories.process import PROGRAM, ROOT


@pytest.fixture
def empty(postgresql: PostgreSQL, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a database without anything in it."""
    name = request.node.name[:60]
    yield postgresql.create(name)
    postgresql.drop(name)


def goalbucks(command: str, url: str, folder: Path) -> tuple[int, str]:
    ended = subprocess.run(
        [*PROGRAM, command, "--data-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "GOALBUCKS_DATABASE_URL": url},
        capture_output=True,
        text=True,
        check=False,
    )
    return ended.returncode, (ended.stdout + ended.stderr).strip()


def revision(url: str) -> str | None:
    engine = open_single(url)
    with engine.connect() as connection:
        found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return found


def test_a_server_refuses_a_database_that_was_not_migrated_and_the_command_migrates_it(
    empty: str, tmp_path: Path
) -> None:
    code, said = goalbucks("serve", empty, tmp_path)
    assert code == 1
    assert "goalbucks migrate" in said
    assert goalbucks("migrate", empty, tmp_path) == (0, "The database is upgraded.")
    assert revision(empty) == HEAD
    require_schema(empty)
    assert goalbucks("migrate", empty, tmp_path) == (0, "The database is up to date.")


def test_a_second_migration_beside_the_first_is_refused(empty: str) -> None:
    with open_single(empty).connect() as first, only_one(first, Lock.MIGRATION) as alone:
        assert alone
        with pytest.raises(MigrationUnderWayError):
            migrate(empty)
    assert migrate(empty)


def test_without_a_database_server_the_command_says_so_and_shows_no_password(tmp_path: Path) -> None:
    code, said = goalbucks("migrate", "postgresql://goalbucks:s3cret@127.0.0.1:1/goalbucks", tmp_path)
    assert (code, said) == (1, "GoalBucks can't reach the school's database right now. Please try again in a moment.")


def test_an_address_that_is_no_postgresqls_is_refused_without_its_password(tmp_path: Path) -> None:
    code, said = goalbucks("migrate", "mysql://goalbucks:s3cret@db/goalbucks", tmp_path)
    assert code == 1
    assert "GOALBUCKS_DATABASE_URL" in said
    assert "s3cret" not in said


@pytest.mark.parametrize("command", ["backup", "check"])
def test_backups_are_the_database_servers_own(empty_url: str, tmp_path: Path, command: str) -> None:
    code, said = goalbucks(command, empty_url, tmp_path)
    assert code == 1
    assert "pg_dump" in said
    assert list(tmp_path.rglob("*.zip")) == []
