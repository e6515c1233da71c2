"""Backup and restore in a running application: before a class is deleted, before upgrades, concurrent requests."""

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier, Event
from typing import Any

import pytest

from server.data_protection.backups import restoring
from server.data_protection.backups.archive import Archive
from server.data_protection.backups.errors import DatabaseInUseError, DiskTooFullError, NotABackupError
from server.data_protection.backups.service import BackupRequest, BackupService
from server.database.migrate import migrate
from server.security.sessions import SignInSession
from server.settings import Settings
from tests.factories.folders import earlier, everything_in, images_of, tables_of
from tests.factories.lived_in import live_in
from tests.factories.passwords import PASSWORD
from tests.factories.room import Room
from tests.factories.world import World, error

pytestmark = pytest.mark.sqlite_file


def data_folder(world: World) -> Path:
    folder: Path = world.services.settings.data_dir
    return folder


def restore(world: World, backup: Path) -> Path | None:
    put: Path | None = world.app.state.portal.call(world.services.restore.replace_database, backup, None)
    return put


def find_backup(world: World, kind: str) -> Path:
    (path,) = (data_folder(world) / "backups").glob(f"*-{kind}.backup")
    return path


def test_deleted_class_is_restored_with_all_its_content(room: Room) -> None:
    live_in(room)
    before = everything_in(data_folder(room.world))
    assert before[1]
    assert room.desk.delete(f"/api/classrooms/{room.classroom.id}").status_code == 204
    assert images_of(data_folder(room.world)) == {}
    restore(room.world, find_backup(room.world, "before-deleting-class"))
    assert everything_in(data_folder(room.world)) == before


def test_only_deleting_a_class_makes_a_backup_first(room: Room) -> None:
    live_in(room)
    assert room.desk.delete(f"/api/students/{room.student.id}").status_code == 204
    assert list((data_folder(room.world)).glob("backups/*")) == []


def test_backup_before_deleting_a_class_excludes_images_of_other_classes(room: Room) -> None:
    live_in(room)
    other = room.another()
    live_in(other)
    assert room.desk.delete(f"/api/classrooms/{other.classroom.id}").status_code == 204
    with Archive(find_backup(room.world, "before-deleting-class")) as archive:
        inside = {image.key for image in archive.images()}
    assert inside
    assert inside.isdisjoint({name.split(".")[0] for name in images_of(data_folder(room.world))})


@pytest.mark.spec("4.8")
def test_class_is_not_deleted_when_its_backup_fails(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    live_in(room)
    before = everything_in(data_folder(room.world))

    def refuse(*_: object) -> None:
        raise DiskTooFullError

    monkeypatch.setattr(BackupService, "_write", refuse)
    answer = room.desk.delete(f"/api/classrooms/{room.classroom.id}")
    assert error(answer) == (409, "not_backed_up")
    assert answer.json()["error"].startswith("Nothing was deleted, because the backup")
    assert "The disk with GoalBucks' data is too full" in answer.json()["error"]
    assert everything_in(data_folder(room.world)) == before


def test_restore_on_a_running_server_is_visible_at_once(room: Room) -> None:
    backups: BackupService = room.world.services.backups
    backup = backups.write(BackupRequest("by-hand"))
    before = tables_of(data_folder(room.world) / "goalbucks.db")
    live_in(room)
    assert room.desk.put(f"/api/classrooms/{room.classroom.id}", {"name": "Renamed", "gradeLevel": None}).is_success
    assert room.world.services.computer.label.classes == ("Renamed",)
    assert restore(room.world, backup) is not None
    assert tables_of(data_folder(room.world) / "goalbucks.db") == before
    desk = room.world.signed_in(room.teacher)
    assert [each["name"] for each in desk.get("/api/classrooms").json()] == ["Room 12 Homeroom"]
    assert room.world.services.computer.label.classes == ("Room 12 Homeroom",)
    assert desk.post("/api/classrooms", {"name": "After it", "gradeLevel": None}).status_code == 201


def test_restore_brings_no_session_back(room: Room) -> None:
    backup = room.world.services.backups.write(BackupRequest("by-hand"))
    assert room.desk.post("/api/auth/logout-everywhere").status_code == 204
    newer = room.world.signed_in(room.teacher)
    restore(room.world, backup)
    with room.world.look() as db:
        assert db.query(SignInSession).count() == 0
    assert [error(each.get("/api/classrooms"))[0] for each in (room.desk, newer)] == [401, 401]


@pytest.mark.spec("11.13")
def test_requests_during_a_restore_are_503_and_change_nothing(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    backup = room.world.services.backups.write(BackupRequest("by-hand"))
    before = tables_of(data_folder(room.world) / "goalbucks.db")
    reached, go_on = Event(), Event()
    replace = restoring._replace

    def wait_first(*paths: Path) -> None:
        reached.set()
        assert go_on.wait(20)
        replace(*paths)

    monkeypatch.setattr(restoring, "_replace", wait_first)
    with ThreadPoolExecutor(1) as apart:
        restored = apart.submit(restore, room.world, backup)
        try:
            assert reached.wait(20)
            answers = [
                room.desk.get("/api/classrooms"),
                room.desk.post("/api/classrooms", {"name": "Lost", "gradeLevel": None}),
                room.tablet.get("/api/events"),
            ]
        finally:
            go_on.set()
        assert restored.result() is not None
    assert [error(answer) for answer in answers] == [(503, "paused")] * 3
    assert {answer.headers["Retry-After"] for answer in answers} == {"5"}
    assert tables_of(data_folder(room.world) / "goalbucks.db") == before
    assert room.world.signed_in(room.teacher).get("/api/classrooms").status_code == 200


def test_writes_acknowledged_around_a_restore_are_in_the_old_or_the_new_state(room: Room) -> None:
    desks = [room.world.signed_in(room.teacher) for _ in range(3)]
    backup = room.world.services.backups.write(BackupRequest("by-hand"))
    begun, over = Barrier(len(desks) + 1), Event()

    def write(number: int) -> tuple[list[str], set[int]]:
        kept, statuses = [], set()
        for count in range(10_000):
            if count == 3:
                begun.wait(20)
            name = f"Class {number} {count}"
            answer = desks[number].post("/api/classrooms", {"name": name, "gradeLevel": None})
            statuses.add(answer.status_code)
            if answer.status_code == 201:
                kept.append(name)
            if answer.status_code == 401:
                desks[number].post("/api/auth/teacher", {"username": room.teacher.email, "password": PASSWORD})
            if over.is_set():
                break
        return kept, statuses

    with ThreadPoolExecutor(len(desks)) as apart:
        writers = [apart.submit(write, number) for number in range(len(desks))]
        begun.wait(20)
        before = restore(room.world, backup)
        over.set()
        results = [writer.result() for writer in writers]
    assert before is not None
    assert set().union(*(statuses for _, statuses in results)) <= {201, 401, 503}
    folder = data_folder(room.world)
    with Archive(before) as archive:
        archive.verify(folder / "before.db", lambda: None)
    found = {row["name"] for each in ("before.db", "goalbucks.db") for row in tables_of(folder / each)["classrooms"]}
    acknowledged = {name for kept, _ in results for name in kept}
    assert len(acknowledged) > 3 * len(desks)
    assert acknowledged - found == set()


def test_refused_restore_leaves_the_application_running(room: Room, tmp_path: Path) -> None:
    (tmp_path / "other").write_text("a shopping list")
    with pytest.raises(NotABackupError):
        restore(room.world, tmp_path / "other")
    assert room.desk.get("/api/classrooms").status_code == 200


def test_restore_that_fails_at_the_last_step_leaves_the_application_running(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = room.world.services.backups.write(BackupRequest("by-hand"))
    live_in(room)
    before = everything_in(data_folder(room.world))

    replace = Path.replace

    def fail(self: Path, target: Path) -> Path:
        if target.name != "goalbucks.db":
            return replace(self, target)
        raise PermissionError(13, "Permission denied", str(self), str(target))

    with monkeypatch.context() as broken:
        broken.setattr(restoring, "_checkpoint_and_close", lambda _database: None)
        broken.setattr(Path, "replace", fail)
        with pytest.raises(DatabaseInUseError):
            restore(room.world, backup)
    assert everything_in(data_folder(room.world)) == before
    assert room.desk.get("/api/classrooms").status_code == 200


def test_restore_closes_every_event_stream(room: Room) -> None:
    backup = room.world.services.backups.write(BackupRequest("by-hand"))
    hub: Any = room.world.services.hub

    async def listen_and_restore() -> list[bytes]:
        from server.live.hub import Listener, Stream  # noqa: PLC0415
        from server.security.actor import Actor  # noqa: PLC0415

        listener = Listener(Actor(room.teacher.id, "teacher", ""), None)

        async def renew() -> Listener:
            return listener

        async def hear() -> list[bytes]:
            return [lines async for lines in hub.serve(Stream(listener, renew))]

        heard = asyncio.ensure_future(hear())
        await asyncio.sleep(0)
        await room.world.services.restore.replace_database(backup)
        return await asyncio.wait_for(heard, 20)

    assert room.world.app.state.portal.call(listen_and_restore)
    assert len(hub) == 0


def test_database_is_backed_up_unchanged_before_an_upgrade(folder: Path) -> None:
    content = tables_of(folder / "goalbucks.db")
    (folder / "goalbucks.db").unlink()
    earlier(folder / "goalbucks.db", "0003", content)
    old = tables_of(folder / "goalbucks.db")
    settings = Settings(data_dir=folder)
    migrate(settings.database_url, BackupService(settings).back_up_before_upgrade)
    assert tables_of(folder / "goalbucks.db") != old
    (backup,) = (folder / "backups").glob("*-before-upgrade.backup")
    with Archive(backup) as archive:
        assert (archive.manifest.revision, archive.manifest.images) == ("0003", "none")
        archive.verify(folder / "unpacked.db", lambda: None)
    assert tables_of(folder / "unpacked.db") == old


def test_without_space_for_the_backup_nothing_is_upgraded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = tables_of(folder / "goalbucks.db")
    (folder / "goalbucks.db").unlink()
    earlier(folder / "goalbucks.db", "0003", content)
    settings = Settings(data_dir=folder)

    def refuse(*_: object) -> None:
        raise DiskTooFullError

    monkeypatch.setattr(BackupService, "_write", refuse)
    with pytest.raises(DiskTooFullError):
        migrate(settings.database_url, BackupService(settings).back_up_before_upgrade)
    with closing(sqlite3.connect(folder / "goalbucks.db")) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("0003",)
