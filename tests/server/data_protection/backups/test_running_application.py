"""Backup and restore in a running application: before a class is deleted, before upgrades, concurrent requests."""

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier, Event
from typing import Any

import pytest

from server.data_protection.backups import atomic_restore
from server.data_protection.backups.archive import Archive
from server.data_protection.backups.atomic_restore import RestoreOptions
from server.data_protection.backups.backup_writer import BackupWriter
from server.data_protection.backups.errors import BackupDiskFullError, DatabaseInUseError, NotABackupError
from server.data_protection.backups.service import BackupRequest, BackupService
from server.database.migrate import migrate
from server.security.sessions import SignInSession
from server.settings import Settings
from server.system.durable_files import sync_folder
from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.data_folders import image_digests, read_data_folder, read_tables, write_old_schema_database
from tests.factories.full_history import create_full_history
from tests.server.data_protection.backups.api_helpers import find_backup, image_files, restore

pytestmark = pytest.mark.sqlite_file


def test_deleted_class_is_restored_with_all_its_content(classroom: PreparedClassroom) -> None:
    create_full_history(classroom)
    before = read_data_folder(classroom.test_app.data_folder)
    assert before[1]
    assert classroom.teacher_client.delete(f"/api/classrooms/{classroom.row.id}").status_code == 204
    assert image_digests(classroom.test_app.data_folder) == {}
    restore(classroom.test_app, find_backup(classroom.test_app, "before-deleting-class"))
    assert read_data_folder(classroom.test_app.data_folder) == before


@pytest.mark.spec("5.10")
def test_deleted_student_is_restored_with_all_its_content(classroom: PreparedClassroom) -> None:
    create_full_history(classroom)
    before = read_data_folder(classroom.test_app.data_folder)
    assert classroom.teacher_client.delete(f"/api/students/{classroom.student.id}").status_code == 204
    assert read_data_folder(classroom.test_app.data_folder) != before
    restore(classroom.test_app, find_backup(classroom.test_app, "before-deleting-student"))
    assert read_data_folder(classroom.test_app.data_folder) == before


def test_deleting_a_goal_makes_no_backup(classroom: PreparedClassroom) -> None:
    create_full_history(classroom)
    for goal in classroom.own_goals():
        classroom.teacher_client.delete(f"/api/goals/{goal['id']}")
    assert list(classroom.test_app.data_folder.glob("backups/*")) == []


def test_backup_before_deleting_a_class_excludes_images_of_other_classes(classroom: PreparedClassroom) -> None:
    create_full_history(classroom)
    other = classroom.other_classroom()
    create_full_history(other)
    assert classroom.teacher_client.delete(f"/api/classrooms/{other.row.id}").status_code == 204
    with Archive(find_backup(classroom.test_app, "before-deleting-class")) as archive:
        inside = image_files(archive)
    assert inside
    assert inside.isdisjoint(image_digests(classroom.test_app.data_folder))


@pytest.mark.spec("4.8")
def test_class_is_not_deleted_when_its_backup_fails(
    classroom: PreparedClassroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    create_full_history(classroom)
    before = read_data_folder(classroom.test_app.data_folder)

    def refuse(*_: object) -> None:
        raise BackupDiskFullError

    monkeypatch.setattr(BackupWriter, "write", refuse)
    response = classroom.teacher_client.delete(f"/api/classrooms/{classroom.row.id}")
    assert error(response) == (409, "not_backed_up")
    assert response.json()["error"].startswith("Nothing was deleted, because the backup")
    assert "The disk with GoalBucks' data is too full" in response.json()["error"]
    assert read_data_folder(classroom.test_app.data_folder) == before


def test_restore_on_a_running_server_is_visible_at_once(classroom: PreparedClassroom) -> None:
    backups: BackupService = classroom.test_app.services.backups
    backup = backups.write(BackupRequest("by-hand"))
    before = read_tables(classroom.test_app.data_folder / "goalbucks.db")
    create_full_history(classroom)
    assert classroom.teacher_client.put(
        f"/api/classrooms/{classroom.row.id}", {"name": "Renamed", "gradeLevel": None}
    ).is_success
    assert classroom.test_app.services.computer.network.label.classes == ("Renamed",)
    assert restore(classroom.test_app, backup) is not None
    assert read_tables(classroom.test_app.data_folder / "goalbucks.db") == before
    teacher_client = classroom.test_app.client_for(classroom.teacher)
    assert [each["name"] for each in teacher_client.get("/api/classrooms").json()] == ["Room 12 Homeroom"]
    assert classroom.test_app.services.computer.network.label.classes == ("Room 12 Homeroom",)
    assert teacher_client.post("/api/classrooms", {"name": "After it", "gradeLevel": None}).status_code == 201


def test_restore_brings_no_session_back(classroom: PreparedClassroom) -> None:
    backup = classroom.test_app.services.backups.write(BackupRequest("by-hand"))
    assert classroom.teacher_client.post("/api/auth/logout-everywhere").status_code == 204
    newer = classroom.test_app.client_for(classroom.teacher)
    restore(classroom.test_app, backup)
    with classroom.test_app.open_session() as db:
        assert db.query(SignInSession).count() == 0
    assert [error(each.get("/api/classrooms"))[0] for each in (classroom.teacher_client, newer)] == [401, 401]


@pytest.mark.spec("11.13")
def test_requests_during_a_restore_are_503_and_change_nothing(
    classroom: PreparedClassroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = classroom.test_app.services.backups.write(BackupRequest("by-hand"))
    before = read_tables(classroom.test_app.data_folder / "goalbucks.db")
    reached, resume = Event(), Event()

    def wait_first(folder: Path) -> None:
        reached.set()
        assert resume.wait(20)
        sync_folder(folder)

    monkeypatch.setattr(atomic_restore, "sync_folder", wait_first)
    with ThreadPoolExecutor(1) as apart:
        restored = apart.submit(restore, classroom.test_app, backup)
        try:
            assert reached.wait(20)
            responses = [
                classroom.teacher_client.get("/api/classrooms"),
                classroom.teacher_client.post("/api/classrooms", {"name": "Lost", "gradeLevel": None}),
                classroom.student_client.get("/api/events"),
            ]
        finally:
            resume.set()
        assert restored.result() is not None
    assert [error(response) for response in responses] == [(503, "paused")] * 3
    assert {response.headers["Retry-After"] for response in responses} == {"5"}
    assert read_tables(classroom.test_app.data_folder / "goalbucks.db") == before
    assert classroom.test_app.client_for(classroom.teacher).get("/api/classrooms").status_code == 200


def test_writes_acknowledged_around_a_restore_are_in_the_old_or_the_new_state(classroom: PreparedClassroom) -> None:
    teacher_clients = [classroom.test_app.client_for(classroom.teacher) for _ in range(3)]
    backup = classroom.test_app.services.backups.write(BackupRequest("by-hand"))
    started, over = Barrier(len(teacher_clients) + 1), Event()

    def write(number: int) -> tuple[list[str], set[int]]:
        kept, statuses = [], set()
        for count in range(10_000):
            if count == 3:
                started.wait(20)
            name = f"Class {number} {count}"
            response = teacher_clients[number].post("/api/classrooms", {"name": name, "gradeLevel": None})
            statuses.add(response.status_code)
            if response.status_code == 201:
                kept.append(name)
            if response.status_code == 401:
                classroom.sign_in_teacher(teacher_clients[number])
            if over.is_set():
                break
        return kept, statuses

    with ThreadPoolExecutor(len(teacher_clients)) as apart:
        writers = [apart.submit(write, number) for number in range(len(teacher_clients))]
        started.wait(20)
        before = restore(classroom.test_app, backup)
        over.set()
        results = [writer.result() for writer in writers]
    assert before is not None
    assert set().union(*(statuses for _, statuses in results)) <= {201, 401, 503}
    folder = classroom.test_app.data_folder
    with Archive(before) as archive:
        archive.verify(folder / "before.db", lambda: None)
    found = {row["name"] for each in ("before.db", "goalbucks.db") for row in read_tables(folder / each)["classrooms"]}
    acknowledged = {name for kept, _ in results for name in kept}
    assert len(acknowledged) > 3 * len(teacher_clients)
    assert acknowledged - found == set()


def test_refused_restore_leaves_the_application_running(classroom: PreparedClassroom, tmp_path: Path) -> None:
    (tmp_path / "other").write_text("a shopping list")
    with pytest.raises(NotABackupError):
        restore(classroom.test_app, tmp_path / "other")
    assert classroom.teacher_client.get("/api/classrooms").status_code == 200


def test_restore_that_fails_at_the_last_step_leaves_the_application_running(
    classroom: PreparedClassroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = classroom.test_app.services.backups.write(BackupRequest("by-hand"))
    create_full_history(classroom)
    before = read_data_folder(classroom.test_app.data_folder)

    replace = Path.replace

    def fail(self: Path, target: Path) -> Path:
        if target.name != "goalbucks.db":
            return replace(self, target)
        raise PermissionError(13, "Permission denied", str(self), str(target))

    with monkeypatch.context() as broken:
        broken.setattr(atomic_restore, "_checkpoint_and_close", lambda _database: None)
        broken.setattr(Path, "replace", fail)
        with pytest.raises(DatabaseInUseError):
            restore(classroom.test_app, backup)
    assert read_data_folder(classroom.test_app.data_folder) == before
    assert classroom.teacher_client.get("/api/classrooms").status_code == 200


def test_restore_closes_every_event_stream(classroom: PreparedClassroom) -> None:
    backup = classroom.test_app.services.backups.write(BackupRequest("by-hand"))
    hub: Any = classroom.test_app.services.hub

    async def listen_and_restore() -> list[bytes]:
        from server.live.hub import Stream, Subscriber  # noqa: PLC0415
        from server.security.actor import Actor  # noqa: PLC0415

        subscriber = Subscriber(Actor(classroom.teacher.id, "teacher", ""))

        async def renew() -> Subscriber:
            return subscriber

        async def listen() -> list[bytes]:
            return [lines async for lines in hub.serve(Stream(subscriber, renew))]

        notification = asyncio.ensure_future(listen())
        await asyncio.sleep(0)
        await classroom.test_app.services.restore.replace_database(backup, RestoreOptions())
        return await asyncio.wait_for(notification, 20)

    assert classroom.test_app.portal.call(listen_and_restore)
    assert len(hub) == 0


def test_database_is_backed_up_unchanged_before_an_upgrade(folder: Path) -> None:
    content = read_tables(folder / "goalbucks.db")
    (folder / "goalbucks.db").unlink()
    write_old_schema_database(folder / "goalbucks.db", "0003", content)
    old = read_tables(folder / "goalbucks.db")
    settings = Settings(data_dir=folder)
    migrate(settings.database_url, BackupService(settings).back_up_before_upgrade)
    assert read_tables(folder / "goalbucks.db") != old
    (backup,) = (folder / "backups").glob("*-before-upgrade.backup")
    with Archive(backup) as archive:
        assert (archive.manifest.revision, archive.manifest.images) == ("0003", "none")
        archive.verify(folder / "unpacked.db", lambda: None)
    assert read_tables(folder / "unpacked.db") == old


def test_without_space_for_the_backup_nothing_is_upgraded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = read_tables(folder / "goalbucks.db")
    (folder / "goalbucks.db").unlink()
    write_old_schema_database(folder / "goalbucks.db", "0003", content)
    settings = Settings(data_dir=folder)

    def refuse(*_: object) -> None:
        raise BackupDiskFullError

    monkeypatch.setattr(BackupWriter, "write", refuse)
    with pytest.raises(BackupDiskFullError):
        migrate(settings.database_url, BackupService(settings).back_up_before_upgrade)
    with closing(sqlite3.connect(folder / "goalbucks.db")) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("0003",)
