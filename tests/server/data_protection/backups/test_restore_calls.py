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
from tests.factories.caller import Caller
from tests.factories.folders import litter, tables_of
from tests.factories.lived_in import live_in
from tests.factories.passwords import PASSWORD
from tests.factories.process import ServerProcess
from tests.factories.room import Room
from tests.factories.seated import seat
from tests.factories.world import Browser, error
from tests.server.data_protection.backups.api_helpers import (
    PASSPHRASE,
    backup_service,
    content_without_audit_log,
    data_folder,
    list_backups,
    upload_and_restore,
)

pytestmark = pytest.mark.sqlite_file


@pytest.mark.spec("15.9")
def test_restore_returns_the_backed_up_state_and_backs_up_the_present_one(room: Room) -> None:
    live_in(room)
    made = room.desk.post("/api/backups", {}).json()
    before = content_without_audit_log(data_folder(room))
    assert room.desk.delete(f"/api/students/{room.student.id}").status_code == 204
    answer = room.desk.post(f"/api/backups/{made['name']}/restore", {})
    assert answer.status_code == 200
    assert content_without_audit_log(data_folder(room)) == before
    desk = room.world.signed_in(room.teacher)
    kept_as = answer.json()["keptAs"]
    assert {each["name"] for each in list_backups(desk)["backups"]} == {kept_as, made["name"]}
    assert desk.post(f"/api/backups/{kept_as}/restore", {}).status_code == 200
    assert tables_of(data_folder(room) / "goalbucks.db")["students"] == []


@pytest.mark.spec("15.9")
def test_restore_ends_every_session(room: Room) -> None:
    made = room.desk.post("/api/backups", {}).json()
    assert room.desk.post(f"/api/backups/{made['name']}/restore", {}).status_code == 200
    assert room.desk.get("/api/classrooms").status_code == 401
    assert room.tablet.get(f"/api/students/{room.student.id}/goals").status_code == 401


def test_uploaded_backup_is_restored_and_leaves_no_temporary_files(room: Room, tmp_path: Path) -> None:
    live_in(room)
    stick = tmp_path / "stick.backup"
    backup_service(room).write(BackupRequest("by-hand", target=stick))
    before = content_without_audit_log(data_folder(room))
    assert room.desk.delete(f"/api/classrooms/{room.classroom.id}").status_code == 204
    answer = upload_and_restore(room.desk, stick.read_bytes())
    assert answer.status_code == 200
    assert content_without_audit_log(data_folder(room)) == before
    assert answer.json()["keptAs"].endswith("-before-restore.backup")
    assert litter(data_folder(room)) == []


def test_daily_backup_without_its_photos_is_refused_until_confirmed(room: Room) -> None:
    live_in(room)
    content = backup_service(room).write(BackupRequest("daily")).read_bytes()
    assert room.desk.delete(f"/api/classrooms/{room.classroom.id}").status_code == 204
    shutil.rmtree(data_folder(room) / "backups" / "photos")
    assert error(upload_and_restore(room.desk, content)) == (409, "photos_missing")
    assert room.desk.get("/api/classrooms").json() == []
    assert litter(data_folder(room)) == []
    assert upload_and_restore(room.desk, content, without_photos=True).status_code == 200
    desk = room.world.signed_in(room.teacher)
    assert [each["id"] for each in desk.get("/api/classrooms").json()] == [room.classroom.id]


@pytest.mark.long
def test_encrypted_backup_opens_only_with_its_passphrase(room: Room) -> None:
    made = room.desk.post("/api/backups", {"passphrase": f"  {PASSPHRASE} "}).json()
    assert made["locked"]
    path = f"/api/backups/{made['name']}/restore"
    content = (data_folder(room) / "backups" / made["name"]).read_bytes()
    assert error(room.desk.post(path, {})) == (422, "passphrase_needed")
    assert error(room.desk.post(path, {"passphrase": "green apples"})) == (422, "wrong_passphrase")
    assert error(upload_and_restore(room.desk, content)) == (422, "passphrase_needed")
    assert error(upload_and_restore(room.desk, content, "green apples")) == (422, "wrong_passphrase")
    assert litter(data_folder(room)) == []
    assert upload_and_restore(room.desk, content, PASSPHRASE).status_code == 200
    desk = room.world.signed_in(room.teacher)
    assert desk.post(path, {"passphrase": PASSPHRASE}).status_code == 200


def test_passphrase_is_passed_on_unchanged(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    typed: list[str | None] = []

    def lock(plain: Path, locked: Path, passphrase: str) -> None:
        typed.append(passphrase)
        with zipfile.ZipFile(locked, "w") as file:
            file.writestr(zip_reader.KEY_NAME, b"")
            file.write(plain, zip_reader.ENCRYPTED_NAME)

    def unlock(path: Path, passphrase: str | None, plain: Path) -> None:
        typed.append(passphrase)
        with zipfile.ZipFile(path) as file:
            plain.write_bytes(file.read(zip_reader.ENCRYPTED_NAME))

    monkeypatch.setattr(encryption, "encrypt", lock)  # the real key derivation takes seconds
    monkeypatch.setattr(encryption, "decrypt", unlock)
    made = room.desk.post("/api/backups", {"passphrase": f"  {PASSPHRASE} "}).json()
    assert made["locked"]
    content = (data_folder(room) / "backups" / made["name"]).read_bytes()
    assert upload_and_restore(room.desk, content, f" {PASSPHRASE} ").status_code == 200
    desk = room.world.signed_in(room.teacher)
    body = {"passphrase": f"{PASSPHRASE} "}
    assert desk.post(f"/api/backups/{made['name']}/restore", body).status_code == 200
    assert typed == [PASSPHRASE] * 3


def test_encrypted_backup_without_a_passphrase_is_asked_for_it(room: Room) -> None:
    path = data_folder(room) / "backups" / file_name("by-hand", datetime.now(UTC))
    path.parent.mkdir()
    with zipfile.ZipFile(path, "w") as file:
        file.writestr(zip_reader.KEY_NAME, b"")
        file.writestr(zip_reader.ENCRYPTED_NAME, b"")
    assert [each["locked"] for each in list_backups(room.desk)["backups"]] == [True]
    assert error(room.desk.post(f"/api/backups/{path.name}/restore", {})) == (422, "passphrase_needed")
    assert error(upload_and_restore(room.desk, path.read_bytes(), "  ")) == (422, "passphrase_needed")
    assert error(upload_and_restore(room.desk, path.read_bytes(), "green apples")) == (422, "wrong_passphrase")
    assert litter(data_folder(room)) == []


def test_passphrase_header_that_cannot_be_decoded_is_a_wrong_passphrase(room: Room) -> None:
    answer = room.desk.http.post(RESTORE_PATH, content=b"", headers={"Backup-Passphrase": "%ff%fe"})
    assert error(answer) == (422, "wrong_passphrase")


@pytest.mark.spec("15.8")
@pytest.mark.parametrize("short", ["1234567", "   12   ", ""])
def test_weak_passphrase_is_refused(room: Room, short: str) -> None:
    answer = room.desk.post("/api/backups", {"passphrase": short})
    assert answer.status_code == 422
    assert list(answer.json()["fields"]) == ["passphrase"]
    assert list_backups(room.desk)["backups"] == []


@pytest.mark.parametrize("content", [b"", b"a shopping list", b"PK\x03\x04" + b"\0" * 5000])
def test_uploaded_file_that_is_no_backup_is_refused_and_changes_nothing(room: Room, content: bytes) -> None:
    before = tables_of(data_folder(room) / "goalbucks.db")
    assert error(upload_and_restore(room.desk, content)) == (422, "not_a_backup")
    assert tables_of(data_folder(room) / "goalbucks.db") == before
    assert litter(data_folder(room)) == []
    assert list_backups(room.desk)["busy"] is None


def test_truncated_backup_is_reported_as_damaged(room: Room) -> None:
    made = room.desk.post("/api/backups", {}).json()
    path = data_folder(room) / "backups" / made["name"]
    path.write_bytes(path.read_bytes()[:-200])
    assert error(room.desk.post(f"/api/backups/{made['name']}/restore", {})) == (422, "backup_damaged")


def test_upload_without_enough_free_space_is_refused_before_reading(
    room: Room, set_free_space: Callable[[int], None]
) -> None:
    set_free_space(1000)
    headers = {"Content-Length": "50000000"}
    answer = room.desk.http.post(RESTORE_PATH, content=b"", headers=headers)
    assert error(answer) == (503, "disk_too_full")
    assert "54.2 MB are needed" in answer.json()["error"]


def test_disk_full_during_an_upload_is_reported_and_changes_nothing(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_path: Path) -> Any:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(upload, "_create", full)
    assert error(upload_and_restore(room.desk, b"x" * 100)) == (503, "disk_too_full")
    assert room.desk.get("/api/classrooms").status_code == 200


def test_concurrent_readers_see_the_state_before_or_after_a_restore(room: Room) -> None:
    made = room.desk.post("/api/backups", {}).json()
    assert room.desk.put(f"/api/classrooms/{room.classroom.id}", {"name": "Renamed", "gradeLevel": None}).is_success
    readers = [room.world.signed_in(room.teacher) for _ in range(5)]
    over = Event()

    def read(browser: Browser) -> list[tuple[int, Any]]:
        seen = []
        while not over.is_set():
            answer = browser.get("/api/classrooms")
            seen.append((answer.status_code, answer.json()))
        return seen

    with ThreadPoolExecutor(len(readers)) as apart:
        reading = [apart.submit(read, browser) for browser in readers]
        restored = room.desk.post(f"/api/backups/{made['name']}/restore", {})
        over.set()
        seen = [each for reader in reading for each in reader.result()]
    assert restored.status_code == 200
    assert {status for status, _ in seen} <= {200, 401, 503}
    assert {body[0]["name"] for status, body in seen if status == 200} <= {"Renamed"}


@pytest.mark.long
def test_upload_of_200_mb_uses_little_memory(tmp_path: Path) -> None:
    room = seat(tmp_path / "data")
    server = ServerProcess(tmp_path / "data")
    try:
        before = peak_memory(server)
        with Caller(server.port, room.teacher_token) as desk:
            mebibyte = os.urandom(1 << 20)
            headers = {**desk.own, "Content-Length": str(200 << 20)}
            desk.connection.request("POST", RESTORE_PATH, (mebibyte for _ in range(200)), headers)
            answer = desk.connection.getresponse()
            assert (answer.status, json.loads(answer.read())["code"]) == (422, "not_a_backup")
        assert peak_memory(server) - before < 30 << 10
        assert litter(server.data_dir) == []
    finally:
        assert server.stop() == 0


def peak_memory(server: ServerProcess) -> int:
    """Return the server's peak resident memory in kilobytes."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    (line,) = (line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1])


def test_activity_log_records_who_made_and_who_restored_a_backup(room: Room) -> None:
    made = room.desk.post("/api/backups", {}).json()
    assert room.desk.get("/api/activity").json()[0]["kind"] == "backup_made"
    assert room.desk.post(f"/api/backups/{made['name']}/restore", {}).status_code == 200
    desk = room.world.signed_in(room.teacher)
    kinds = [each["kind"] for each in desk.get("/api/activity").json()]
    assert "backup_restored" in kinds
    assert "backup_made" not in kinds  # the backup was made before its event was recorded


def test_backup_older_than_the_teachers_account_is_restored_without_an_audit_event(room: Room) -> None:
    before = room.world.teacher("Ben Adams")
    made = room.desk.post("/api/backups", {}).json()
    newer = room.world.signed_in(room.world.teacher("Nora New"))
    assert newer.post(f"/api/backups/{made['name']}/restore", {}).status_code == 200
    kinds = {each["kind"] for each in room.world.signed_in(before).get("/api/activity").json()}
    assert kinds == {"registered"}


def test_restoring_teacher_keeps_the_present_password_and_recovery_code(room: Room) -> None:
    made = room.desk.post("/api/backups", {}).json()
    path = f"/api/teachers/{room.teacher.id}"
    change = {"currentPassword": PASSWORD, "newPassword": "a newer password"}
    assert room.desk.put(f"{path}/password", change).status_code == 204
    code = room.desk.post(f"{path}/recovery-code", {"currentPassword": "a newer password"}).json()["code"]
    assert room.desk.post(f"/api/backups/{made['name']}/restore", {}).status_code == 200
    visitor = room.world.visitor()
    own = {"username": room.teacher.email}
    assert visitor.post("/api/auth/teacher", own | {"password": PASSWORD}).status_code == 401
    assert visitor.post("/api/auth/teacher", own | {"password": "a newer password"}).status_code == 200
    recovered = visitor.post("/api/auth/recover", own | {"code": code, "newPassword": "the newest one"})
    assert recovered.status_code == 200


def test_uploaded_backup_with_triggers_is_refused_with_a_message(room: Room, tmp_path: Path) -> None:
    altered = tmp_path / "altered.backup"
    database = data_folder(room) / "goalbucks.db"
    trigger = "CREATE TRIGGER rich AFTER INSERT ON sessions BEGIN UPDATE goals SET goalbucks = 1000000; END"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(trigger)
        backup_service(room).write(BackupRequest("by-hand", target=altered))
        connection.execute("DROP TRIGGER rich")
    before = content_without_audit_log(data_folder(room))
    answer = upload_and_restore(room.desk, altered.read_bytes())
    assert error(answer) == (422, "backup_altered")
    assert "didn't put there" in answer.json()["error"]
    assert content_without_audit_log(data_folder(room)) == before
    assert list_backups(room.desk)["backups"] == []
