"""Login cards after a restore, on another computer and in a copied data folder."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select

from server.data_protection.backups.service import BackupRequest
from server.domain.activity.models import ActivityRecord
from server.security.code_key import KEY_FILE
from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.server.conftest import AppPool, MakeTestApp
from tests.server.data_protection.backups.api_helpers import upload_and_restore

pytestmark = [pytest.mark.sqlite_file, pytest.mark.spec("2.31", "15.9")]


def is_valid(test_app: RunningApp, code: str) -> bool:
    return test_app.lan_client().post("/api/auth/card/look", {"code": code}).status_code == 200


def invalidated(test_app: RunningApp) -> list[int]:
    query = select(ActivityRecord.count).where(ActivityRecord.kind == "login_cards_invalidated")
    with test_app.open_session() as db:
        return list(db.scalars(query))


def key_warnings(test_app: RunningApp) -> list[str]:
    """Check the computer's health; return the warnings about the key, as the class computer shows them."""
    test_app.portal.call(test_app.services.monitor.check)
    warnings = test_app.services.monitor.warnings
    return [each.local_sentence.format("class computer") for each in warnings if each.code == "login_card_key"]


def test_after_a_restore_on_the_same_computer_exactly_the_backed_up_cards_are_valid(
    classroom: PreparedClassroom,
) -> None:
    test_app = classroom.test_app
    old = test_app.login_card(classroom.student)
    made = classroom.teacher_client.post("/api/backups", {}).json()
    new = test_app.login_card(classroom.student)
    later = test_app.login_card(test_app.student(classroom.row, "Diego", "Ramírez"))
    response = classroom.teacher_client.post(f"/api/backups/{made['name']}/restore", {})
    assert (response.json()["loginCards"], response.json()["loginCardsEnded"]) == (1, 0)
    assert [is_valid(test_app, code) for code in (old, new, later)] == [True, False, False]
    assert invalidated(test_app) == []


def test_a_restore_on_another_computer_ends_all_cards(
    classroom: PreparedClassroom, make_test_app: MakeTestApp, tmp_path: Path
) -> None:
    codes = [classroom.test_app.login_card(classroom.student)]
    codes.append(classroom.test_app.login_card(classroom.test_app.student(classroom.row, "Diego", "Ramírez")))
    stick = tmp_path / "stick.backup"
    classroom.test_app.services.backups.write(BackupRequest("by-hand", target=stick))
    other = PreparedClassroom.create(make_test_app())
    response = upload_and_restore(other.teacher_client, stick.read_bytes())
    assert (response.json()["loginCards"], response.json()["loginCardsEnded"]) == (0, 2)
    assert not any(is_valid(other.test_app, code) for code in codes)
    assert invalidated(other.test_app) == [2]


@pytest.mark.parametrize("with_key", [False, True])
def test_a_copied_folder_keeps_its_cards_only_with_the_key_file(
    classroom: PreparedClassroom, app_pool: AppPool, tmp_path: Path, *, with_key: bool
) -> None:
    code = classroom.test_app.login_card(classroom.student)
    copy = tmp_path / "copy"
    copy.mkdir()
    with (
        closing(sqlite3.connect(classroom.test_app.data_folder / "goalbucks.db")) as source,
        closing(sqlite3.connect(copy / "goalbucks.db")) as target,
    ):
        source.backup(target)
    if with_key:
        shutil.copy(classroom.test_app.data_folder / KEY_FILE, copy)
    with app_pool.start(copy, {}) as copied:
        assert is_valid(copied, code) == with_key
        assert invalidated(copied) == []


@pytest.mark.spec("15.7")
@pytest.mark.parametrize("damaged", [False, True])
def test_a_lost_or_damaged_key_is_a_warning_and_the_old_file_revives_the_cards(
    app_pool: AppPool, tmp_path: Path, *, damaged: bool
) -> None:
    folder, kept = tmp_path / "data", tmp_path / "kept.key"
    with app_pool.start(folder, {}) as test_app:
        classroom = PreparedClassroom.create(test_app)
        code = test_app.login_card(classroom.student)
        test_app.login_card(test_app.student(classroom.row, "Diego", "Ramírez"))
        assert key_warnings(test_app) == []
    shutil.move(folder / KEY_FILE, kept)
    if damaged:
        (folder / KEY_FILE).write_bytes(kept.read_bytes()[:20])
    with app_pool.start(folder, {}) as test_app:
        assert not is_valid(test_app, code)
        (sentence,) = key_warnings(test_app)
        assert sentence.startswith("2 login cards don't work here")
        assert str(folder) in sentence
    shutil.copy(kept, folder / KEY_FILE)
    with app_pool.start(folder, {}) as test_app:
        assert is_valid(test_app, code)
        assert key_warnings(test_app) == []


def test_new_cards_end_the_warning_about_the_key(app_pool: AppPool, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with app_pool.start(folder, {}) as test_app:
        student = PreparedClassroom.create(test_app).student
        test_app.login_card(student)
    (folder / KEY_FILE).unlink()
    with app_pool.start(folder, {}) as test_app:
        assert len(key_warnings(test_app)) == 1
        test_app.login_card(student)
        assert key_warnings(test_app) == []


def test_a_start_without_cards_makes_no_key(classroom: PreparedClassroom) -> None:
    assert not (classroom.test_app.data_folder / KEY_FILE).exists()


def test_the_start_succeeds_where_no_key_can_be_made(
    classroom: PreparedClassroom, app_pool: AppPool, tmp_path: Path
) -> None:
    classroom.test_app.login_card(classroom.student)
    copy = tmp_path / "copy"
    copy.mkdir()
    with (
        closing(sqlite3.connect(classroom.test_app.data_folder / "goalbucks.db")) as source,
        closing(sqlite3.connect(copy / "goalbucks.db")) as target,
    ):
        source.backup(target)
    (copy / KEY_FILE).mkdir()  # can't be read or replaced
    with app_pool.start(copy, {}) as copied:
        assert copied.anonymous_client().get("/api/health").status_code == 200
        assert len(key_warnings(copied)) == 1


def test_no_backup_and_no_export_contains_the_key_or_a_code(classroom: PreparedClassroom, tmp_path: Path) -> None:
    code = classroom.test_app.login_card(classroom.student).encode()
    key = (classroom.test_app.data_folder / KEY_FILE).read_bytes()
    stick = tmp_path / "stick.backup"
    classroom.test_app.services.backups.write(BackupRequest("by-hand", target=stick))
    export = classroom.teacher_client.get(f"/api/teachers/{classroom.teacher.id}/export").content
    for archive in (stick, _written(tmp_path / "export.zip", export)):
        folder = tmp_path / f"{archive.stem}-unpacked"
        shutil.unpack_archive(archive, folder, "zip")
        contents = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
        assert contents
        assert not any(key in content or code in content or key.hex().encode() in content for content in contents)


def _written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path
