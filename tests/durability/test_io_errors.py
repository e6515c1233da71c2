"""A disk that fails at one operation after the other of every write of the main story: its writes, syncs and names."""

import errno
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.durability.books import Books
from tests.durability.notebook import Notebook, Write, found_in
from tests.durability.shim import EVER, Shim, needs_a_shim
from tests.durability.story import Story
from tests.factories.process import PROGRAM, ROOT, ServerProcess
from tests.factories.seated import seat

pytestmark = needs_a_shim
MOST = 2000
KILLED_EVERY = 10
LOG_SYNC = "sync goalbucks.db-wal"
OF_THE_CLASS = ("/api/backups", "/api/classrooms/")
"""How the paths of the writes begin that have by far the most operations."""


class Disk:
    """A class's folder, the server on it, and the shim between the two."""

    def __init__(self, folder: Path, beside: Path) -> None:
        seat(folder, students=1)
        self.folder = folder
        self._fresh = shutil.copytree(folder, beside.parent / "fresh")
        self.notebook = Notebook(found_in(folder))
        self.shim = Shim(folder, beside)
        self.server = self._start()
        self.stories = 0
        self.with_lesson = True
        self.failed: Counter[str] = Counter()
        """Operations that failed, by their kind and where."""
        self.refusals: Counter[str] = Counter()

    def _start(self) -> ServerProcess:
        return ServerProcess(self.folder, environment=self.shim.environment)

    def tell_failing_at(self, nth: int, error: int, times: int = 1, only: str = "") -> int:
        """Tell the story; of each of its writes the `nth` operation fails. How many did."""
        self.stories += 1
        story = Story(self.folder, self.notebook, f"{self.stories}", self.folder.parent, lesson=self.with_lesson)
        failed: list[tuple[str, str]] = []
        asked: list[str] = []

        def arm(write: Write | None) -> None:
            if asked and self.shim.failed:
                failed.append((asked[-1], self.shim.what))
            if write is not None:
                asked.append(write.path)
                self.shim.fail(nth, error, times=times, only=only)

        story.when_asking = arm
        story.when_refused = self.shim.mend
        try:
            story.tell(self.server.port)
        except AssertionError as wrong:
            wrong.add_note(f"operation {nth} of {asked[-1]} failed with {errno.errorcode[error]}: {self.shim.what}")
            raise
        arm(None)
        self.shim.mend()
        assert self.notebook.differences(found_in(self.folder)) == {}, failed
        self.refusals += story.refusals
        self.failed.update(_kind(what) for _, what in failed)
        self.with_lesson = self.with_lesson and not all(path.startswith(OF_THE_CLASS) for path, _ in failed)
        return len(failed)

    def kill(self) -> None:
        """And start again: everything is there."""
        self.server.kill()
        self.server = self._start()
        assert self.notebook.differences(found_in(self.folder)) == {}
        assert Books(self.folder).wrong() == {}

    def begin_anew(self) -> None:
        """As it was at first: with all that the stories leave behind, the last ones would have ever more operations."""
        self.end()
        shutil.rmtree(self.folder)
        shutil.copytree(self._fresh, self.folder)
        self.notebook = Notebook(found_in(self.folder))
        self.server = self._start()

    def end(self) -> None:
        """In order, and looked through."""
        assert self.server.stop() == 0
        checked = subprocess.run(
            [*PROGRAM, "check", "--data-dir", self.folder], cwd=ROOT, check=False, capture_output=True, text=True
        )
        assert checked.returncode == 0, checked.stdout
        assert Books(self.folder).wrong() == {}

    def line(self) -> str:
        """For whoever reads the test's output."""
        return (
            f"{self.failed.total()} operations failed in {self.stories} stories, {self.refusals.total()} writes were "
            f"refused, none was lost: {dict(self.failed)}; {dict(self.refusals)}"
        )


def _kind(what: str) -> str:
    verb, _, path = what.partition(" ")
    return f"{verb} {path.partition('/')[0]}"


@pytest.fixture
def disk(folder: Path, tmp_path: Path) -> Iterator[Disk]:
    """Whole until a test says otherwise."""
    made = Disk(folder, tmp_path / "shim")
    yield made
    if made.server.process.poll() is None:
        made.server.kill()


def test_where_the_disk_fails_the_answer_is_a_sentence_nothing_is_lost_and_the_class_goes_on(disk: Disk) -> None:
    # The log's second sync of an upload is that of the photo's row; a crash may bring that back after all.
    assert disk.tell_failing_at(2, errno.EIO, only=LOG_SYNC)
    for nth, error, times in ((9, errno.ENOSPC, EVER), (90, errno.EIO, 1)):
        assert disk.tell_failing_at(nth, error, times)
    assert disk.refusals
    disk.kill()
    disk.end()


@pytest.mark.long
@pytest.mark.usefixtures("patience")
@pytest.mark.parametrize(("error", "times"), [(errno.EIO, 1), (errno.ENOSPC, EVER)], ids=["once", "until mended"])
def test_wherever_the_disk_fails_the_answer_is_a_sentence_nothing_is_lost_and_the_class_goes_on(
    disk: Disk, error: int, times: int
) -> None:
    for nth in count(1):
        assert nth < MOST
        if not disk.tell_failing_at(nth, error, times):
            break
        if nth % KILLED_EVERY == 0:
            disk.kill()
            disk.begin_anew()
            print(errno.errorcode[error], disk.line(), flush=True)  # noqa: T201 - the figures are what it is run for
    disk.end()
    print(errno.errorcode[error], "at every operation:", disk.line())  # noqa: T201 - likewise
