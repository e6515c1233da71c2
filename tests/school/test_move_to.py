"""`goalbucks move-to`: from a data folder into a school's database and object store (docs/school-server.md)."""

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
from server.school.importing.folder_state import RelocationMarker, write_marker
from server.settings import Settings
from tests.factories.data_folders import image_digests, read_data_folder
from tests.factories.paths import ROOT
from tests.factories.school_data import object_digests, sqlite_url
from tests.school.move_to import ADDRESS, MoveTo, bucket, execute, folder, folder_rows, folder_template, move_to

__all__ = ["bucket", "folder", "folder_template", "move_to"]


def test_rows_and_images_are_imported_and_the_folder_then_leads_to_the_school(folder: Path, move_to: MoveTo) -> None:
    execute(
        sqlite_url(folder),
        "INSERT INTO login_cards (id, created_at, student_id, code_hash, key_id)"
        " SELECT id, '2026-01-01 00:00:00.000000', id, id, 'key' FROM students LIMIT 2",
    )
    before = read_data_folder(folder)
    assert "LOGIN CARDS END: 2 cards hold this computer's address." in move_to(folder, more=("--dry-run",))
    assert "Rows: teachers 1, classes 1, students 3, " in move_to(folder, more=("--dry-run",))
    assert not any(move_to.school_rows().values())
    output = move_to(folder, more=("--address", ADDRESS))
    assert move_to.school_rows() == folder_rows(folder)
    assert object_digests(move_to.media) == image_digests(folder)
    assert "The balances of 3 students are equal" in output
    assert "Photos: 4 (" in output
    assert "LOGIN CARDS END: 2 cards" in output
    assert read_data_folder(folder) == before
    assert len(list((folder / "backups").iterdir())) == 1
    assert output.splitlines()[0] in (folder / "moved.txt").read_text()
    with pytest.raises(RelocatedError, match=ADDRESS) as refusal:
        relocation.require_not_relocated(Settings(data_dir=folder))
    assert refusal.value.redirect_url == ADDRESS
    (folder / "moved.json").unlink()
    relocation.require_not_relocated(Settings(data_dir=folder))


def test_a_second_run_changes_nothing_at_the_school_and_detects_use_of_the_folder(
    folder: Path, move_to: MoveTo
) -> None:
    assert "run the same command with --address" in move_to(folder)
    execute(move_to.url, "DELETE FROM students WHERE username = 'amara.0'")
    execute(move_to.url, "UPDATE classrooms SET name = 'Room 13'")
    at_school = move_to.school_rows()
    output = move_to(folder, more=("--address", ADDRESS))
    assert "has moved already, on " in output
    assert f"GoalBucks now shows {ADDRESS}." in output
    assert move_to.school_rows() == at_school
    assert json.loads((folder / "moved.json").read_text())["address"] == ADDRESS
    (folder / "moved.json").unlink()
    execute(
        sqlite_url(folder),
        "INSERT INTO store_items (id, created_at, classroom_id, name, goalbucks_cost)"
        " SELECT :id, '2026-01-01 00:00:00.000000', id, 'Pen', 5 FROM classrooms",
        id=new_id(),
    )
    assert "PROBLEM: somebody has used GoalBucks with this folder" in move_to(folder, code=1)
    assert move_to.school_rows() == at_school


def test_a_killed_import_leaves_nothing_half_done_and_the_next_run_completes_it(folder: Path, move_to: MoveTo) -> None:
    points = ("photos copied:2", "rows written:150", "photos compared:2")
    command = [sys.executable, "-m", "tests.school.killed_move_to", str(folder), move_to.url, move_to.media, *points]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    # Killed before the commit there are no rows, after it all of them.
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.split() == ["0", "0", "1"]
    with pytest.raises(RelocatedError, match="goalbucks move-to again"):
        relocation.require_not_relocated(Settings(data_dir=folder))
    assert move_to.school_rows() == folder_rows(folder)
    execute(move_to.url, "UPDATE classrooms SET name = 'Room 13'")
    store = open_media_store(move_to.media, folder)
    for image in list(store.keys()):
        store.delete(image.key)  # as the school's cleanup may have done before the rows came
    assert "Rows that came with an earlier command were compared then." in move_to(folder)
    assert [each["name"] for each in move_to.school_rows()["classrooms"].values()] == ["Room 13"]
    assert object_digests(move_to.media) == image_digests(folder)


def test_a_second_copy_of_a_folder_is_refused(folder: Path, move_to: MoveTo) -> None:
    copy = Path(shutil.copytree(folder, folder.with_name("copy")))
    assert "another copy of this folder" in move_to(folder, copy, code=1)
    move_to(folder)
    at_school = move_to.school_rows()
    execute(sqlite_url(copy), "UPDATE goals SET name = 'Of the copy'")
    assert "another copy of this folder" in move_to(copy, code=1)
    assert move_to.school_rows() == at_school
    relocation.require_not_relocated(Settings(data_dir=copy))


def test_rows_that_differ_at_the_school_roll_the_import_back(folder: Path, move_to: MoveTo) -> None:
    execute(
        move_to.url,
        "CREATE FUNCTION shout() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN NEW.name = upper(NEW.name); RETURN NEW; END $$",
    )
    execute(move_to.url, "CREATE TRIGGER shout BEFORE INSERT ON goals FOR EACH ROW EXECUTE FUNCTION shout()")
    try:
        output = move_to(folder, code=1)
    finally:
        execute(move_to.url, "DROP FUNCTION shout CASCADE")
    assert "Nothing of this folder was moved. 126 rows of goals differ." in output
    assert not any(move_to.school_rows().values())
    relocation.require_not_relocated(Settings(data_dir=folder))


def test_a_running_server_another_import_a_missing_and_an_inconsistent_folder_are_refused(
    folder: Path, move_to: MoveTo, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with SingleInstance(folder):
        assert f"GoalBucks is running with the data folder {folder}." in move_to(folder, code=1)
    monkeypatch.setattr(service, "LOCK_TIMEOUT_SECONDS", 1)
    with open_unpooled_engine(move_to.url).connect() as other, try_advisory_lock(other, AdvisoryLock.IMPORT):
        assert "Another goalbucks move-to is moving" in move_to(folder, code=1)
    assert f"no GoalBucks database in the folder {tmp_path / 'none'}" in move_to(tmp_path / "none", code=1)
    assert "has the e-mail omar@school.test" in move_to(folder, more=("--skip", "omar@school.test"), code=1)
    execute(sqlite_url(folder), "UPDATE balances SET earned = earned + 1")
    assert "is damaged, so nothing was moved: The balance of student" in move_to(folder, code=1)
    assert not any(move_to.school_rows().values())


def test_an_unreachable_database_is_reported_without_its_password(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOALBUCKS_DATABASE_URL", "postgresql://goalbucks:s3cret@127.0.0.1:1/school")
    assert main(["move-to", "--data-dir", str(folder)]) == 1
    output = capsys.readouterr()
    assert "Check the address, the name and the password" in output.err
    assert "s3cret" not in output.out + output.err
    assert main(["move-to", "mysql://goalbucks:s3cret@db/school", "--data-dir", str(folder)]) == 1
    output = capsys.readouterr()
    assert "it has to begin with postgresql+psycopg://" in output.err
    assert "s3cret" not in output.out + output.err
    monkeypatch.delenv("GOALBUCKS_DATABASE_URL")
    assert main(["move-to", "--data-dir", str(folder)]) == 1
    assert "Name the school's database" in capsys.readouterr().err


def test_serving_a_moved_folder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_marker(tmp_path, RelocationMarker(ADDRESS, datetime(2026, 11, 22, 12, tzinfo=UTC)))
    assert main(["serve", "--data-dir", str(tmp_path)]) == 1
    output = capsys.readouterr().err
    assert output.startswith(f"On 22 November 2026 this computer's classes moved to the school's server: {ADDRESS}. ")
    assert str(tmp_path / "moved.json") in output


@pytest.mark.parametrize(
    "address", ["goalbucks.school.example", "ftp://goalbucks.school.example", "https://", "https://a b"]
)
def test_an_address_that_a_browser_cannot_open_is_refused(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["move-to", "--address", address])
    assert "it must begin with https://" in capsys.readouterr().err
