"""Data folders and backups written by earlier versions (tests/fixtures/schemas/README.md)."""

import sqlite3
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from server.data_protection.backups.integrity import check_integrity
from server.database.migrate import MIGRATIONS, sqlite_revision
from server.database.migrations import HEAD
from server.settings import Settings
from tests.durability.db_invariants import DbInvariants
from tests.factories.app import RunningApp
from tests.factories.data_folders import Tables, image_digests
from tests.factories.forked_program import run_forked
from tests.factories.old_schemas import GOOGLE_AND_BACKUPS, PASSWORD, SCHEMAS_FOLDER, STUDENTS, TEACHER_EMAIL
from tests.server.conftest import AppPool

FOLDERS = sorted(path.stem for path in SCHEMAS_FOLDER.glob("*.zip"))
BACKUPS = sorted(path.stem for path in SCHEMAS_FOLDER.glob("*.backup"))
RECENT = 3
"""Number of the newest schemas that `make test` covers, besides the oldest; `make test-long` covers all."""
SCHOOL_TABLES = {"invites", "moves", "image_places"}
"""Tables that are empty on a class computer."""
REMOVED_COLUMNS = {"reset_at"}
"""Columns of earlier schemas without any content."""


def by_tier(names: Sequence[str]) -> list[object]:
    """Return parameters of which all but the oldest and the newest schemas are `long`."""
    in_make_test = {names[0], *names[-RECENT:]}
    return [pytest.param(name, marks=() if name in in_make_test else pytest.mark.long) for name in names]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty data folder."""
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


def unpack_fixture(earlier: str, folder: Path) -> tuple[Tables, dict[str, str]]:
    """Unpack a fixture and return its rows in its own schema and its images."""
    with zipfile.ZipFile(SCHEMAS_FOLDER / f"{earlier}.zip") as archive:
        archive.extractall(folder)
    assert sqlite_revision(Settings(data_dir=folder).database_url) == earlier
    return read_rows(folder), image_digests(folder)


def read_rows(folder: Path) -> Tables:
    with closing(sqlite3.connect(folder / "goalbucks.db")) as connection:
        connection.row_factory = sqlite3.Row
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        tables = {name: connection.execute(f"SELECT * FROM {name} ORDER BY 1").fetchall() for name in names}
    return {
        name: [{column: row[column] for column in set(row.keys()) - REMOVED_COLUMNS} for row in rows]
        for name, rows in tables.items()
        if name != "alembic_version"
    }


def matching_columns(now: Tables, before: Tables) -> Tables:
    """Return the present rows, limited to the tables and columns of the earlier schema."""
    return {
        table: [{column: row[column] for column in rows[0]} for row in now[table]] for table, rows in before.items()
    }


def earlier_revisions() -> Iterator[str]:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    return (each.revision for each in ScriptDirectory.from_config(config).walk_revisions() if each.revision != HEAD)


def test_every_earlier_schema_has_a_fixture_and_a_backup_where_supported() -> None:
    earlier = sorted(earlier_revisions())
    assert earlier == FOLDERS
    assert [each for each in earlier if each >= GOOGLE_AND_BACKUPS] == BACKUPS


@pytest.mark.parametrize("earlier", by_tier(FOLDERS))
def test_data_folder_of_an_earlier_version_is_upgraded_with_all_content(
    earlier: str, folder: Path, app_pool: AppPool
) -> None:
    before, images = unpack_fixture(earlier, folder)
    assert {table for table, rows in before.items() if not rows} <= SCHOOL_TABLES
    with app_pool.start(folder, {}) as test_app:
        assert sqlite_revision(Settings(data_dir=folder).database_url) == HEAD
        assert matching_columns(read_rows(folder), before) == before
        assert image_digests(folder) == images
        assert_content_unchanged(test_app, before, folder)
    assert [path.name.endswith("-before-upgrade.backup") for path in (folder / "backups").iterdir()] == [True]
    assert_consistent(folder)


@pytest.mark.parametrize("earlier", by_tier(BACKUPS))
def test_backup_of_an_earlier_version_is_restored_completely_without_sessions(
    earlier: str, folder: Path, tmp_path: Path, app_pool: AppPool
) -> None:
    before, images = unpack_fixture(earlier, tmp_path)
    run_forked("restore", SCHEMAS_FOLDER / f"{earlier}.backup", "--data-dir", folder)
    assert sqlite_revision(Settings(data_dir=folder).database_url) == HEAD
    assert matching_columns(read_rows(folder), before) == before | {"sessions": []}
    assert image_digests(folder) == images
    with app_pool.start(folder, {}) as test_app:
        assert_content_unchanged(test_app, before, folder)
    assert_consistent(folder)


def assert_content_unchanged(test_app: RunningApp, before: Tables, folder: Path) -> None:
    """Assert that users can sign in with their passwords and that balances and images are unchanged."""
    teacher_client = test_app.anonymous_client()
    assert (
        teacher_client.post("/api/auth/teacher", {"username": TEACHER_EMAIL, "password": PASSWORD}).status_code == 200
    )
    code = before["students"][0]["classroom_id"]
    (class_code,) = (seeded_class["class_code"] for seeded_class in before["classrooms"] if seeded_class["id"] == code)
    entries = before["goalbuck_entries"]
    for first_name, _ in STUDENTS:
        student_client = test_app.lan_client()
        credentials = {"username": first_name, "password": PASSWORD, "classCode": class_code}
        student = student_client.post("/api/auth/student", credentials).json()["user"]["id"]
        amounts = [int(str(each["amount"])) for each in entries if each["student_id"] == student]
        balance = student_client.get(f"/api/students/{student}/goalbucks").json()
        assert balance["balance"] == sum(amounts)
        ledger = student_client.get(f"/api/students/{student}/ledger").json()
        assert [each["amount"] for each in reversed(ledger)] == amounts
        sent = [each for each in before["submissions"] if each["student_id"] == student and each["image_key"]]
        assert sent
        for row in sent:
            for size, name in (("", "full"), ("?size=thumb", "thumb")):
                response = student_client.get(f"/api/submissions/{row['id']}/image{size}")
                (file,) = (folder / "images").rglob(f"{row['image_key']}.{name}.jpg")
                assert response.content == file.read_bytes()


def assert_consistent(folder: Path) -> None:
    assert check_integrity(Settings(data_dir=folder)).problems == []
    assert DbInvariants(folder).violations() == {}
