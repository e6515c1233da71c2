"""Injected I/O errors: each disk operation of each write of a class's lifecycle fails once."""

import errno
import shutil
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.durability.db_invariants import DbInvariants
from tests.durability.expected_state import ExpectedState, Write, read_state
from tests.durability.lifecycle import ClassLifecycle
from tests.durability.shim import FOREVER, Shim, requires_shim
from tests.factories.forked_program import run_forked
from tests.factories.seeded import seed
from tests.factories.server_process import ServerProcess

pytestmark = requires_shim
MAX_OPERATIONS = 2000
KILLED_EVERY = 10
LOG_SYNC = "sync goalbucks.db-wal"
LONG_WRITES = ("/api/backups", "/api/classrooms/")
"""Path prefixes of the writes that have by far the most operations."""


class FailingDisk:
    """A class's folder, the server on it, and the shim in between."""

    def __init__(self, folder: Path, beside: Path) -> None:
        seed(folder, students=1)
        self.folder = folder
        self._fresh = shutil.copytree(folder, beside.parent / "fresh")
        self.notebook = ExpectedState(read_state(folder))
        self.shim = Shim(folder, beside)
        self.server = self._start()
        self.runs = 0
        self.with_lesson = True
        self.failed: Counter[str] = Counter()
        """The failed operations, by kind and file."""
        self.refusals: Counter[str] = Counter()

    def _start(self) -> ServerProcess:
        return ServerProcess(self.folder, environment=self.shim.environment)

    def run_failing_at(self, nth: int, error: int, times: int = 1, only: str = "") -> int:
        """Run the lifecycle; the `nth` operation of each write fails. Returns how many did."""
        self.runs += 1
        lifecycle = ClassLifecycle(
            self.folder, self.notebook, f"{self.runs}", self.folder.parent, lesson=self.with_lesson
        )
        failed: list[tuple[str, str]] = []
        requested: list[str] = []

        def arm(write: Write | None) -> None:
            if requested and self.shim.failure_count:
                failed.append((requested[-1], self.shim.first_failure))
            if write is not None:
                requested.append(write.path)
                self.shim.fail(nth, error, times=times, only=only)

        lifecycle.before_write = arm
        lifecycle.after_refusal = self.shim.stop_failing
        try:
            lifecycle.run(self.server.port)
        except AssertionError as wrong:
            wrong.add_note(
                f"operation {nth} of {requested[-1]} failed with {errno.errorcode[error]}: {self.shim.first_failure}"
            )
            raise
        arm(None)
        self.shim.stop_failing()
        assert self.notebook.differences(read_state(self.folder)) == {}, failed
        self.refusals += lifecycle.refusals
        self.failed.update(_kind(what) for _, what in failed)
        self.with_lesson = self.with_lesson and not all(path.startswith(LONG_WRITES) for path, _ in failed)
        return len(failed)

    def restart_after_kill(self) -> None:
        """Kill and restart the server: everything acknowledged is there."""
        self.server.kill()
        self.server = self._start()
        assert self.notebook.differences(read_state(self.folder)) == {}
        assert DbInvariants(self.folder).violations() == {}

    def reset(self) -> None:
        """Reset the folder: leftovers of earlier runs would add ever more operations."""
        self.finish()
        shutil.rmtree(self.folder)
        shutil.copytree(self._fresh, self.folder)
        self.notebook = ExpectedState(read_state(self.folder))
        self.server = self._start()

    def finish(self) -> None:
        """Stop the server cleanly and check the database."""
        assert self.server.stop() == 0
        run_forked("check", "--data-dir", self.folder)
        assert DbInvariants(self.folder).violations() == {}

    def summary(self) -> str:
        """A summary for the test's output."""
        return (
            f"{self.failed.total()} operations failed in {self.runs} stories, {self.refusals.total()} writes were "
            f"refused, none was lost: {dict(self.failed)}; {dict(self.refusals)}"
        )


def _kind(what: str) -> str:
    verb, _, path = what.partition(" ")
    return f"{verb} {path.partition('/')[0]}"


@pytest.fixture
def disk(folder: Path, tmp_path: Path) -> Iterator[FailingDisk]:
    """A disk without failures, until a test sets one."""
    made = FailingDisk(folder, tmp_path / "shim")
    yield made
    if made.server.process.poll() is None:
        made.server.kill()


def test_on_sampled_disk_failures_the_write_is_refused_with_a_message_and_can_be_repeated(disk: FailingDisk) -> None:
    # The WAL's second sync of an upload is that of the photo's row; a crash may keep that row after all.
    assert disk.run_failing_at(2, errno.EIO, only=LOG_SYNC)
    for nth, error, times in ((9, errno.ENOSPC, FOREVER), (90, errno.EIO, 1)):
        assert disk.run_failing_at(nth, error, times)
    assert disk.refusals
    disk.restart_after_kill()
    disk.finish()


@pytest.mark.long
@pytest.mark.timeout(6 * 3600)
@pytest.mark.parametrize(("error", "times"), [(errno.EIO, 1), (errno.ENOSPC, FOREVER)], ids=["once", "until mended"])
def test_on_every_possible_disk_failure_the_write_is_refused_with_a_message_and_can_be_repeated(
    disk: FailingDisk, error: int, times: int
) -> None:
    for nth in count(1):
        assert nth < MAX_OPERATIONS
        if not disk.run_failing_at(nth, error, times):
            break
        if nth % KILLED_EVERY == 0:
            disk.restart_after_kill()
            disk.reset()
            print(errno.errorcode[error], disk.summary(), flush=True)  # noqa: T201 - the figures are what it is run for
    disk.finish()
    print(errno.errorcode[error], "at every operation:", disk.summary())  # noqa: T201 - likewise
