"""Databases of earlier versions, with a class in them, brought up to this one's schema."""

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from server.database import migrate as migrating
from server.database.migrate import MIGRATIONS, migrate, sqlite_revision
from server.database.migrations import HEAD
from server.database.sqlite import DanglingReferenceError
from tests.factories.folders import Tables, earlier, tables_of
from tests.factories.process import ROOT
from tests.factories.seated import seat

BEFORE_IDENTITY_PROVIDERS = "0003"
NEWER = "9998"


def url_of(path: Path) -> str:
    return f"sqlite+pysqlite:///{path}"


@pytest.fixture
def lived_in(tmp_path: Path) -> Tables:
    """A class with a month of goals, submissions and goalbucks, as all schemas here can keep it."""
    seat(tmp_path / "seated", months=1, submissions=1, students=4)
    return {**tables_of(tmp_path / "seated" / "goalbucks.db"), "activity": []}


def test_upgrade_that_rebuilds_a_table_keeps_referencing_rows(tmp_path: Path, lived_in: Tables) -> None:
    path = tmp_path / "goalbucks.db"
    earlier(path, BEFORE_IDENTITY_PROVIDERS, lived_in)
    assert "provider_uid" not in tables_of(path)["teachers"][0]
    migrate(url_of(path))
    upgraded = tables_of(path)
    assert upgraded == lived_in
    assert len(upgraded["goalbuck_entries"]) > 10


def test_dangling_references_do_not_prevent_an_upgrade(tmp_path: Path, lived_in: Tables) -> None:
    path = tmp_path / "goalbucks.db"
    earlier(path, BEFORE_IDENTITY_PROVIDERS, {**lived_in, "teachers": []})
    migrate(url_of(path))
    assert tables_of(path) == {**lived_in, "teachers": []}


def bad_migration(tmp_path: Path, work: str) -> Path:
    """The migrations, and a newer one that does this."""
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    text = f"""
import os, signal
from alembic import op
revision, down_revision = "{NEWER}", "{HEAD}"
def upgrade():
    {work}
"""
    (folder / "versions" / f"{NEWER}_bad.py").write_text(text)
    return folder


def test_migration_that_breaks_references_is_rolled_back(
    tmp_path: Path, lived_in: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "goalbucks.db"
    earlier(path, HEAD, lived_in)
    monkeypatch.setattr(migrating, "MIGRATIONS", bad_migration(tmp_path, 'op.execute("DELETE FROM teachers")'))
    monkeypatch.setattr(migrating, "HEAD", NEWER)
    with pytest.raises(DanglingReferenceError):
        migrate(url_of(path))
    assert tables_of(path) == lived_in
    assert sqlite_revision(url_of(path)) == HEAD


def test_crash_during_a_table_rebuild_leaves_the_file_unchanged(tmp_path: Path, lived_in: Tables) -> None:
    path = tmp_path / "goalbucks.db"
    earlier(path, HEAD, lived_in)
    pulled = 'op.execute("DROP TABLE teachers"); os.kill(os.getpid(), signal.SIGKILL)'
    program = f"""
from pathlib import Path
from server.database import migrate
migrate.MIGRATIONS, migrate.HEAD = Path({str(bad_migration(tmp_path, pulled))!r}), "{NEWER}"
migrate.migrate({url_of(path)!r})
"""
    ended = subprocess.run([sys.executable, "-c", program], check=False, cwd=ROOT)
    assert ended.returncode == -signal.SIGKILL
    assert tables_of(path) == lived_in
    migrate(url_of(path))
