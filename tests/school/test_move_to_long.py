"""`goalbucks move-to` with a class of forty and three years of data, killed at nine points."""

import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from server.media import open_media_store
from server.school.media_location import MediaLocation
from tests.factories.data_folders import add_images, image_digests
from tests.factories.object_store import BUCKET, run_object_store
from tests.factories.paths import ROOT
from tests.factories.postgresql import DatabasePool
from tests.factories.school_data import object_digests, read_rows
from tests.factories.seeded import MONTHS, seed
from tests.school.move_to import IMPORTED_TABLES, folder_rows

STUDENTS = 40
PICTURES = 400
PICTURE_BYTES = 150_000
TIMEOUT_SECONDS = 1800
"""For each of the programs."""
MOST_MEMORY_KB = 200_000
"""Python and its libraries need half of it."""
MEASURED = (
    "import re, sys; from pathlib import Path; from launcher.__main__ import main; code = main(sys.argv[1:]);"
    "print(re.search(r'VmHWM:.*', Path('/proc/self/status').read_text())[0]); sys.exit(code)"
)
POINTS = {
    "backups made:0": 0,
    "photos copied:1": 0,
    "photos copied:300": 0,
    "rows written:1": 0,
    "rows written:120000": 0,
    "rows compared:5000": 0,
    "rows compared:200000": 0,
    "photos compared:1": 1,
    "photos compared:300": 1,
}
"""The steps, with a count, at which the import is killed, and the number of teachers at the school then."""


@pytest.mark.long
@pytest.mark.timeout(4 * TIMEOUT_SECONDS)
def test_three_years_of_data_are_complete_after_nine_kills_and_memory_stays_bounded(
    tmp_path: Path, empty_url: str, databases: DatabasePool
) -> None:
    folder = tmp_path / "laptop"
    seed(folder, months=MONTHS, students=STUDENTS)
    add_images(folder, PICTURES, PICTURE_BYTES)
    at_once = Path(shutil.copytree(folder, tmp_path / "at-once"))
    with run_object_store():
        media = f"s3://{BUCKET}/killed"
        MediaLocation(empty_url, open_media_store(media, tmp_path)).verify()
        _run(
            "-m",
            "tests.school.killed_move_to",
            folder,
            empty_url,
            media,
            *POINTS,
            expected=[*map(str, POINTS.values())],
        )
        _run("-m", "launcher", "move-to", empty_url, "--media-url", media, "--data-dir", folder)
        assert object_digests(media) == image_digests(folder)
        with databases.acquire() as url:
            media, started = f"s3://{BUCKET}/at-once", time.monotonic()
            MediaLocation(url, open_media_store(media, tmp_path)).verify()
            output = _run("-c", MEASURED, "move-to", url, "--media-url", media, "--data-dir", at_once)
            print(f"{time.monotonic() - started:.0f} s\n{output}")  # noqa: T201 - for docs/school-server.md
            assert object_digests(media) == image_digests(folder)
    found = re.search(r"VmHWM:\s+(\d+) kB", output)
    assert found
    assert int(found[1]) < MOST_MEMORY_KB
    rows = read_rows(empty_url, IMPORTED_TABLES)
    assert sum(map(len, rows.values())) > 200_000
    assert rows == folder_rows(folder)


def _run(*arguments: object, expected: list[str] | None = None) -> str:
    command = [sys.executable, *map(str, arguments)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=TIMEOUT_SECONDS)
    assert ended.returncode == 0, ended.stderr
    assert expected is None or (ended.stdout.split(), ended.stderr) == (expected, "")
    return ended.stdout
