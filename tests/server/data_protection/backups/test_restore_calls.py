"""Restoring backups over HTTP on the class computer."""

import errno
import json
import os
import shutil
import sqlite3
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from server.data_protection.backups import encryption, upload, zip_reader
from server.data_protection.backups.retention import file_name
from server.data_protection.backups.routes import RESTORE_PATH
from server.data_protection.backups.service import BackupRequest
from tests.factories.api_client import ApiClient, error
from tests.factories.classroom import PreparedClassroom
from tests.factories.data_folders import find_temporary_files, read_tables
from tests.factories.full_history import create_full_history
from tests.factories.http_client import HttpClient
from tests.factories.passwords import PASSWORD
from tests.factories.seeded import seed
from tests.factories.server_process import ServerProcess
from tests.server.data_protection.backups.api_helpers import (
    PASSPHRASE,
    content_without_activity_log,
    find_backup,
    list_backups,
    upload_and_restore,
)

pytestmark = pytest.mark.sqlite_file


@pytest.mark.spec("15.9")
def test_restore_returns_the_backed_up_state_and_backs_up_the_present_one(classroom: PreparedClassroom) -> None:
    create_full_history(classroom)
    made = classroom.teacher_client.post("/api/backups", {}).json()
    before = content_without_activity_log(classroom.test_app.data_folder)
    assert classroom.teacher_client.delete(f"/api/students/{classroom.student.id}").status_code == 204
    response = classroom.teacher_client.post(f"/api/backups/{made['name']}/restore", {})
    assert response.status_code == 200
    assert content_without_activity_log(classroom.test_app.data_folder) == before
    teacher_client = classroom.test_app.client_for(classroom.teacher)
    kept_as = response.json()["keptAs"]
    before_deleting = find_backup(classroom.test_app, "before-deleting-student").name
    assert {each["name"] for each in list_backups(teacher_client)["backups"]} == {
        kept_as,
        made["name"],
        before_deleting,
    }
    assert teacher_client.post(f"/api/backups/{kept_as}/restore", {}).status_code == 200
    assert read_tables(classroom.test_app.data_folder / "goalbucks.db")["students"] == []


@pytest.mark.spec("15.9")
def test_restore_ends_every_session(classroom: PreparedClassroom) -> None:
    made = classroom.teacher_client.post("/api/backups", {}).json()
    assert classroom.teacher_client.post(f"/api/backups/{made['name']}/restore", {}).status_code == 200
    assert classroom.teacher_client.get("/api/classrooms").status_code == 401
    assert classroom.student_client.get(f"/api/students/{classroom.student.id}/goals").status_code == 401


def test_uploaded_backup_is_restored_and_leaves_no_temporary_files(
    classroom: PreparedClassroom, tmp_path: Path
) -> None:
    create_full_history(classroom)
    stick = tmp_path / "stick.backup"
    classroom.test_app.services.backups.write(BackupRequest("by-hand", target=stick))
    before = content_without_activity_log(classroom.test_app.data_folder)
    assert classroom.teacher_client.delete(f"/api/classrooms/{classroom.row.id}").status_code == 204
    response = upload_and_restore(classroom.teacher_client, stick.read_bytes())
    assert response.status_code == 200
    assert content_without_activity_log(classroom.test_app.data_folder) == before
    assert response.json()["keptAs"].endswith("-before-restore.backup")
    assert find_temporary_files(classroom.test_app.data_folder) == []


def test_daily_backup_without_its_photos_is_refused_until_confirmed(classroom: PreparedClassroom) -> None:
    create_full_history(classroom)
    content = classroom.test_app.services.backups.write(BackupRequest("daily")).read_bytes()
    assert classroom.teacher_client.delete(f"/api/classrooms/{classroom.row.id}").status_code == 204
    shutil.rmtree(classroom.test_app.data_folder / "backups" / "photos")
    assert error(upload_and_restore(classroom.teacher_client, content)) == (409, "photos_missing")
    assert classroom.teacher_client.get("/api/classrooms").json() == []
    assert find_temporary_files(classroom.test_app.data_folder) == []
    assert upload_and_restore(classroom.teacher_client, content, without_photos=True).status_code == 200
    teacher_client = classroom.test_app.client_for(classroom.teacher)
    assert [each["id"] for each in teacher_client.get("/api/classrooms").json()] == [classroom.row.id]


@pytest.mark.long
def test_encrypted_backup_opens_only_with_its_passphrase(classroom: PreparedClassroom) -> None:
    made = classroom.teacher_client.post("/api/backups", {"passphrase": f"  {PASSPHRASE} "}).json()
    assert made["locked"]
    path = f"/api/backups/{made['name']}/restore"
    content = (classroom.test_app.data_folder / "backups" / made["name"]).read_bytes()
    assert error(classroom.teacher_client.post(path, {})) == (422, "passphrase_needed")
    assert error(classroom.teacher_client.post(path, {"passphrase": "green apples"})) == (422, "wrong_passphrase")
    assert error(upload_and_restore(classroom.teacher_client, content)) == (422, "passphrase_needed")
    assert error(upload_and_restore(classroom.teacher_client, content, "green apples")) == (422, "wrong_passphrase")
    assert find_temporary_files(classroom.test_app.data_folder) == []
    assert upload_and_restore(classroom.teacher_client, content, PASSPHRASE).status_code == 200
    teacher_client = classroom.test_app.client_for(classroom.teacher)
    assert teacher_client.post(path, {"passphrase": PASSPHRASE}).status_code == 200


def test_passphrase_is_passed_on_unchanged(classroom: PreparedClassroom, monkeypatch: pytest.MonkeyPatch) -> None:
    typed: list[str | None] = []

    def lock(plain: Path, encrypted: Path, passphrase: str) -> None:
        typed.append(passphrase)
        with zipfile.ZipFile(encrypted, "w") as file:
            file.writestr(zip_reader.KEY_NAME, b"")
            file.write(plain, zip_reader.ENCRYPTED_NAME)

    def unlock(path: Path, passphrase: str | None, plain: Path) -> None:
        typed.append(passphrase)
        with zipfile.ZipFile(path) as file:
            plain.write_bytes(file.read(zip_reader.ENCRYPTED_NAME))

    monkeypatch.setattr(encryption, "encrypt", lock)  # the real key derivation takes seconds
    monkeypatch.setattr(encryption, "decrypt", unlock)
    made = classroom.teacher_client.post("/api/backups", {"passphrase": f"  {PASSPHRASE} "}).json()
    assert made["locked"]
    content = (classroom.test_app.data_folder / "backups" / made["name"]).read_bytes()
    assert upload_and_restore(classroom.teacher_client, content, f" {PASSPHRASE} ").status_code == 200
    teacher_client = classroom.test_app.client_for(classroom.teacher)
    body = {"passphrase": f"{PASSPHRASE} "}
    assert teacher_client.post(f"/api/backups/{made['name']}/restore", body).status_code == 200
    assert typed == [PASSPHRASE] * 3


def add_encrypted_backup(classroom: PreparedClassroom) -> Path:
    """Write a backup that no passphrase opens."""
    path = classroom.test_app.data_folder / "backups" / file_name("by-hand", datetime.now(UTC))
    path.parent.mkdir()
    with zipfile.ZipFile(path, "w") as file:
        file.writestr(zip_reader.KEY_NAME, b"")
        file.writestr(zip_reader.ENCRYPTED_NAME, b"")
    return path


@pytest.mark.parametrize("passphrase", ["green\tapples", "a" * 1000])
def test_passphrase_that_only_the_command_line_accepts_opens_a_backup(
    classroom: PreparedClassroom, passphrase: str
) -> None:
    path = f"/api/backups/{add_encrypted_backup(classroom).name}/restore"
    response = classroom.teacher_client.post(path, {"passphrase": passphrase})
    assert error(response) == (422, "wrong_passphrase")


def test_encrypted_backup_without_a_passphrase_is_asked_for_it(classroom: PreparedClassroom) -> None:
    path = add_encrypted_backup(classroom)
    assert [each["locked"] for each in list_backups(classroom.teacher_client)["backups"]] == [True]
    restore_path = f"/api/backups/{path.name}/restore"
    for body in ({}, {"passphrase": None}, {"passphrase": "  "}):
        assert error(classroom.teacher_client.post(restore_path, body)) == (422, "passphrase_needed")
    assert error(upload_and_restore(classroom.teacher_client, path.read_bytes(), "  ")) == (422, "passphrase_needed")
    assert error(upload_and_restore(classroom.teacher_client, path.read_bytes(), "green apples")) == (
        422,
        "wrong_passphrase",
    )
    assert find_temporary_files(classroom.test_app.data_folder) == []


def test_passphrase_header_that_cannot_be_decoded_is_a_wrong_passphrase(classroom: PreparedClassroom) -> None:
    response = classroom.teacher_client.http.post(RESTORE_PATH, content=b"", headers={"Backup-Passphrase": "%ff%fe"})
    assert error(response) == (422, "wrong_passphrase")


@pytest.mark.spec("15.8")
@pytest.mark.parametrize("short", ["1234567", "   12   ", ""])
def test_weak_passphrase_is_refused(classroom: PreparedClassroom, short: str) -> None:
    response = classroom.teacher_client.post("/api/backups", {"passphrase": short})
    assert response.status_code == 422
    assert list(response.json()["fields"]) == ["passphrase"]
    assert list_backups(classroom.teacher_client)["backups"] == []


@pytest.mark.parametrize("content", [b"", b"a shopping list", b"PK\x03\x04" + b"\0" * 5000])
def test_uploaded_file_that_is_no_backup_is_refused_and_changes_nothing(
    classroom: PreparedClassroom, content: bytes
) -> None:
    before = read_tables(classroom.test_app.data_folder / "goalbucks.db")
    assert error(upload_and_restore(classroom.teacher_client, content)) == (422, "not_a_backup")
    assert read_tables(classroom.test_app.data_folder / "goalbucks.db") == before
    assert find_temporary_files(classroom.test_app.data_folder) == []
    assert list_backups(classroom.teacher_client)["busy"] is None


def test_truncated_backup_is_reported_as_damaged(classroom: PreparedClassroom) -> None:
    made = classroom.teacher_client.post("/api/backups", {}).json()
    path = classroom.test_app.data_folder / "backups" / made["name"]
    path.write_bytes(path.read_bytes()[:-200])
    assert error(classroom.teacher_client.post(f"/api/backups/{made['name']}/restore", {})) == (422, "backup_damaged")


def test_upload_without_enough_free_space_is_refused_before_reading(
    classroom: PreparedClassroom, set_free_space: Callable[[int], None]
) -> None:
    set_free_space(1000)
    headers = {"Content-Length": "50000000"}
    response = classroom.teacher_client.http.post(RESTORE_PATH, content=b"", headers=headers)
    assert error(response) == (503, "disk_too_full")
    assert "54.2 MB are needed" in response.json()["error"]


def test_disk_full_during_an_upload_is_reported_and_changes_nothing(
    classroom: PreparedClassroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_path: str, _flags: int) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(upload, "open_owner_only", full)
    assert error(upload_and_restore(classroom.teacher_client, b"x" * 100)) == (503, "disk_too_full")
    assert classroom.teacher_client.get("/api/classrooms").status_code == 200


def test_concurrent_readers_see_the_state_before_or_after_a_restore(classroom: PreparedClassroom) -> None:
    made = classroom.teacher_client.post("/api/backups", {}).json()
    assert classroom.teacher_client.put(
        f"/api/classrooms/{classroom.row.id}", {"name": "Renamed", "gradeLevel": None}
    ).is_success
    readers = [classroom.test_app.client_for(classroom.teacher) for _ in range(5)]
    over = Event()

    def read(browser: ApiClient) -> list[tuple[int, Any]]:
        seen = []
        while not over.is_set():
            response = browser.get("/api/classrooms")
            seen.append((response.status_code, response.json()))
        return seen

    with ThreadPoolExecutor(len(readers)) as apart:
        reading = [apart.submit(read, browser) for browser in readers]
        restored = classroom.teacher_client.post(f"/api/backups/{made['name']}/restore", {})
        over.set()
        seen = [each for reader in reading for each in reader.result()]
    assert restored.status_code == 200
    assert {status for status, _ in seen} <= {200, 401, 503}
    assert {body[0]["name"] for status, body in seen if status == 200} <= {"Renamed"}


@pytest.mark.long
def test_upload_of_200_mb_uses_little_memory(tmp_path: Path) -> None:
    classroom = seed(tmp_path / "data")
    server = ServerProcess(tmp_path / "data")
    try:
        before = peak_memory(server)
        with HttpClient(server.port, classroom.teacher_token) as teacher_client:
            mebibyte = os.urandom(1 << 20)
            headers = {**teacher_client.session_headers, "Content-Length": str(200 << 20)}
            teacher_client.connection.request("POST", RESTORE_PATH, (mebibyte for _ in range(200)), headers)
            response = teacher_client.connection.getresponse()
            assert (response.status, json.loads(response.read())["code"]) == (422, "not_a_backup")
        assert peak_memory(server) - before < 30 << 10
        assert find_temporary_files(server.data_dir) == []
    finally:
        assert server.stop() == 0


def peak_memory(server: ServerProcess) -> int:
    """Return the server's peak resident memory in kilobytes."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    (line,) = (line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1])


def test_activity_log_records_who_made_and_who_restored_a_backup(classroom: PreparedClassroom) -> None:
    made = classroom.teacher_client.post("/api/backups", {}).json()
    assert classroom.teacher_client.get("/api/activity").json()[0]["kind"] == "backup_made"
    assert classroom.teacher_client.post(f"/api/backups/{made['name']}/restore", {}).status_code == 200
    teacher_client = classroom.test_app.client_for(classroom.teacher)
    kinds = [each["kind"] for each in teacher_client.get("/api/activity").json()]
    assert "backup_restored" in kinds
    assert "backup_made" not in kinds  # the backup was made before its event was recorded


def test_backup_older_than_the_teachers_account_is_restored_without_an_event(classroom: PreparedClassroom) -> None:
    before = classroom.test_app.teacher("Ben Adams")
    made = classroom.teacher_client.post("/api/backups", {}).json()
    newer = classroom.test_app.client_for(classroom.test_app.teacher("Nora New"))
    assert newer.post(f"/api/backups/{made['name']}/restore", {}).status_code == 200
    kinds = {each["kind"] for each in classroom.test_app.client_for(before).get("/api/activity").json()}
    assert kinds == {"registered"}


def test_restoring_teacher_keeps_the_present_password_and_recovery_code(classroom: PreparedClassroom) -> None:
    made = classroom.teacher_client.post("/api/backups", {}).json()
    path = f"/api/teachers/{classroom.teacher.id}"
    change = {"currentPassword": PASSWORD, "newPassword": "a newer password"}
    assert classroom.teacher_client.put(f"{path}/password", change).status_code == 204
    code = classroom.teacher_client.post(f"{path}/recovery-code", {"currentPassword": "a newer password"}).json()[
        "code"
    ]
    assert classroom.teacher_client.post(f"/api/backups/{made['name']}/restore", {}).status_code == 200
    visitor = classroom.test_app.anonymous_client()
    own = {"username": classroom.teacher.email}
    assert visitor.post("/api/auth/teacher", own | {"password": PASSWORD}).status_code == 401
    assert visitor.post("/api/auth/teacher", own | {"password": "a newer password"}).status_code == 200
    recovered = visitor.post("/api/auth/recover", own | {"code": code, "newPassword": "the newest one"})
    assert recovered.status_code == 200


def test_uploaded_backup_with_triggers_is_refused_with_a_message(classroom: PreparedClassroom, tmp_path: Path) -> None:
    altered = tmp_path / "altered.backup"
    database = classroom.test_app.data_folder / "goalbucks.db"
    trigger = "CREATE TRIGGER rich AFTER INSERT ON sessions BEGIN UPDATE goals SET goalbucks = 1000000; END"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(trigger)
        classroom.test_app.services.backups.write(BackupRequest("by-hand", target=altered))
        connection.execute("DROP TRIGGER rich")
    before = content_without_activity_log(classroom.test_app.data_folder)
    response = upload_and_restore(classroom.teacher_client, altered.read_bytes())
    assert error(response) == (422, "backup_altered")
    assert "didn't put there" in response.json()["error"]
    assert content_without_activity_log(classroom.test_app.data_folder) == before
    assert list_backups(classroom.teacher_client)["backups"] == []
