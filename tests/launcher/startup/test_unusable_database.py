"""Starts with an unusable database: each is refused with a sentence and changes nothing."""

import hashlib
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from launcher.exit_codes import ExitCode
from server.database.migrate import migrate
from tests.factories.waiting import wait_until
from tests.launcher.conftest import Start, write_newer_database


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Empty database in the data folder of `serve`."""
    path = tmp_path / "data" / "goalbucks.db"
    path.parent.mkdir()
    migrate(f"sqlite+pysqlite:///{path}")
    return path


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_database_of_a_newer_version_is_refused_and_unchanged(serve: Start, database: Path) -> None:
    database.unlink()
    write_newer_database(database)
    before = digest(database)
    assert serve(forked=True).launch_error(code=ExitCode.CONFIG_ERROR) == (
        "This class was last used with a newer GoalBucks. Please install the newest version on this computer."
    )
    assert digest(database) == before


def test_a_database_locked_by_another_program_is_refused(serve: Start, database: Path) -> None:
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        assert "Another program is using the class's database" in serve(forked=True).launch_error()
        other.execute("ROLLBACK")
    assert serve(forked=True).healthy()


def test_a_write_protected_database_is_refused_and_unchanged(start: Start, database: Path) -> None:
    database.chmod(0o400)
    before = digest(database)
    # Root can write anywhere without these restrictions.
    wrapper = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search") if os.geteuid() == 0 else ()
    if wrapper and shutil.which(wrapper[0]) is None:
        pytest.skip("root can't be restricted without setpriv")
    program = start("serve", "--port", 0, "--data-dir", database.parent, wrapper=wrapper)
    assert "is write-protected" in program.launch_error()
    assert digest(database) == before


def test_a_start_with_a_damaged_database_prints_the_reason_and_serves_the_recovery(
    serve: Start, database: Path
) -> None:
    database.write_bytes(b"not a database at all, just some text\n" * 200)
    program = serve(forked=True)
    assert program.process.stderr is not None
    lines = [program.process.stderr.readline() for _ in range(2)]
    assert any("It was set aside in" in line and "There is no backup" in line for line in lines)
    assert not any("Traceback" in line for line in lines)
    address = database.with_name("instance.address")
    wait_until(address.exists)
    program.__dict__["address"] = address.read_text()
    assert "needs_rescue" in program.call("GET", "/api/health")[1]
    assert program.call("POST", "/api/rescue/begin-anew")[0] == 202
    wait_until(program.healthy)
    assert program.process.stdout is not None
    assert "GoalBucks is ready" in program.process.stdout.readline()
