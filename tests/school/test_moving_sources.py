"""Folders as they are in life: of another version, damaged, in the middle of something; and moves that are cut off."""

import sqlite3
import zipfile
from functools import partial
from pathlib import Path

import psycopg
import pytest

from server.data_protection.privacy.erasure_journal import ErasureJournal, PendingErasure
from server.database.migrations import HEAD
from server.database.postgresql import to_libpq_url
from tests.factories.folders import everything_in, images_of
from tests.factories.schemas import SCHEMAS
from tests.factories.school import laptop, pictures_in, rows_of
from tests.school.moves import (
    MOVED,
    MoveTo,
    bucket,
    change,
    folder,
    interrupt,
    laptops,
    lived_in,
    move_to,
    press_ctrl_c,
)

__all__ = ["bucket", "folder", "laptops", "lived_in", "move_to"]
EARLIER = sorted(path.stem for path in SCHEMAS.glob("*.zip"))


@pytest.mark.parametrize("revision", ["0001", *(pytest.param(each, marks=pytest.mark.long) for each in EARLIER[1:])])
def test_a_folder_of_an_earlier_version_moves_and_stays_as_it_was(
    tmp_path: Path, move_to: MoveTo, revision: str
) -> None:
    """As that version's program left it."""
    old = tmp_path / "old"
    with zipfile.ZipFile(SCHEMAS / f"{revision}.zip") as kept:
        kept.extractall(old)
    before = everything_in(old)
    move_to(old)
    at_school = rows_of(move_to.url, MOVED)
    assert {table: len(at_school[table]) for table in MOVED} == {
        table: len(before[0].get(table, ())) for table in MOVED
    }
    assert pictures_in(move_to.media) == before[1]
    assert everything_in(old) == before


def test_a_newer_version_on_either_side_is_told(folder: Path, move_to: MoveTo) -> None:
    revise = "UPDATE alembic_version SET version_num = :revision"
    change(laptop(folder), revise, revision="9999")
    assert f"The classes in {folder} were last used with a newer GoalBucks." in move_to(folder, code=1)
    change(laptop(folder), revise, revision=HEAD)
    change(move_to.url, revise, revision="9999")
    try:
        assert "The school's server has a newer GoalBucks than this computer." in move_to(folder, code=1)
    finally:
        change(move_to.url, revise, revision=HEAD)
    assert not any(rows_of(move_to.url, MOVED).values())


@pytest.mark.parametrize("spoilt", [b"", b"no database at all", None])
def test_a_damaged_file_is_told_and_nothing_moves(folder: Path, move_to: MoveTo, spoilt: bytes | None) -> None:
    file = folder / "goalbucks.db"
    if spoilt is None:
        with file.open("r+b") as pages:
            pages.seek(file.stat().st_size // 2)
            pages.write(b"\xff" * 8192)
    else:
        file.write_bytes(spoilt)
    kept = file.read_bytes()
    assert str(folder) in move_to(folder, code=1)
    assert file.read_bytes() == kept
    assert not any(rows_of(move_to.url, MOVED).values())


def test_a_file_that_brings_its_own_program_is_told_and_nothing_moves(folder: Path, move_to: MoveTo) -> None:
    change(laptop(folder), "CREATE TRIGGER rich AFTER INSERT ON sessions BEGIN DELETE FROM goals; END")
    said = move_to(folder, code=1)
    assert "GoalBucks didn't put there (trigger rich)" in said
    assert not any(rows_of(move_to.url, MOVED).values())


def test_a_student_who_is_being_erased_does_not_move(folder: Path, move_to: MoveTo) -> None:
    (student, *_) = rows_of(laptop(folder), MOVED)["students"]
    ErasureJournal(folder).save(note := PendingErasure(student, "t", ()))
    for more in ((), ("--dry-run",)):
        assert "The erasing of a student" in move_to(folder, more=more, code=1)
    assert not any(rows_of(move_to.url, MOVED).values())
    ErasureJournal(folder).remove(note)
    move_to(folder)


def test_what_only_the_laptop_keeps_is_told_by_its_kind(folder: Path, move_to: MoveTo) -> None:
    change(laptop(folder), "UPDATE goals SET name = :name", name="x" * 5000)
    said = move_to(folder, code=1)
    assert "Nothing of this folder was moved. It is something in goals." in said
    assert not any(rows_of(move_to.url, MOVED).values())


@pytest.mark.parametrize(
    ("point", "cut"),
    [
        (("pictures copied", 1), True),
        (("rows compared", 100), False),
        *(
            pytest.param(point, cut, marks=pytest.mark.long)
            for cut in (True, False)
            for point in (("pictures copied", 2), ("rows written", 100), ("rows compared", 200))
        ),
    ],
)
def test_a_cut_connection_or_ctrl_c_leaves_nothing_by_halves(
    folder: Path, move_to: MoveTo, monkeypatch: pytest.MonkeyPatch, point: tuple[str, int], *, cut: bool
) -> None:
    interrupt(monkeypatch, point, partial(_cut_all, move_to.url) if cut else press_ctrl_c)
    said = move_to(folder, code=1)
    assert ("The school's database does not answer" if cut else "Stopped. The same command goes on") in said
    assert not any(rows_of(move_to.url, MOVED).values())
    move_to(folder)
    assert rows_of(move_to.url, MOVED) == rows_of(laptop(folder), MOVED)
    assert pictures_in(move_to.media) == images_of(folder)


def _cut_all(url: str) -> None:
    with psycopg.connect(to_libpq_url(url), autocommit=True) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name = 'goalbucks'"
        )


def test_a_move_that_was_not_finished_is_finished_though_the_folder_was_used(
    folder: Path, move_to: MoveTo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its pictures would be swept at the school else; what came since is told."""
    interrupt(monkeypatch, ("pictures compared", 1), press_ctrl_c)
    move_to(folder, code=1)
    (folder / "moved.json").unlink()
    change(
        laptop(folder),
        "INSERT INTO store_items (id, created_at, classroom_id, name, goalbucks_cost)"
        " SELECT 'ffffffff-ffff-7fff-bfff-ffffffffffff', '2026-01-01 00:00:00.000000', id, 'Pen', 5 FROM classrooms",
    )
    assert "WRONG: somebody has used GoalBucks with this folder" in move_to(folder, code=1)
    assert not (folder / "moved.json").exists()
    assert "moved already" in move_to(folder, code=1)
    assert pictures_in(move_to.media) == images_of(folder)


def test_a_disk_that_fails_is_not_the_schools_database(
    folder: Path, move_to: MoveTo, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise sqlite3.OperationalError("disk I/O error")

    interrupt(monkeypatch, ("rows written", 1), fail)
    said = move_to(folder, code=1)
    assert "The school's database does not answer" not in said
    assert "GoalBucks could not start" not in said
    assert not any(rows_of(move_to.url, MOVED).values())


def test_a_dry_run_tells_what_would_be_missing_and_leaves_no_trace(folder: Path, move_to: MoveTo) -> None:
    lost = min(images_of(folder))
    (folder / "images" / lost[30:32] / lost).unlink()
    before = _files(folder)
    said = move_to(folder, more=("--dry-run",))
    assert "Pictures: 3 (" in said
    assert "MISSING: 1 pictures" in said
    assert _files(folder) == before


def _files(folder: Path) -> dict[Path, bytes]:
    """All but what SQLite lays beside a database as soon as somebody reads it."""
    return {
        path: path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.endswith(("-shm", "-wal"))
    }
