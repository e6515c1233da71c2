"""`goalbucks move-to` with data folders of other versions, damaged or in use, and with interrupted imports."""

import sqlite3
import zipfile
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy.orm import Session

from server.data_protection.privacy.erasure_journal import ErasureJournal, PendingErasure
from server.database.hooks import HOOKS_KEY, Hooks
from server.database.migrations import HEAD
from server.database.sqlite import open_sqlite_engine
from server.domain.sample_class import history, timeline
from server.domain.sample_class.content_en import ENGLISH
from server.domain.sample_class.history import Access
from tests.factories.data_folders import image_digests, read_data_folder
from tests.factories.old_schemas import SCHEMAS_FOLDER
from tests.factories.postgresql import terminate_connections
from tests.factories.school_data import object_digests, sqlite_url
from tests.school.move_to import (
    IMPORTED_TABLES,
    MoveTo,
    bucket,
    execute,
    folder,
    folder_rows,
    folder_template,
    interrupt,
    move_to,
    press_ctrl_c,
)

__all__ = ["bucket", "folder", "folder_template", "move_to"]
EARLIER = sorted(path.stem for path in SCHEMAS_FOLDER.glob("*.zip"))


@pytest.mark.parametrize("revision", ["0001", *(pytest.param(each, marks=pytest.mark.long) for each in EARLIER[1:])])
def test_a_folder_of_an_earlier_version_is_imported_and_left_unchanged(
    tmp_path: Path, move_to: MoveTo, revision: str
) -> None:
    old = tmp_path / "old"
    with zipfile.ZipFile(SCHEMAS_FOLDER / f"{revision}.zip") as kept:
        kept.extractall(old)
    before = read_data_folder(old)
    move_to(old)
    at_school = move_to.school_rows()
    assert {table: len(at_school[table]) for table in IMPORTED_TABLES} == {
        table: len(before[0].get(table, ())) for table in IMPORTED_TABLES
    }
    assert object_digests(move_to.media) == before[1]
    assert read_data_folder(old) == before


def test_a_folder_whose_name_has_characters_of_urls_is_imported(folder: Path, move_to: MoveTo) -> None:
    renamed = folder.rename(folder.with_name("Class? 5A %20#1"))
    move_to(renamed)
    assert len(move_to.school_rows()["students"]) == 3


@pytest.mark.spec("21.4")
def test_the_sample_class_is_not_imported(folder: Path, move_to: MoveTo) -> None:
    before = {table: len(rows) for table, rows in folder_rows(folder).items()}
    engine = open_sqlite_engine(sqlite_url(folder))
    with Session(engine, info={HOOKS_KEY: Hooks()}) as db:
        history.make(db, ENGLISH, Access("7KXW3M", "a hash"), ["0" * 32] * timeline.PHOTO_COUNT)
        db.commit()
    engine.dispose()
    output = move_to(folder)
    at_school = {table: len(rows) for table, rows in move_to.school_rows().items()}
    assert {table: at_school[table] for table in IMPORTED_TABLES} == {table: before[table] for table in IMPORTED_TABLES}
    assert "Sample" not in output


def test_a_newer_schema_on_either_side_is_refused(folder: Path, move_to: MoveTo) -> None:
    revise = "UPDATE alembic_version SET version_num = :revision"
    execute(sqlite_url(folder), revise, revision="9999")
    assert f"The classes in {folder} were last used with a newer GoalBucks." in move_to(folder, code=1)
    execute(sqlite_url(folder), revise, revision=HEAD)
    execute(move_to.url, revise, revision="9999")
    try:
        assert "The school's server has a newer GoalBucks than this computer." in move_to(folder, code=1)
    finally:
        execute(move_to.url, revise, revision=HEAD)
    assert not any(move_to.school_rows().values())


@pytest.mark.parametrize("damage", [b"", b"no database at all", None])
def test_a_damaged_database_is_refused_and_left_unchanged(folder: Path, move_to: MoveTo, damage: bytes | None) -> None:
    file = folder / "goalbucks.db"
    if damage is None:
        with file.open("r+b") as pages:
            pages.seek(file.stat().st_size // 2)
            pages.write(b"\xff" * 8192)
    else:
        file.write_bytes(damage)
    kept = file.read_bytes()
    assert str(folder) in move_to(folder, code=1)
    assert file.read_bytes() == kept
    assert not any(move_to.school_rows().values())


def test_a_database_with_a_foreign_trigger_is_refused(folder: Path, move_to: MoveTo) -> None:
    execute(sqlite_url(folder), "CREATE TRIGGER rich AFTER INSERT ON sessions BEGIN DELETE FROM goals; END")
    output = move_to(folder, code=1)
    assert "GoalBucks didn't put there (trigger rich)" in output
    assert not any(move_to.school_rows().values())


def test_an_unfinished_erasure_is_refused(folder: Path, move_to: MoveTo) -> None:
    (student, *_) = folder_rows(folder)["students"]
    ErasureJournal(folder).save(note := PendingErasure(student, "t", ()))
    for more in ((), ("--dry-run",)):
        assert "The erasure of a student" in move_to(folder, more=more, code=1)
    assert not any(move_to.school_rows().values())
    ErasureJournal(folder).remove(note)
    move_to(folder)


def test_a_value_that_postgresql_rejects_is_reported_by_table(folder: Path, move_to: MoveTo) -> None:
    execute(sqlite_url(folder), "UPDATE goals SET name = :name", name="x" * 5000)
    output = move_to(folder, code=1)
    assert "Nothing of this folder was moved. The value is in the table goals." in output
    assert not any(move_to.school_rows().values())


@pytest.mark.parametrize(
    ("point", "cut"),
    [
        (("photos copied", 1), True),
        (("rows compared", 100), False),
        *(
            pytest.param(point, cut, marks=pytest.mark.long)
            for point, cut in ((("rows written", 100), True), (("rows compared", 200), True))
        ),
    ],
)
def test_a_lost_connection_or_ctrl_c_leaves_no_rows_and_the_next_run_completes(
    folder: Path, move_to: MoveTo, monkeypatch: pytest.MonkeyPatch, point: tuple[str, int], *, cut: bool
) -> None:
    interrupt(monkeypatch, point, partial(terminate_connections, move_to.url) if cut else press_ctrl_c)
    output = move_to(folder, code=1)
    assert (
        "The school's database does not answer" if cut else "Interrupted. Run the same command again to continue"
    ) in output
    assert not any(move_to.school_rows().values())
    move_to(folder)
    assert move_to.school_rows() == folder_rows(folder)
    assert object_digests(move_to.media) == image_digests(folder)


def test_an_unfinished_import_is_completed_although_the_folder_was_used_since(
    folder: Path, move_to: MoveTo, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt(monkeypatch, ("photos compared", 1), press_ctrl_c)
    move_to(folder, code=1)
    (folder / "moved.json").unlink()
    execute(
        sqlite_url(folder),
        "INSERT INTO store_items (id, created_at, classroom_id, name, goalbucks_cost)"
        " SELECT 'ffffffff-ffff-7fff-bfff-ffffffffffff', '2026-01-01 00:00:00.000000', id, 'Pen', 5 FROM classrooms",
    )
    assert "PROBLEM: somebody has used GoalBucks with this folder" in move_to(folder, code=1)
    assert not (folder / "moved.json").exists()
    assert "moved already" in move_to(folder, code=1)
    assert object_digests(move_to.media) == image_digests(folder)


def test_a_disk_error_of_the_folder_is_not_blamed_on_the_school(
    folder: Path, move_to: MoveTo, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise sqlite3.OperationalError("disk I/O error")

    interrupt(monkeypatch, ("rows written", 1), fail)
    output = move_to(folder, code=1)
    assert "The school's database does not answer" not in output
    assert "GoalBucks could not start" not in output
    assert not any(move_to.school_rows().values())


def test_a_missing_image_is_reported_by_a_dry_run_without_changes_and_the_rest_is_imported(
    folder: Path, move_to: MoveTo
) -> None:
    lost, kept = sorted(image_digests(folder))[:2]
    (folder / "images" / lost[30:32] / lost).unlink()
    before = _files(folder)
    output = move_to(folder, more=("--dry-run",))
    assert "Photos: 3 (" in output
    assert "MISSING: 1 photos" in output
    assert _files(folder) == before
    output = move_to(folder)
    assert "MISSING: 1 photos can't be read on this computer either.\n  Amara Okafor: " in output
    assert kept in object_digests(move_to.media)
    assert move_to.school_rows() == folder_rows(folder)


def _files(folder: Path) -> dict[Path, bytes]:
    """All files but those that SQLite makes beside a database when it is read."""
    return {
        path: path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.endswith(("-shm", "-wal"))
    }
