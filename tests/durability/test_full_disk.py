"""A really full disk: a small tmpfs, filled to the last byte before each write of a class's lifecycle."""

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
from tests.durability.conftest import Start
from tests.durability.db_invariants import DbInvariants
from tests.durability.expected_state import ExpectedState, read_state
from tests.durability.lifecycle import ClassLifecycle
from tests.factories.http_client import HttpClient
from tests.factories.seeded import seed

SIZE = "24m"
CHUNK_SIZES = (1 << 20, 1 << 12)
EXPECTED_CODES = {"disk_full", "disk_too_full", "not_backed_up"}

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="only an administrator of Linux can make a small disk"
)


class SmallDisk:
    """A small file system that can be filled and freed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "holiday-films"

    def fill(self) -> None:
        """Fill it to the last byte."""
        for piece in CHUNK_SIZES:
            with suppress(OSError), self._ballast.open("ab", buffering=0) as file:
                while file.write(bytes(piece)):
                    pass

    def free(self) -> None:
        """Free the space."""
        self._ballast.unlink(missing_ok=True)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[SmallDisk]:
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "goalbucks-test", folder], check=False, capture_output=True
    )
    if mounted.returncode:
        pytest.skip("this administrator may not mount anything (a container's)")
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


@pytest.fixture
def folder(small_disk: SmallDisk) -> Path:
    return small_disk.folder / "data"


def test_on_a_full_disk_writes_are_refused_with_a_message_and_succeed_once_there_is_space(
    small_disk: SmallDisk, folder: Path, start: Start, tmp_path: Path
) -> None:
    seeded_class = seed(folder, students=1)
    expected = ExpectedState(read_state(folder))
    server = start()
    with HttpClient(server.port, seeded_class.teacher_token) as teacher:

        def look_then_make_room() -> None:
            assert teacher.get(seeded_class.stats_path)  # reads work on a full disk
            small_disk.free()

        full = ClassLifecycle(folder, expected, "full", tmp_path)
        full.before_write = lambda _: small_disk.fill()
        full.after_refusal = look_then_make_room
        full.run(server.port)
    small_disk.free()
    after = ClassLifecycle(folder, expected, "after", tmp_path)
    after.run(server.port)
    assert full.refusals.total() > len(EXPECTED_CODES)
    assert full.refusals.keys() >= EXPECTED_CODES
    assert after.refusals == Counter()
    assert server.stop() == 0
    assert expected.differences(read_state(folder)) == {}
    assert DbInvariants(folder).violations() == {}
    assert check_integrity(Settings(data_dir=folder)).problems == []
    print(f"on a full disk {full.refusals.total()} writes were refused, none was lost: {dict(full.refusals)}")  # noqa: T201
