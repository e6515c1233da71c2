"""`goalbucks serve --workers N`: several processes at one port."""

import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from launcher.arguments import parse
from launcher.errors import BadOptionError
from tests.factories.caller import Caller
from tests.factories.process import PROGRAM, ROOT
from tests.factories.seated import seat_at

PATIENCE_SECONDS = 60


class Several:
    """The processes, and the one that looks after them."""

    def __init__(self, url: str, folder: Path) -> None:
        self.process = subprocess.Popen(
            [*PROGRAM, "serve", "--host", "127.0.0.1", "--port", "0", "--workers", "2", "--data-dir", str(folder)],
            cwd=ROOT,
            env={**os.environ, "GOALBUCKS_DATABASE_URL": url, "GOALBUCKS_SCHOOL": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)", line)
        assert found, line
        self.port = int(found[1])

    def workers(self) -> set[int]:
        return {each.pid for each in psutil.Process(self.process.pid).children()}

    def end(self) -> tuple[int, str]:
        self.process.send_signal(signal.SIGTERM)
        _, said = self.process.communicate(timeout=PATIENCE_SECONDS)
        return self.process.returncode, said


@pytest.fixture
def several(url: str, tmp_path: Path) -> Iterator[Several]:
    several = Several(url, tmp_path / "data")
    yield several
    if several.process.poll() is None:
        several.end()


def test_two_processes_answer_at_one_port_and_one_that_dies_is_replaced(url: str, several: Several) -> None:
    room = seat_at(url, students=1)
    first = several.workers()
    assert len(first) == 2
    os.kill(min(first), signal.SIGKILL)
    for _ in range(20):  # the other one answers all the time
        with Caller(several.port, room.teacher_token) as teacher:
            assert teacher.get("/api/auth/session")["user"]["role"] == "teacher"
    ends = time.monotonic() + PATIENCE_SECONDS
    while len(several.workers() - {min(first)}) < 2:
        assert time.monotonic() < ends
        time.sleep(0.1)
    code, said = several.end()
    assert code == 0
    assert "another takes its place" in said
    assert "passwords can be read on the network" in said  # it has no HTTPS, and is a school's


@pytest.mark.long
def test_the_processes_end_with_the_one_that_looks_after_them(several: Several) -> None:
    workers = [psutil.Process(pid) for pid in several.workers()]
    several.process.kill()
    several.process.communicate(timeout=PATIENCE_SECONDS)
    assert psutil.wait_procs(workers, timeout=PATIENCE_SECONDS)[1] == []


def test_several_processes_on_a_laptops_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOptionError, match="GOALBUCKS_DATABASE_URL"):
        parse(["serve", "--workers", "2", "--data-dir", str(tmp_path)])
