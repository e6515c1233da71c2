"""Making, listing and downloading backups over HTTP on the class computer."""

import errno
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event

import pytest

from server.data_protection.backups import daily_backup
from server.data_protection.backups.archive import Archive
from server.data_protection.backups.backup_writer import BackupWriter
from server.data_protection.backups.retention import file_name
from server.data_protection.backups.service import BackupRequest
from tests.factories.api_client import error
from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.factories.fake_clock import FakeClock
from tests.factories.full_history import create_full_history
from tests.server.data_protection.backups.api_helpers import (
    image_files,
    list_backups,
    upload_and_restore,
)

pytestmark = pytest.mark.sqlite_file


@pytest.fixture
def paused_backup(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Event, Event]]:
    """Pause backups midway; the events say that one is paused, and let it continue."""
    reached, resume = Event(), Event()
    write = BackupWriter.write

    def wait_first(self: BackupWriter, target: Path) -> None:
        reached.set()
        assert resume.wait(20)
        write(self, target)

    monkeypatch.setattr(BackupWriter, "write", wait_first)
    yield reached, resume
    resume.set()


def test_manual_backup_is_listed_and_contains_everything(classroom: PreparedClassroom) -> None:
    create_full_history(classroom)
    response = classroom.teacher_client.post("/api/backups", {})
    assert response.status_code == 201
    made = response.json()
    assert set(made) == {"name", "kind", "madeAt", "bytes", "locked", "sharesPhotos"}
    path = classroom.test_app.data_folder / "backups" / made["name"]
    assert made["madeAt"].endswith("Z")
    assert (made["kind"], made["bytes"], made["locked"]) == ("by-hand", path.stat().st_size, False)
    assert list_backups(classroom.teacher_client) == {
        "backups": [made],
        "newestAt": made["madeAt"],
        "lastFailure": None,
        "busy": None,
        "folder": str(classroom.test_app.data_folder / "backups"),
        "canShowFolder": False,
        "changeable": True,
        "elsewhere": False,
    }
    with Archive(path) as opened:
        assert opened.manifest.images == "all"


def test_backups_are_listed_newest_first_and_the_newest_full_backup_is_named(
    classroom: PreparedClassroom, fake_clock: FakeClock
) -> None:
    fake_clock.now = fake_clock.now.replace(microsecond=0)
    for kind in ("daily", "by-hand", "before-upgrade"):
        classroom.test_app.services.backups.write(BackupRequest(kind))
        fake_clock.advance(hours=1)
    ahead = fake_clock.now + timedelta(days=400)  # made while the clock was wrong
    backup = next((classroom.test_app.data_folder / "backups").glob("*daily*"))
    shutil.copy(backup, backup.with_name(file_name("weekly", ahead)))
    response = list_backups(classroom.teacher_client)
    assert [each["kind"] for each in response["backups"]] == ["before-upgrade", "by-hand", "daily", "weekly"]
    assert datetime.fromisoformat(response["newestAt"]) == fake_clock.now.astimezone(UTC) - timedelta(hours=2)


def test_reason_of_the_last_failure_is_shown_until_a_backup_succeeds(
    classroom: PreparedClassroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> Path:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(BackupWriter, "write", fail)
        refused = classroom.teacher_client.post("/api/backups", {})
    assert error(refused) == (503, "disk_too_full")
    assert list_backups(classroom.teacher_client)["lastFailure"]["sentence"] == refused.json()["error"]
    assert classroom.teacher_client.post("/api/backups", {}).status_code == 201
    assert list_backups(classroom.teacher_client)["lastFailure"] is None


def test_during_a_backup_other_calls_succeed_and_a_second_backup_is_refused(
    classroom: PreparedClassroom, paused_backup: tuple[Event, Event]
) -> None:
    reached, go_on = paused_backup
    with ThreadPoolExecutor(1) as apart:
        made = apart.submit(classroom.teacher_client.post, "/api/backups", {})
        try:
            assert reached.wait(20)
            again = classroom.test_app.client_for(classroom.teacher)
            assert error(again.post("/api/backups", {})) == (409, "backup_running")
            assert error(upload_and_restore(again, b"")) == (409, "backup_running")
            assert list_backups(again)["busy"] == "backup"
            assert again.post("/api/classrooms", {"name": "Meanwhile", "gradeLevel": None}).status_code == 201
            assert classroom.student_client.get(f"/api/students/{classroom.student.id}/goals").status_code == 200
            assert daily_backup.back_up_if_due(classroom.test_app.services.backups) is None
        finally:
            go_on.set()
        assert made.result().status_code == 201
    assert list_backups(classroom.teacher_client)["busy"] is None
    assert len(list_backups(classroom.teacher_client)["backups"]) == 1


def test_class_can_be_deleted_during_a_backup(classroom: PreparedClassroom) -> None:
    with classroom.test_app.services.backups.operation_lock.acquire("backup"):
        assert classroom.teacher_client.delete(f"/api/classrooms/{classroom.row.id}").status_code == 204


def test_downloaded_copy_is_the_backup_file_under_its_name(classroom: PreparedClassroom) -> None:
    made = classroom.teacher_client.post("/api/backups", {}).json()
    response = classroom.teacher_client.get(f"/api/backups/{made['name']}/file")
    assert response.content == (classroom.test_app.data_folder / "backups" / made["name"]).read_bytes()
    assert response.headers["content-disposition"] == f'attachment; filename="{made["name"]}"'
    assert response.headers["content-type"] == "application/octet-stream"
    assert response.headers["cache-control"] == "no-store"


def test_downloaded_copy_of_a_daily_backup_includes_its_photos(classroom: PreparedClassroom, tmp_path: Path) -> None:
    create_full_history(classroom)
    daily = classroom.test_app.services.backups.write(BackupRequest("daily"))
    (row,) = list_backups(classroom.teacher_client)["backups"]
    assert (row["sharesPhotos"], row["bytes"]) == (True, daily.stat().st_size)
    response = classroom.teacher_client.get(f"/api/backups/{daily.name}/file")
    assert response.status_code == 200
    assert response.headers["content-disposition"] == f'attachment; filename="{daily.name}"'
    copy = tmp_path / daily.name
    copy.write_bytes(response.content)
    with Archive(copy) as opened, Archive(daily) as original:
        opened.verify(tmp_path / "unpacked.db", lambda: None)
        assert opened.manifest.shared == []
        assert image_files(opened) == image_files(original) != set()


def test_daily_backup_with_missing_photos_cannot_be_downloaded(classroom: PreparedClassroom) -> None:
    create_full_history(classroom)
    daily = classroom.test_app.services.backups.write(BackupRequest("daily"))
    shutil.rmtree(daily.parent / "photos")
    assert error(classroom.teacher_client.get(f"/api/backups/{daily.name}/file")) == (409, "photos_missing")


@pytest.mark.parametrize(
    "trick",
    [
        "goalbucks.db",
        "..%2Fgoalbucks.db",
        "%2e%2e%2fgoalbucks.db",
        "..%5Cgoalbucks.db",
        "goalbucks-2026-01-01-080000-daily.backup",
        "%00",
        "notes.txt",
        "*",
    ],
)
def test_name_that_is_no_backup_of_the_folder_is_404(classroom: PreparedClassroom, trick: str) -> None:
    classroom.teacher_client.post("/api/backups", {})
    (classroom.test_app.data_folder / "backups" / "notes.txt").write_text("mine")
    assert error(classroom.teacher_client.get(f"/api/backups/{trick}/file")) == (404, "not_found")
    assert error(classroom.teacher_client.post(f"/api/backups/{trick}/restore", {})) == (404, "not_found")


def test_other_devices_see_only_the_time_of_the_newest_backup(make_test_app: Callable[..., RunningApp]) -> None:
    classroom = PreparedClassroom.create(make_test_app(teacher_from_network=True))
    made = classroom.teacher_client.post("/api/backups", {}).json()
    elsewhere = classroom.test_app.client_for(classroom.teacher, classroom.test_app.lan_client())
    response = list_backups(elsewhere)
    assert response["newestAt"] == made["madeAt"]
    assert (response["backups"], response["folder"], response["changeable"]) == ([], None, False)
    for call in (
        elsewhere.post("/api/backups", {}),
        elsewhere.get(f"/api/backups/{made['name']}/file"),
        elsewhere.get("/api/backups/no-such-one/file"),
        elsewhere.post(f"/api/backups/{made['name']}/restore", {}),
        elsewhere.post("/api/backups/show-folder"),
        upload_and_restore(elsewhere, b"x" * 3_000_000),
    ):
        assert error(call) == (403, "own_computer_only")


def test_backups_folder_is_opened_where_there_is_a_screen(
    classroom: PreparedClassroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert error(classroom.teacher_client.post("/api/backups/show-folder")) == (409, "no_screen")
    shown: list[bool] = []
    folder = classroom.test_app.data_folder / "backups"
    monkeypatch.setattr(
        classroom.test_app.services.computer.desktop, "show_backups", lambda: shown.append(folder.is_dir())
    )
    assert list_backups(classroom.teacher_client)["canShowFolder"]
    assert classroom.teacher_client.post("/api/backups/show-folder").status_code == 204
    assert shown == [True]
