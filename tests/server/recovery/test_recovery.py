"""The recovery application, which restores a damaged database in the same process and at the same address."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from httpx2 import Response

from launcher.cli.database_checks import MISSING
from launcher.cli.status import collect_status
from launcher.cli.status_database import database_status
from server.data_protection.backups.service import BackupRequest, BackupService
from server.database.damage_flag import RUNNING_FILE
from server.settings import Settings
from tests.factories.data_folders import (
    add_images,
    corrupt_index,
    find_temporary_files,
    image_digests,
    read_data_folder,
    read_tables,
    write_old_schema_database,
)
from tests.factories.seeded import seed
from tests.factories.unreferenced_images import start_and_delete_unreferenced
from tests.server.recovery.age_passphrase import use_low_work_factor
from tests.server.recovery.conftest import LOCAL_URL, RecoveryClient, Start, run_recovery

REMOTE_URL = "http://192.168.1.20"
JUNK = b"no database any more" * 1000


@pytest.fixture(scope="module")
def damaged_class(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder with `data`, damaged, with a valid and an encrypted backup, and `was`, its state before the damage."""
    base = tmp_path_factory.mktemp("class")
    folder = base / "data"
    seed(folder, months=1, submissions=2, students=3)
    add_images(folder, 2)
    shutil.copytree(folder, base / "was")
    backups = BackupService(Settings(data_dir=folder))
    with pytest.MonkeyPatch.context() as patch:
        use_low_work_factor(patch)
        backups.write(BackupRequest("by-hand", passphrase="open sesame"))
    backups.write(BackupRequest("daily"))
    (folder / "goalbucks.db").write_bytes(JUNK)
    (folder / RUNNING_FILE).touch()
    return base


@pytest.fixture
def folder(damaged_class: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(damaged_class / "data", tmp_path / "data"))


@pytest.fixture
def computer(folder: Path, start: Start) -> RecoveryClient:
    computer = start(folder)
    computer.wait_until_idle()
    return computer


def quarantined_database(folder: Path) -> Path:
    """Return the folder of the only quarantined database."""
    (found,) = folder.glob("damaged-*")
    return found


@pytest.mark.spec("15.10")
def test_every_other_request_is_503_during_recovery(computer: RecoveryClient) -> None:
    for path in ("/api/health", "/api/auth/session", "/api/nothing"):
        for at in (LOCAL_URL, REMOTE_URL):
            response = computer.request("GET", path, at)
            assert (response.status_code, response.json()["code"]) == (503, "needs_rescue")
            assert response.headers["retry-after"] == "5"


@pytest.mark.spec("15.10")
def test_newest_valid_backup_is_offered_with_its_content(computer: RecoveryClient, folder: Path) -> None:
    status = computer.request("GET", "/api/rescue").json()
    assert (status["reason"], status["keptIn"]) == ("damaged", str(quarantined_database(folder)))
    assert (quarantined_database(folder) / "goalbucks.db").read_bytes() == JUNK
    offers = status["backups"]
    assert [(each["kind"], each["condition"]) for each in offers] == [("daily", "proved"), ("by-hand", "locked")]
    assert (offers[0]["students"], offers[0]["classes"]) == (3, 1)
    (message,) = computer.messages
    assert "goalbucks restore" in message


@pytest.mark.parametrize(
    ("method", "path"), [("GET", ""), ("POST", "/restore"), ("POST", "/file"), ("POST", "/begin-anew")]
)
def test_recovery_is_not_visible_from_other_devices(
    computer: RecoveryClient, folder: Path, method: str, path: str
) -> None:
    body = {"name": computer.offered_backup("proved")}
    for at, headers in ((REMOTE_URL, {}), (LOCAL_URL, {"X-Forwarded-For": "192.168.1.31"})):
        response = computer.request(method, f"/api/rescue{path}", at, json=body, headers=headers)
        assert (response.status_code, response.json()["code"]) == (503, "needs_rescue")
    if method == "POST":
        foreign = computer.request(method, f"/api/rescue{path}", json=body, headers={"Origin": "http://evil.test"})
        assert foreign.json()["code"] == "foreign_origin"
    assert computer.wait_until_idle()["problem"] is None
    assert not (folder / "goalbucks.db").exists()


def test_restored_class_is_served_at_once_and_completely(
    computer: RecoveryClient, damaged_class: Path, folder: Path
) -> None:
    response = computer.restore(computer.offered_backup("proved"))
    assert (response.status_code, response.json()["doing"]) == (202, "restoring")
    computer.wait_until_idle()
    assert computer.is_back()
    assert computer.messages[-1] == "ready"
    assert read_data_folder(folder) == read_data_folder(damaged_class / "was")
    assert (quarantined_database(folder) / "goalbucks.db").read_bytes() == JUNK
    assert find_temporary_files(folder) == []


def test_second_restore_request_is_ignored(computer: RecoveryClient) -> None:
    name = computer.offered_backup("proved")
    assert computer.restore(name).status_code == 202
    # On a fast disk the class may already be restored.
    assert computer.restore(name).status_code in {404, 405, 409}
    assert computer.request("POST", "/api/rescue/begin-anew").status_code in {404, 405, 409}
    computer.wait_until_idle()
    assert computer.is_back()


def test_encrypted_backup_is_restored_with_its_passphrase(computer: RecoveryClient) -> None:
    name = computer.offered_backup("locked")
    for passphrase, code in ((None, "passphrase_needed"), ("open barley", "wrong_passphrase")):
        computer.restore(name, passphrase)
        assert computer.problem_code() == code
        assert not computer.is_back()
    computer.restore(name, "open sesame")
    computer.wait_until_idle()
    assert computer.is_back()


def test_damaged_backup_changes_nothing_and_another_can_be_restored(computer: RecoveryClient, folder: Path) -> None:
    name = computer.offered_backup("proved")
    file = folder / "backups" / name
    whole = file.read_bytes()
    file.write_bytes(whole[:5000] + b"\x00" * 100 + whole[5100:])
    computer.restore(name)
    assert computer.problem_code() == "backup_damaged"
    assert not (folder / "goalbucks.db").exists()
    computer.request("POST", "/api/rescue/file", content=whole)
    computer.wait_until_idle()
    assert computer.is_back()
    assert find_temporary_files(folder) == []


@pytest.mark.parametrize("way", ["restore", "file"])
def test_backup_with_lost_photos_is_restored_without_them_on_request(
    computer: RecoveryClient, damaged_class: Path, folder: Path, way: str
) -> None:
    name = computer.offered_backup("proved")
    content = (folder / "backups" / name).read_bytes()
    shutil.rmtree(folder / "images")
    shutil.rmtree(folder / "backups" / "photos")

    def restore(*, without_photos: bool) -> Response:
        if way == "restore":
            body = {"name": name, "withoutPhotos": without_photos}
            return computer.request("POST", "/api/rescue/restore", json=body)
        headers = {"Backup-Without-Photos": "true"} if without_photos else {}
        return computer.request("POST", "/api/rescue/file", content=content, headers=headers)

    assert restore(without_photos=False).status_code == 202
    assert computer.problem_code() == "photos_missing"
    assert not (folder / "goalbucks.db").exists()
    assert restore(without_photos=True).status_code == 202
    computer.wait_until_idle()
    assert computer.is_back()
    assert read_tables(folder / "goalbucks.db") == read_tables(damaged_class / "was" / "goalbucks.db")
    assert image_digests(folder) == {}


def test_backup_with_triggers_is_neither_offered_as_valid_nor_restored(
    damaged_class: Path, tmp_path: Path, start: Start
) -> None:
    folder = Path(shutil.copytree(damaged_class / "was", tmp_path / "data"))
    with closing(sqlite3.connect(folder / "goalbucks.db")) as connection:
        connection.execute("CREATE TRIGGER rich AFTER INSERT ON sessions BEGIN DELETE FROM goals; END")
    altered = BackupService(Settings(data_dir=folder)).write(BackupRequest("daily"))
    (folder / "goalbucks.db").write_bytes(JUNK)
    computer = start(folder)
    computer.wait_until_idle()
    computer.restore(computer.offered_backup("readable"))
    assert computer.problem_code() == "backup_altered"
    computer.request("POST", "/api/rescue/file", content=altered.read_bytes())
    assert computer.problem_code() == "backup_altered"
    assert not (folder / "goalbucks.db").exists()


def test_uploaded_backup_is_restored_with_its_passphrase(computer: RecoveryClient, folder: Path) -> None:
    whole = (folder / "backups" / computer.offered_backup("locked")).read_bytes()
    computer.request("POST", "/api/rescue/file", content=whole, headers={"Backup-Passphrase": "open%20sesame"})
    computer.wait_until_idle()
    assert computer.is_back()


def test_passphrase_header_that_is_not_utf8_is_refused_as_wrong(computer: RecoveryClient, folder: Path) -> None:
    whole = (folder / "backups" / computer.offered_backup("locked")).read_bytes()
    headers = {"Backup-Passphrase": "open%ff"}
    response = computer.request("POST", "/api/rescue/file", content=whole, headers=headers)
    assert (response.status_code, response.json()["code"]) == (422, "wrong_passphrase")


@pytest.mark.parametrize("content", [b"", b"some other file"])
def test_uploaded_file_that_is_no_backup_is_refused(computer: RecoveryClient, folder: Path, content: bytes) -> None:
    response = computer.request("POST", "/api/rescue/file", content=content)
    code = response.json()["code"] if response.status_code == 422 else computer.problem_code()
    assert code == "not_a_backup"
    assert find_temporary_files(folder) == []


@pytest.mark.parametrize("name", ["../../etc/passwd", "goalbucks-2026-01-01-000000-daily.backup", "backups"])
def test_name_that_is_no_backup_is_404(computer: RecoveryClient, name: str) -> None:
    response = computer.restore(name)
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


@pytest.mark.spec("15.10")
def test_starting_empty_keeps_the_damaged_database_and_the_images(computer: RecoveryClient, folder: Path) -> None:
    images = sorted(path.name for path in (folder / "images").rglob("*.jpg"))
    assert computer.request("POST", "/api/rescue/begin-anew").status_code == 202
    computer.wait_until_idle()
    assert computer.is_back()
    assert computer.request("GET", "/api/network/doors").json()["here"] == {"teacher": None, "classes": []}
    assert sorted(path.name for path in (folder / "images").rglob("*.jpg")) == images
    assert (quarantined_database(folder) / "goalbucks.db").read_bytes() == JUNK


def test_starting_empty_is_offered_without_any_backup(folder: Path, start: Start) -> None:
    shutil.rmtree(folder / "backups")
    computer = start(folder)
    assert computer.wait_until_idle()["backups"] == []
    assert "There is no backup" in computer.messages[0]


def test_recovery_is_offered_again_after_a_restart(folder: Path, start: Start) -> None:
    with run_recovery(folder) as first:
        first.wait_until_idle()
    second = start(folder)
    second.wait_until_idle()
    second.restore(second.offered_backup("proved"))
    second.wait_until_idle()
    assert second.is_back()
    quarantined_database(folder)


def test_damage_visible_only_when_reading_rows_is_found(damaged_class: Path, tmp_path: Path, start: Start) -> None:
    folder = Path(shutil.copytree(damaged_class / "was", tmp_path / "data"))
    database = folder / "goalbucks.db"
    whole = database.read_bytes()
    kept = len(whole) // 8
    database.write_bytes(whole[:kept] + b"\x0d\xff" * ((len(whole) - kept) // 2))
    computer = start(folder)
    assert computer.request("GET", "/api/rescue").status_code == 200
    quarantined_database(folder)


def test_damage_found_while_the_start_reads_rows_starts_recovery_at_once(
    damaged_class: Path, tmp_path: Path, start: Start
) -> None:
    folder = Path(shutil.copytree(damaged_class / "was", tmp_path / "data"))
    database = folder / "goalbucks.db"
    with closing(sqlite3.connect(database)) as connection:
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_goals_1'"
        (page,) = connection.execute(query).fetchone()
    content = bytearray(database.read_bytes())
    content[(page - 1) * size : page * size] = bytes(size)
    database.write_bytes(content)
    computer = start(folder)
    assert computer.wait_until_idle()["reason"] == "damaged"
    quarantined_database(folder)


def test_missing_database_is_reported_as_missing_and_restored_from_the_newest_backup(
    damaged_class: Path, folder: Path, start: Start
) -> None:
    (folder / "goalbucks.db").unlink()
    computer = start(folder)
    status = computer.wait_until_idle()
    assert (status["reason"], status["keptIn"]) == ("missing", None)
    assert "is missing" in computer.messages[0]
    computer.restore(computer.offered_backup("proved"))
    computer.wait_until_idle()
    assert computer.is_back()
    assert read_data_folder(folder) == read_data_folder(damaged_class / "was")
    assert list(folder.glob("damaged-*")) == []


def test_status_command_reports_a_missing_database_during_recovery(folder: Path, start: Start) -> None:
    (folder / "goalbucks.db").unlink()
    start(folder).wait_until_idle()
    assert database_status(Settings(data_dir=folder)).warning == MISSING


def test_starting_empty_after_a_lost_database_keeps_the_images(folder: Path) -> None:
    (folder / "goalbucks.db").unlink()
    images = image_digests(folder)
    for path in (folder / "images").rglob("*.jpg"):
        os.utime(path, (0, 0))
    for _ in range(2):
        with run_recovery(folder) as computer:
            if not computer.is_back():
                computer.wait_until_idle()
                computer.request("POST", "/api/rescue/begin-anew")
                computer.wait_until_idle()
            assert computer.is_back()
            assert (
                collect_status(Settings(data_dir=folder)).warnings["photos_kept"].endswith(f"{folder / 'photos-kept'}.")
            )
            assert list(folder.glob("damaged-*")) == []
        start_and_delete_unreferenced(folder)
    assert image_digests(folder) == images


def test_damage_found_by_the_pre_upgrade_backup_starts_recovery(
    damaged_class: Path, tmp_path: Path, start: Start
) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    write_old_schema_database(folder / "goalbucks.db", "0006", read_tables(damaged_class / "was" / "goalbucks.db"))
    corrupt_index(folder)
    computer = start(folder)
    assert computer.wait_until_idle()["reason"] == "damaged"
    quarantined_database(folder)


def test_intact_database_starts_no_recovery(damaged_class: Path, tmp_path: Path, start: Start) -> None:
    computer = start(Path(shutil.copytree(damaged_class / "was", tmp_path / "data")))
    assert computer.is_back()
    assert computer.messages == []
