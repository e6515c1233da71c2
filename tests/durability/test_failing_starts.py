"""A start on a disk that fails, or that is killed: it serves, or refuses in a sentence; the next one finds all."""

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
from tests.durability.books import Books
from tests.durability.conftest import Start
from tests.durability.notebook import found_in
from tests.durability.shim import Shim, needs_a_shim
from tests.factories.caller import Caller
from tests.factories.process import PROGRAM, ROOT
from tests.factories.seated import SeatedClass, seat

pytestmark = needs_a_shim
SERVE = [*PROGRAM, "serve", "--host", "127.0.0.1", "--port", "0", "--no-announce", "--data-dir"]
READY = "GoalBucks is ready: "
MOST = 500
_SENTENCE = re.compile(r"(GoalBucks|The|This) [^:]*[a-z].*")


def _started(folder: Path, shim: Shim) -> str:
    """What the start said: that it is ready (and then it is killed), or why it isn't."""
    command = [*SERVE, str(folder)]
    environment = {**os.environ, **shim.environment}
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        said = process.stdout.readline().strip()
        if said:
            process.kill()
            return said
        _, complaint = process.communicate()
        assert process.returncode == 1, complaint
        return str(complaint).strip().rsplit("\n", maxsplit=1)[-1]


def _serves(start: Start, room: SeatedClass) -> None:
    server = start()
    with Caller(server.port, room.teacher_token) as teacher:
        assert len(teacher.get(room.stats)) == len(room.students)
    server.kill()  # so that every start comes after a crash, and looks at everything


def _fails_at_start(folder: Path, start: Start, shim: Shim, nths: Iterable[int]) -> None:
    room = seat(folder, students=2)
    before = found_in(folder)
    _serves(start, room)
    outcomes: Counter[str] = Counter()
    unspoken: dict[str, str] = {}
    for nth in nths:
        assert nth < MOST
        shim.fail(nth, errno.EIO)
        said = _started(folder, shim)
        failed, what = shim.failed, shim.what
        shim.mend()
        if not failed:
            break
        if not _SENTENCE.fullmatch(said):
            unspoken[what] = said
        outcomes["served" if said.startswith(READY) else "refused"] += 1
        _serves(start, room)
        assert found_in(folder) == before, what
        assert Books(folder).wrong() == {}, what
    assert unspoken == {}
    print(f"starts on a failing disk: {dict(outcomes)}")  # noqa: T201 - the figures are what it is run for


@pytest.mark.long
@pytest.mark.usefixtures("patience")
def test_a_start_on_a_failing_disk_serves_or_refuses_in_a_sentence_and_the_next_one_serves(
    folder: Path, start: Start, tmp_path: Path
) -> None:
    _fails_at_start(folder, start, Shim(folder, tmp_path / "shim"), count(1))


@pytest.mark.parametrize(
    ("only", "nth"),
    [("sync goalbucks.db-journal", 1), ("unlink goalbucks.db-journal", 1), ("write goalbucks.db-wal", 20)],
    ids=["an empty file and a journal", "a first page and a journal", "a first page and half a migration"],
)
def test_a_first_start_that_is_killed_while_it_makes_the_database_is_followed_by_a_first_start(
    only: str, nth: int, folder: Path, tmp_path: Path
) -> None:
    shim = Shim(folder, tmp_path / "shim")
    shim.kill_at(nth, only=only)
    ended = subprocess.run([*SERVE, str(folder)], cwd=ROOT, env={**os.environ, **shim.environment}, check=False)
    assert ended.returncode == -signal.SIGKILL
    with TestClient(create_app(Settings(data_dir=folder, ui_dir=Path("no-ui")))) as client:
        assert client.get("http://127.0.0.1/api/health").json()["status"] == "ok"
    assert list(folder.glob("damaged-*")) == []


def test_a_first_start_that_is_killed_does_not_hide_that_photos_have_lost_their_database(
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
