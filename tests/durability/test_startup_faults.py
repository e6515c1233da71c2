"""Starts on a failing disk, or killed: each serves or reports one clear error, and the next start succeeds."""

import errno
import os
import re
import signal
import subprocess
from collections import Counter
from collections.abc import Iterable
from itertools import count
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from server.app import create_app
from server.data_protection.backups.errors import DatabaseQuarantinedError
from server.settings import Settings
from tests.durability.conftest import Start
from tests.durability.db_invariants import DbInvariants
from tests.durability.expected_state import read_state
from tests.durability.shim import Shim, requires_shim
from tests.factories.http_client import HttpClient
from tests.factories.paths import ROOT
from tests.factories.seeded import SeededClass, seed
from tests.factories.server_process import PROGRAM

pytestmark = requires_shim
SERVE = [*PROGRAM, "serve", "--host", "127.0.0.1", "--port", "0", "--no-announce", "--data-dir"]
READY = "GoalBucks is ready: "
MAX_OPERATIONS = 500
_SENTENCE = re.compile(r"(GoalBucks|The|This) [^:]*[a-z].*")


def _start_outcome(folder: Path, shim: Shim) -> str:
    """The start's last message: ready (it is then killed), or the error."""
    command = [*SERVE, str(folder)]
    environment = {**os.environ, **shim.environment}
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline().strip()
        if line:
            process.kill()
            return line
        _, complaint = process.communicate()
        assert process.returncode == 1, complaint
        return str(complaint).strip().rsplit("\n", maxsplit=1)[-1]


def _serves(start: Start, seeded_class: SeededClass) -> None:
    server = start()
    with HttpClient(server.port, seeded_class.teacher_token) as teacher:
        assert len(teacher.get(seeded_class.stats_path)) == len(seeded_class.students)
    server.kill()  # so that every start follows a crash and runs all checks


def _start_with_failures(folder: Path, start: Start, shim: Shim, nths: Iterable[int]) -> None:
    seeded_class = seed(folder, students=2)
    before = read_state(folder)
    _serves(start, seeded_class)
    outcomes: Counter[str] = Counter()
    unspoken: dict[str, str] = {}
    for nth in nths:
        assert nth < MAX_OPERATIONS
        shim.fail(nth, errno.EIO)
        outcome = _start_outcome(folder, shim)
        failed, what = shim.failure_count, shim.first_failure
        shim.stop_failing()
        if not failed:
            break
        if not _SENTENCE.fullmatch(outcome):
            unspoken[what] = outcome
        outcomes["served" if outcome.startswith(READY) else "refused"] += 1
        _serves(start, seeded_class)
        assert read_state(folder) == before, what
        assert DbInvariants(folder).violations() == {}, what
    assert unspoken == {}
    print(f"starts on a failing disk: {dict(outcomes)}")  # noqa: T201 - the figures are what it is run for


@pytest.mark.long
@pytest.mark.timeout(6 * 3600)
def test_a_start_on_a_failing_disk_serves_or_exits_with_a_message_and_the_next_start_serves(
    folder: Path, start: Start, tmp_path: Path
) -> None:
    _start_with_failures(folder, start, Shim(folder, tmp_path / "shim"), count(1))


@pytest.mark.parametrize(
    ("only", "nth"),
    [
        pytest.param("sync goalbucks.db-journal", 1, id="an empty file and a journal", marks=pytest.mark.long),
        pytest.param("unlink goalbucks.db-journal", 1, id="a first page and a journal", marks=pytest.mark.long),
        pytest.param("write goalbucks.db-wal", 20, id="a first page and half a migration"),
    ],
)
def test_after_a_first_start_killed_during_database_creation_the_next_one_is_a_first_start(
    only: str, nth: int, folder: Path, tmp_path: Path
) -> None:
    shim = Shim(folder, tmp_path / "shim")
    shim.kill_at(nth, only=only)
    ended = subprocess.run([*SERVE, str(folder)], cwd=ROOT, env={**os.environ, **shim.environment}, check=False)
    assert ended.returncode == -signal.SIGKILL
    with TestClient(create_app(Settings(data_dir=folder, ui_dir=Path("no-ui")))) as client:
        assert client.get("http://127.0.0.1/api/health").json()["status"] == "ok"
    assert list(folder.glob("damaged-*")) == []


def test_a_killed_first_start_does_not_hide_that_the_database_of_existing_photos_is_missing(
    folder: Path, tmp_path: Path
) -> None:
    (folder / "images").mkdir(parents=True)
    shim = Shim(folder, tmp_path / "shim")
    shim.kill_at(20, only="write goalbucks.db-wal")
    subprocess.run([*SERVE, str(folder)], cwd=ROOT, env={**os.environ, **shim.environment}, check=False)
    (folder / "images" / "0a.jpg").touch()
    with (
        pytest.raises(DatabaseQuarantinedError),
        TestClient(create_app(Settings(data_dir=folder, ui_dir=Path("no-ui")))),
    ):
        pass
