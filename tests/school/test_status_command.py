"""`goalbucks status` on a school's server that isn't running: what it reports about the database."""

from pathlib import Path

from launcher.cli.status import collect_status
from launcher.cli.status_report import Status
from launcher.exit_codes import StatusExitCode
from server.database.migrate import SchemaOutdatedError
from server.database.migrations import HEAD
from server.settings import Settings
from tests.factories.postgresql import PostgreSQLServer


def status(folder: Path, url: str) -> Status:
    return collect_status(Settings(data_dir=folder, database_url=url, school=True))


def test_the_schema_of_a_database_that_answers_is_reported(
    tmp_path: Path, url: str, postgresql: PostgreSQLServer
) -> None:
    by_socket = f"postgresql://goalbucks@/{url.rpartition('/')[2]}?host={postgresql.folder}&port={postgresql.port}"
    for each in (url, by_socket):
        found = status(tmp_path, each)
        assert (found.exit_code, found.database.schema, found.warnings) == (StatusExitCode.NOT_RUNNING, HEAD, {})


def test_a_database_without_the_schema_is_a_warning_with_the_command(
    tmp_path: Path, postgresql: PostgreSQLServer
) -> None:
    url = postgresql.create_database("empty")
    try:
        assert status(tmp_path, url).warnings["database"] == SchemaOutdatedError.sentence
    finally:
        postgresql.drop_database("empty")


def test_a_database_out_of_reach_is_a_warning_without_the_password(tmp_path: Path) -> None:
    found = status(tmp_path, "postgresql://goalbucks:geheim@127.0.0.1:1/goalbucks")
    assert "can't reach the school's database" in found.warnings["database"]
    assert found.database.location == "PostgreSQL goalbucks at 127.0.0.1:1"
    assert "geheim" not in repr(found)
