"""Schema upgrades of databases of earlier versions that contain a class."""

import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from unicodedata import normalize

import pytest

from server.database import migrate as migrating
from server.database.migrate import MIGRATIONS, migrate, sqlite_revision
from server.database.migrations import HEAD
from server.database.sqlite import DanglingReferenceError
from tests.factories.data_folders import Tables, read_tables, write_old_schema_database
from tests.factories.paths import ROOT
from tests.factories.seeded import seed

BEFORE_IDENTITY_PROVIDERS = "0003"
NEXT_REVISION = "9998"


def sqlite_url(path: Path) -> str:
    return f"sqlite+pysqlite:///{path}"


@pytest.fixture
def class_tables(tmp_path: Path) -> Tables:
    """Rows of a class with a month of history that all schemas used here can store."""
    seed(tmp_path / "seeded", months=1, submissions=1, students=4)
    return {**read_tables(tmp_path / "seeded" / "goalbucks.db"), "activity": []}


def test_upgrade_that_rebuilds_a_table_keeps_referencing_rows(tmp_path: Path, class_tables: Tables) -> None:
    path = tmp_path / "goalbucks.db"
    write_old_schema_database(path, BEFORE_IDENTITY_PROVIDERS, class_tables)
    assert "provider_uid" not in read_tables(path)["teachers"][0]
    migrate(sqlite_url(path))
    upgraded = read_tables(path)
    assert upgraded == class_tables
    assert len(upgraded["goalbuck_entries"]) > 10


def test_dangling_references_do_not_prevent_an_upgrade(tmp_path: Path, class_tables: Tables) -> None:
    path = tmp_path / "goalbucks.db"
    write_old_schema_database(path, BEFORE_IDENTITY_PROVIDERS, {**class_tables, "teachers": []})
    migrate(sqlite_url(path))
    assert read_tables(path) == {**class_tables, "teachers": []}


@pytest.mark.spec("2.5")
def test_upgrade_makes_apostrophes_in_usernames_alike_unless_two_students_would_have_one_key(tmp_path: Path) -> None:
    classroom, other = "class 1", "class 2"
    before = [
        (classroom, "o\u2019neil"),
        (classroom, "o'neil"),
        (classroom, "d\u2018arcy"),
        (classroom, "d\u2019arcy"),
        (classroom, "amara"),
        (other, "O\u2019Neil"),
        (other, "ba\u00b4al"),
    ]
    path = tmp_path / "goalbucks.db"
    seed(tmp_path / "seeded", students=1)
    (student,) = read_tables(tmp_path / "seeded" / "goalbucks.db")["students"]
    students: list[dict[str, object]] = [
        student
        | {
            "id": f"student {number}",
            "classroom_id": classroom_id,
            "username": username,
            "username_key": normalize("NFKC", username).casefold(),
        }
        for number, (classroom_id, username) in enumerate(before)
    ]
    write_old_schema_database(path, "0014", {"students": students})
    migrate(sqlite_url(path))
    upgraded = read_tables(path)["students"]
    assert [row["username"] for row in upgraded] == [username for _, username in before]
    assert [row["username_key"] for row in upgraded] == [
        "o\u2019neil",
        "o'neil",
        "d'arcy",
        "d\u2019arcy",
        "amara",
        "o'neil",
        "ba'al",
    ]


@pytest.mark.spec("9.1")
def test_upgrade_puts_entries_into_the_week_of_their_local_date_or_of_what_they_undo(
    tmp_path: Path, set_time_zone: Callable[[str], None]
) -> None:
    set_time_zone("EST5EDT,M3.2.0,M11.1.0")  # its summer begins on 2026-03-08
    sunday, monday, later = "2026-03-09 03:59:59.000000", "2026-03-09 04:00:00.000000", "2026-03-30 12:00:00.000000"
    before = [
        ("a credit", sunday, "goal", "review"),
        ("another student's", monday, "purchase", "purchase"),
        ("a purchase", sunday, "purchase", "purchase"),
        ("an award", monday, "award", "all"),
        ("a correction", later, "correction", "own"),
        ("a reversal", later, "goal_reversed", "a credit"),
        ("a refund", later, "refund", "purchase"),
        ("taken back", later, "award_reversed", "an award"),
        ("of nothing", later, "award_reversed", "gone"),
    ]
    fields = {"amount": 5, "description": "", "created_by": "teacher", "balance_after": 5}
    entries: list[dict[str, object]] = [
        {"id": entry, "created_at": moment, "reason": reason, "source_id": source, **fields}
        | {"student_id": "other" if entry == "another student's" else "student"}
        for entry, moment, reason, source in before
    ]
    path = tmp_path / "goalbucks.db"
    write_old_schema_database(path, "0016", {"goalbuck_entries": entries})
    migrate(sqlite_url(path))
    upgraded = read_tables(path)["goalbuck_entries"]
    assert {row["id"]: row["week"] for row in upgraded} == {
        "a credit": "2026-03-02",
        "another student's": "2026-03-09",
        "a purchase": "2026-03-02",
        "an award": "2026-03-09",
        "a correction": "2026-03-30",
        "a reversal": "2026-03-02",
        "a refund": "2026-03-02",
        "taken back": "2026-03-09",
        "of nothing": "2026-03-30",
    }


def add_migration(tmp_path: Path, work: str) -> Path:
    """Copy the migrations and add a newer one with this body."""
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    text = f"""
import os, signal
from alembic import op
revision, down_revision = "{NEXT_REVISION}", "{HEAD}"
def upgrade():
    {work}
"""
    (folder / "versions" / f"{NEXT_REVISION}_bad.py").write_text(text)
    return folder


def test_migration_that_breaks_references_is_rolled_back(
    tmp_path: Path, class_tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "goalbucks.db"
    write_old_schema_database(path, HEAD, class_tables)
    monkeypatch.setattr(migrating, "MIGRATIONS", add_migration(tmp_path, 'op.execute("DELETE FROM teachers")'))
    monkeypatch.setattr(migrating, "HEAD", NEXT_REVISION)
    with pytest.raises(DanglingReferenceError):
        migrate(sqlite_url(path))
    assert read_tables(path) == class_tables
    assert sqlite_revision(sqlite_url(path)) == HEAD


@pytest.mark.processes
def test_crash_during_a_table_rebuild_leaves_the_file_unchanged(tmp_path: Path, class_tables: Tables) -> None:
    path = tmp_path / "goalbucks.db"
    write_old_schema_database(path, HEAD, class_tables)
    pulled = 'op.execute("DROP TABLE teachers"); os.kill(os.getpid(), signal.SIGKILL)'
    program = f"""
from pathlib import Path
from server.database import migrate
migrate.MIGRATIONS, migrate.HEAD = Path({str(add_migration(tmp_path, pulled))!r}), "{NEXT_REVISION}"
migrate.migrate({sqlite_url(path)!r})
"""
    ended = subprocess.run([sys.executable, "-c", program], check=False, cwd=ROOT)
    assert ended.returncode == -signal.SIGKILL
    assert read_tables(path) == class_tables
    migrate(sqlite_url(path))
