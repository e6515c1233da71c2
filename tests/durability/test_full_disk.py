"""A disk that is full, for real: a small one in memory, filled to the last byte before each write of the main story."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from server.data_protection.backups.integrity import check_integrity
from server.settings import Settings
from tests.durability.books import Books
from tests.durability.conftest import Start
from tests.durability.notebook import Notebook, found_in
from tests.durability.story import Story
from tests.factories.caller import Caller
from tests.factories.seated import seat

SIZE = "24m"
PIECES = (1 << 20, 1 << 12)
MOST_REFUSED = {"disk_full", "disk_too_full", "not_backed_up"}

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="only an administrator of Linux can make a small disk"
)


class SmallDisk:
    """A disk that somebody fills and clears."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self._ballast = place / "holiday-films"

    def fill(self) -> None:
        """To the last byte."""
        for piece in PIECES:
            with suppress(OSError), self._ballast.open("ab", buffering=0) as file:
                while file.write(bytes(piece)):
                    pass

    def make_room(self) -> None:
        """Somebody clears up."""
        self._ballast.unlink(missing_ok=True)


@pytest.fixture
def small(tmp_path: Path) -> Iterator[SmallDisk]:
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "goalbucks-test", place], check=False, capture_output=True
    )
    if mounted.returncode:
        pytest.skip("this administrator may not mount anything (a container's)")
    try:
        yield SmallDisk(place)
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


@pytest.fixture
def folder(small: SmallDisk) -> Path:
    return small.place / "data"


def test_on_a_full_disk_each_refusal_is_a_sentence_nothing_is_lost_and_with_room_it_goes_on(
    small: SmallDisk, folder: Path, start: Start, tmp_path: Path
) -> None:
    room = seat(folder, students=1)
    notebook = Notebook(found_in(folder))
    server = start()
    with Caller(server.port, room.teacher_token) as teacher:

        def look_then_make_room() -> None:
            assert teacher.get(room.stats)  # a full disk keeps nobody from looking
            small.make_room()

        full = Story(folder, notebook, "full", tmp_path)
        full.when_asking = lambda _: small.fill()
        full.when_refused = look_then_make_room
        full.tell(server.port)
    small.make_room()
    after = Story(folder, notebook, "after", tmp_path)
    after.tell(server.port)
    assert full.refusals.total() > len(MOST_REFUSED)
    assert full.refusals.keys() >= MOST_REFUSED
    assert after.refusals == Counter()
    assert server.stop() == 0
    assert notebook.differences(found_in(folder)) == {}
    assert Books(folder).wrong() == {}
    assert check_integrity(Settings(data_dir=folder)).problems == []
    print(f"on a full disk {full.refusals.total()} writes were refused, none was lost: {dict(full.refusals)}")  # noqa: T201
