"""`goalbucks move-to`: a laptop's folders into a school's database and object store (docs/school-server.md)."""

import json
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from launcher.__main__ import main
from launcher.errors import RelocatedError
from launcher.startup import relocation
from launcher.startup.single_instance import SingleInstance
from server.database.base import new_id
from server.database.postgresql import AdvisoryLock, open_unpooled_engine, try_advisory_lock
from server.media import open_media_store
from server.school.importing import service
from server.school.importing.relocation_marker import RelocationMarker, write_marker
from server.settings import Settings
from tests.factories.folders import everything_in, images_of
from tests.factories.process import ROOT
from tests.factories.school import laptop, pictures_in, rows_of
from tests.school.moves import ADDRESS, MOVED, MoveTo, bucket, change, folder, lived_in, move_to

__all__ = ["bucket", "folder", "lived_in", "move_to"]


def test_all_of_a_class_moves_and_the_laptop_leads_to_the_school(folder: Path, move_to: MoveTo) -> None:
    before = everything_in(folder)
    assert "Rows: teachers 1, classes 1, students 3, " in move_to(folder, more=("--dry-run",))
    assert not any(rows_of(move_to.url, MOVED).values())
    said = move_to(folder, more=("--address", ADDRESS))
    assert rows_of(move_to.url, MOVED) == rows_of(laptop(folder), MOVED)
    assert pictures_in(move_to.media) == images_of(folder)
    assert "The balances of 3 students are the same" in said
    assert "Pictures: 4 (" in said
    assert everything_in(folder) == before
    assert len(list((folder / "backups").iterdir())) == 1
    assert said.splitlines()[0] in (folder / "moved.txt").read_text()
    with pytest.raises(RelocatedError, match=ADDRESS) as refusal:
        relocation.require_not_relocated(Settings(data_dir=folder))
    assert refusal.value.redirect_url == ADDRESS
    (folder / "moved.json").unlink()
    relocation.require_not_relocated(Settings(data_dir=folder))


def test_a_move_that_was_made_is_not_made_again(folder: Path, move_to: MoveTo) -> None:
    assert "give the same command with --address" in move_to(folder)
    change(move_to.url, "DELETE FROM students WHERE username = 'amara.0'")
    change(move_to.url, "UPDATE classrooms SET name = 'Room 13'")
    at_school = rows_of(move_to.url, MOVED)
    said = move_to(folder, more=("--address", ADDRESS))
    assert "has moved already, on " in said
    assert f"leads from this folder to {ADDRESS} now." in said
    assert rows_of(move_to.url, MOVED) == at_school
    assert json.loads((folder / "moved.json").read_text())["address"] == ADDRESS
    # Somebody has it back, and works on.
    (folder / "moved.json").unlink()
    change(
        laptop(folder),
        "INSERT INTO store_items (id, created_at, classroom_id, name, goalbucks_cost)"
        " SELECT :id, '2026-01-01 00:00:00.000000', id, 'Pen', 5 FROM classrooms",
        id=new_id(),
    )
    assert "WRONG: somebody has used GoalBucks with this folder" in move_to(folder, code=1)
    assert rows_of(move_to.url, MOVED) == at_school


def test_a_killed_move_goes_on_to_the_same_end(folder: Path, move_to: MoveTo) -> None:
    points = ("pictures copied:2", "rows written:150", "pictures compared:2")
    command = [sys.executable, "-m", "tests.school.killed_moves", str(folder), move_to.url, move_to.media, *points]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    # A picture is there, but no row; then neither was kept; then all rows are there, for good.
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.split() == ["0", "0", "1"]
    with pytest.raises(RelocatedError, match="goalbucks move-to once more"):
        relocation.require_not_relocated(Settings(data_dir=folder))
    assert rows_of(move_to.url, MOVED) == rows_of(laptop(folder), MOVED)
    change(move_to.url, "UPDATE classrooms SET name = 'Room 13'")
    store = open_media_store(move_to.media, folder)
    for image in list(store.keys()):
        store.delete(image.key)  # as a sweep may have done before the rows came
    assert "Its rows came with an earlier run" in move_to(folder)
    assert [each["name"] for each in rows_of(move_to.url, MOVED)["classrooms"].values()] == ["Room 13"]
    assert pictures_in(move_to.media) == images_of(folder)


def test_two_copies_of_one_folder_do_not_both_move(folder: Path, move_to: MoveTo) -> None:
    copy = Path(shutil.copytree(folder, folder.with_name("copy")))
    assert "another copy of this folder" in move_to(folder, copy, code=1)
    move_to(folder)
    at_school = rows_of(move_to.url, MOVED)
    change(laptop(copy), "UPDATE goals SET name = 'Of the copy'")
    assert "another copy of this folder" in move_to(copy, code=1)
    assert rows_of(move_to.url, MOVED) == at_school
    relocation.require_not_relocated(Settings(data_dir=copy))


def test_what_the_school_keeps_otherwise_is_not_kept_at_all(folder: Path, move_to: MoveTo) -> None:
    change(
        move_to.url,
        "CREATE FUNCTION shout() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN NEW.name = upper(NEW.name); RETURN NEW; END $$",
    )
    change(move_to.url, "CREATE TRIGGER shout BEFORE INSERT ON goals FOR EACH ROW EXECUTE FUNCTION shout()")
    try:
        said = move_to(folder, code=1)
    finally:
        change(move_to.url, "DROP FUNCTION shout CASCADE")
    assert "Nothing of this folder was moved. 126 rows of goals are not the same." in said
    assert not any(rows_of(move_to.url, MOVED).values())
    relocation.require_not_relocated(Settings(data_dir=folder))


def test_it_waits_for_nobody_and_says_why(
    folder: Path, move_to: MoveTo, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with SingleInstance(folder):
        assert f"GoalBucks is running with the data folder {folder}." in move_to(folder, code=1)
    monkeypatch.setattr(service, "LOCK_TIMEOUT_SECONDS", 1)
    with open_unpooled_engine(move_to.url).connect() as other, try_advisory_lock(other, AdvisoryLock.IMPORT):
        assert "Another goalbucks move-to is moving" in move_to(folder, code=1)
    assert f"no GoalBucks in the folder {tmp_path / 'none'}" in move_to(tmp_path / "none", code=1)
    assert "has the e-mail omar@school.test" in move_to(folder, more=("--leave-out", "omar@school.test"), code=1)
    change(laptop(folder), "UPDATE balances SET earned = earned + 1")
    assert "is not sound, so that nothing was moved: The balance of student" in move_to(folder, code=1)
    assert not any(rows_of(move_to.url, MOVED).values())


def test_a_picture_that_is_missing_is_told_and_the_rest_moves(folder: Path, move_to: MoveTo) -> None:
    lost, kept = sorted(images_of(folder))[:2]
    (folder / "images" / lost[30:32] / lost).unlink()
    said = move_to(folder)
    assert "MISSING: 1 pictures can't be read on this computer either.\n  Amara Okafor: " in said
    assert kept in pictures_in(move_to.media)
    assert rows_of(move_to.url, MOVED) == rows_of(laptop(folder), MOVED)


def test_a_database_that_lets_nobody_in_is_told_without_the_password(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOALBUCKS_DATABASE_URL", "postgresql://goalbucks:s3cret@127.0.0.1:1/school")
    assert main(["move-to", "--data-dir", str(folder)]) == 1
    said = capsys.readouterr()
    assert "Check the address, the name and the password" in said.err
    assert "s3cret" not in said.out + said.err
    assert main(["move-to", "mysql://goalbucks:s3cret@db/school", "--data-dir", str(folder)]) == 1
    said = capsys.readouterr()
    assert "it has to begin with postgresql+psycopg://" in said.err
    assert "s3cret" not in said.out + said.err
    monkeypatch.delenv("GOALBUCKS_DATABASE_URL")
    assert main(["move-to", "--data-dir", str(folder)]) == 1
    assert "Name the school's database" in capsys.readouterr().err


def test_serving_a_folder_whose_classes_have_moved_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_marker(tmp_path, RelocationMarker(ADDRESS, datetime(2026, 11, 22, 12, tzinfo=UTC)))
    assert main(["serve", "--data-dir", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"On 22 November 2026 this computer's classes moved to the school's server: {ADDRESS}. ")
    assert str(tmp_path / "moved.json") in said


@pytest.mark.parametrize(
    "address", ["goalbucks.school.example", "ftp://goalbucks.school.example", "https://", "https://a b"]
)
def test_an_address_is_one_that_a_browser_opens(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["move-to", "--address", address])
    assert "it begins with https://" in capsys.readouterr().err
