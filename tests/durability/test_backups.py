"""Backups of a class at work, and restores that the power cut off."""

import subprocess
import sys
from pathlib import Path

import pytest

from server.backups.integrity import check
from server.backups.restoring import put_in_place, staged
from server.backups.service import Backups, Order
from server.settings import Settings
from tests.durability.books import Books
from tests.durability.conftest import Start
from tests.durability.reviewers import Reviewers
from tests.factories.folders import add_images, everything_in, images_of, tables_of
from tests.factories.process import PROGRAM, ROOT
from tests.factories.seated import seat


def _goalbucks(*arguments: object) -> None:
    subprocess.run([*PROGRAM, *(str(each) for each in arguments)], cwd=ROOT, check=True, capture_output=True)


def test_a_backup_under_load_is_one_moment_of_the_class_with_all_that_was_acknowledged_before(
    folder: Path, start: Start, tmp_path: Path
) -> None:
    reviewers = Reviewers(seat(folder, submissions=60))
    add_images(folder, 40)
    server = start()
    reviewers.begin(server.port)
    known = dict(reviewers.acknowledged)
    _goalbucks("backup", tmp_path / "busy.backup", "--data-dir", folder)
    assert reviewers.under_way  # the load lasted longer than the backup
    server.stop()
    reviewers.end()
    elsewhere = tmp_path / "elsewhere"
    _goalbucks("restore", tmp_path / "busy.backup", "--data-dir", elsewhere)
    assert Books(elsewhere).wrong() == {}
    assert check(Settings(data_dir=elsewhere)).problems == []
    assert images_of(elsewhere) == images_of(folder)
    statuses = Books(elsewhere).statuses()
    assert known
    assert {each for each in known if statuses[each] == "pending" and known[each] != "pending"} == set()
    # Its ledger is how the class's began, row by row.
    entries, later = (tables_of(each / "goalbucks.db")["goalbuck_entries"] for each in (elsewhere, folder))
    last = max(str(entry["id"]) for entry in entries)
    assert entries == [entry for entry in later if str(entry["id"]) <= last]


def test_after_the_load_a_backup_restored_elsewhere_is_equal_row_by_row_and_image_by_image(
    folder: Path, start: Start, tmp_path: Path
) -> None:
    reviewers = Reviewers(seat(folder, submissions=10))
    add_images(folder, 10)
    server = start()
    reviewers.begin(server.port)
    reviewers.wait()
    _goalbucks("backup", tmp_path / "class.backup", "--data-dir", folder)
    server.stop()
    _goalbucks("restore", tmp_path / "class.backup", "--data-dir", tmp_path / "elsewhere")
    assert everything_in(tmp_path / "elsewhere") == everything_in(folder)


def _kill_restores(tmp_path: Path, first: int, stride: int) -> tuple[int, int, int]:
    """Restore an older state of a class whose images have gone; how many were killed, left the old, left the new."""
    folder = tmp_path / "class"
    seat(folder, submissions=2, students=2)
    add_images(folder, 2)
    backup = Backups(Settings(data_dir=folder)).write(Order("by-hand", target=tmp_path / "class.backup"))
    for image in (folder / "images").rglob("*.jpg"):
        image.unlink()
    Books(folder).change("UPDATE classrooms SET name = 'Renamed since'")
    Books(folder).change("UPDATE submissions SET image_key = NULL")
    command = [sys.executable, "-m", "tests.durability.killed_restores", folder, backup, tmp_path / "scratch"]
    ended = subprocess.run(
        [*(str(each) for each in command), str(first), str(stride)],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    killed, old, new = (int(each) for each in ended.stdout.split())
    return killed, old, new


def test_a_restore_that_is_killed_leaves_the_old_state_or_the_new_one_whole(tmp_path: Path) -> None:
    killed, old, new = _kill_restores(tmp_path, 7, 45)
    assert killed == old + new
    assert killed >= 20
    assert old


@pytest.mark.long
def test_a_restore_that_is_killed_at_any_line_leaves_the_old_state_or_the_new_one_whole(tmp_path: Path) -> None:
    killed, old, new = _kill_restores(tmp_path, 1, 1)
    assert killed >= 1000
    assert old
    assert new


def test_a_restore_over_a_crash_is_whole(folder: Path, start: Start, tmp_path: Path) -> None:
    reviewers = Reviewers(seat(folder, submissions=20))
    backup = Backups(Settings(data_dir=folder)).write(Order("by-hand", target=tmp_path / "class.backup"))
    before = tables_of(folder / "goalbucks.db")
    server = start()
    reviewers.begin(server.port)
    server.kill()
    reviewers.end()
    backups = Backups(Settings(data_dir=folder))
    with staged(backups, backup, None) as what:
        kept = put_in_place(backups, what)
    assert kept is not None
    assert tables_of(folder / "goalbucks.db") == before
    with staged(backups, kept, None) as what:
        put_in_place(backups, what)
    found = Books(folder).statuses()
    assert {each: status for each, status in found.items() if status not in reviewers.may_be(each)} == {}
