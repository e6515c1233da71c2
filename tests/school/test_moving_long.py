"""A class of forty with three years behind it moves to a school, killed again and again on its way."""

import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from server.media import open_media_store
from server.school.importing.media_location import MediaLocation
from tests.factories.folders import add_images, images_of
from tests.factories.object_store import BUCKET, object_store
from tests.factories.postgresql import Databases
from tests.factories.process import ROOT
from tests.factories.school import laptop, pictures_in, rows_of
from tests.factories.seated import MONTHS, seat
from tests.school.moves import MOVED

STUDENTS = 40
PICTURES = 400
PICTURE_BYTES = 150_000
MOST_MEMORY_KB = 200_000
"""Python and its libraries have half of it."""
MEASURED = (
    "import re, sys; from pathlib import Path; from launcher.__main__ import main; code = main(sys.argv[1:]);"
    "print(re.search(r'VmHWM:.*', Path('/proc/self/status').read_text())[0]); sys.exit(code)"
)
POINTS = {
    "backups made:0": 0,
    "pictures copied:1": 0,
    "pictures copied:300": 0,
    "rows written:1": 0,
    "rows written:120000": 0,
    "rows compared:5000": 0,
    "rows compared:200000": 0,
    "pictures compared:1": 1,
    "pictures compared:300": 1,
}
"""Where it is killed, and how many teachers the school has then."""


@pytest.mark.long
def test_three_years_of_a_class_killed_on_the_way_are_there_row_by_row(
    tmp_path: Path, empty_url: str, databases: Databases
) -> None:
    folder = tmp_path / "laptop"
    seat(folder, months=MONTHS, students=STUDENTS)
    add_images(folder, PICTURES, PICTURE_BYTES)
    at_once = Path(shutil.copytree(folder, tmp_path / "at-once"))
    with object_store():
        media = f"s3://{BUCKET}/killed"
        MediaLocation(empty_url, open_media_store(media, tmp_path)).verify()
        _run("-m", "tests.school.killed_moves", folder, empty_url, media, *POINTS, says=[*map(str, POINTS.values())])
        _run("-m", "launcher", "move-to", empty_url, "--media-url", media, "--data-dir", folder)
        assert pictures_in(media) == images_of(folder)
        with databases.one() as url:
            media, begun = f"s3://{BUCKET}/at-once", time.monotonic()
            MediaLocation(url, open_media_store(media, tmp_path)).verify()
            said = _run("-c", MEASURED, "move-to", url, "--media-url", media, "--data-dir", at_once)
            print(f"{time.monotonic() - begun:.0f} s\n{said}")  # noqa: T201 - for docs/school-server.md
            assert pictures_in(media) == images_of(folder)
    found = re.search(r"VmHWM:\s+(\d+) kB", said)
    assert found
    assert int(found[1]) < MOST_MEMORY_KB
    rows = rows_of(empty_url, MOVED)
    assert sum(map(len, rows.values())) > 200_000
    assert rows == rows_of(laptop(folder), MOVED)


def _run(*arguments: object, says: list[str] | None = None) -> str:
    command = [sys.executable, *map(str, arguments)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=900)
    assert ended.returncode == 0, ended.stderr
    assert says is None or (ended.stdout.split(), ended.stderr) == (says, "")
    return ended.stdout
