"""Erasure of a student from the data folder and from all readable backups (docs/privacy.md)."""

import shutil
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from server.data_protection.backups.archive import Archive
from server.data_protection.backups.service import BackupRequest, BackupService
from server.data_protection.backups.zip_reader import ENCRYPTED_NAME, KEY_NAME
from server.domain.students.models import Student
from server.settings import Settings
from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.data_folders import find_temporary_files, read_tables, write_old_schema_database
from tests.factories.full_history import create_full_history
from tests.server.data_protection.backups.api_helpers import image_files, restore
from tests.server.data_protection.privacy.erasure_helpers import (
    FIRST,
    LAST,
    erase,
    file_contents,
    files_containing,
    image_keys,
)

pytestmark = pytest.mark.sqlite_file  # test_erasure_calls.py uses both databases
LONG = pytest.mark.long


def fake_encryption(backup: Path) -> None:
    """Make a backup look encrypted; encrypting one takes seconds."""
    with zipfile.ZipFile(backup, "w") as file:
        file.writestr(KEY_NAME, b"nobody's")
        file.writestr(ENCRYPTED_NAME, b"business")


@pytest.mark.spec("5.11")
def test_no_file_contains_data_of_an_erased_student(classroom: PreparedClassroom, erased_student: Student) -> None:
    folder = classroom.test_app.data_folder
    create_full_history(classroom)
    for kind in ("daily", "by-hand", "before-restore"):
        classroom.test_app.services.backups.write(BackupRequest(kind))
    keys = image_keys(folder, erased_student)
    assert len(keys) == 2
    assert len(files_containing(folder, erased_student, *keys)) > 10
    assert erase(classroom, erased_student) == {
        "done": True,
        "backupsRewritten": 4,
        "backupsLeft": [],
        "finishesLater": False,
    }
    assert files_containing(folder, erased_student, *keys) == set()
    assert find_temporary_files(folder) == []
    assert not (folder / "erasing").exists()


def unshared_photos(folder: Path, student: Student) -> set[bytes]:
    """Return the photo files that no other student has submitted."""
    found: dict[bytes, set[str]] = {}
    with closing(sqlite3.connect(folder / "goalbucks.db")) as connection:
        query = "SELECT student_id, image_key FROM submissions WHERE image_key IS NOT NULL"
        for student_id, key in connection.execute(query).fetchall():
            for path in (folder / "images").rglob(f"{key}.*.jpg"):
                found.setdefault(path.read_bytes(), set()).add(student_id)
    return {photo for photo, students in found.items() if students == {student.id}}


def test_shared_photos_of_an_erased_student_are_removed_unless_others_sent_them(
    classroom: PreparedClassroom, erased_student: Student
) -> None:
    folder = classroom.test_app.data_folder
    create_full_history(classroom)
    photos = unshared_photos(folder, erased_student)
    assert len(photos) == 2
    first = classroom.test_app.services.backups.write(BackupRequest("daily"))
    (folder / "images").rename(folder / "set aside")  # as if these photos had been removed since
    classroom.test_app.services.backups.write(BackupRequest("daily"))
    renamed = first.rename(first.with_name("mine.backup"))
    (folder / "set aside").rename(folder / "images")
    assert {data for _, data in file_contents(folder / "backups" / "photos")} > photos
    erase(classroom, erased_student)
    assert not photos & {data for _, data in file_contents(folder)}
    with Archive(renamed) as archive:
        assert len(archive.manifest.shared) == 2
        assert archive.missing_shared_images() == []


def test_shared_photo_left_by_a_crash_is_erased_with_the_student(
    classroom: PreparedClassroom, erased_student: Student
) -> None:
    folder = classroom.test_app.data_folder
    photos = unshared_photos(folder, erased_student)
    classroom.test_app.services.backups.write(BackupRequest("daily")).unlink()
    erase(classroom, erased_student)
    assert not photos & {data for _, data in file_contents(folder)}


def test_data_of_other_students_stays_in_the_folder_and_in_backups(
    classroom: PreparedClassroom, erased_student: Student
) -> None:
    create_full_history(classroom)
    folder = classroom.test_app.data_folder
    backup = classroom.test_app.services.backups.write(BackupRequest("by-hand"))
    before = read_tables(folder / "goalbucks.db")
    images = {path.name for path in (folder / "images").rglob("*.jpg")}
    gone = {key.decode() for key in image_keys(folder, erased_student)}
    erase(classroom, erased_student)
    with Archive(backup) as archive:
        archive.verify(unpacked := folder / "unpacked.db", lambda: None)
        kept = image_files(archive)
    assert kept == {name for name in images if name.split(".")[0] not in gone}
    for table, rows in read_tables(unpacked).items():
        if table not in {"activity", "known_browsers", "sign_in_failures", "idempotency_keys"}:
            others = [row for row in before[table] if erased_student.id not in map(str, row.values())]
            assert rows == others, table
    assert classroom.teacher_client.get(f"/api/students/{classroom.student.id}").json()["firstName"] == "Amara"


def test_redacted_backup_can_be_restored(classroom: PreparedClassroom, erased_student: Student) -> None:
    create_full_history(classroom)
    backup = classroom.test_app.services.backups.write(BackupRequest("by-hand"))
    erase(classroom, erased_student)
    restore(classroom.test_app, backup)
    teacher_client = classroom.test_app.client_for(classroom.teacher)
    names = [row["firstName"] for row in teacher_client.get(f"/api/classrooms/{classroom.row.id}/students").json()]
    assert names == ["Amara"]


def test_backup_without_the_student_is_not_rewritten(classroom: PreparedClassroom) -> None:
    backup = classroom.test_app.services.backups.write(BackupRequest("by-hand"))
    before = backup.read_bytes()
    late = classroom.test_app.student(classroom.row, FIRST, LAST)
    assert erase(classroom, late)["backupsRewritten"] == 1  # the one made just before
    assert backup.read_bytes() == before


@pytest.mark.spec("5.11")
def test_encrypted_backup_is_reported_and_can_be_deleted(classroom: PreparedClassroom, newcomer: Student) -> None:
    locked = classroom.test_app.services.backups.write(BackupRequest("by-hand"))
    fake_encryption(locked)
    response = erase(classroom, newcomer)
    assert response["backupsLeft"] == [{"name": locked.name, "why": "locked"}]
    assert response["finishesLater"] is False
    assert classroom.teacher_client.delete(f"/api/backups/{locked.name}").status_code == 204
    assert not locked.exists()
    assert error(classroom.teacher_client.delete(f"/api/backups/{locked.name}"))[0] == 404


def test_damaged_backup_and_quarantined_database_are_reported(classroom: PreparedClassroom, newcomer: Student) -> None:
    folder = classroom.test_app.data_folder
    damaged = classroom.test_app.services.backups.write(BackupRequest("by-hand"))
    damaged.write_bytes(damaged.read_bytes()[:-2000])
    aside = folder / "damaged-2026-05-01-101010"
    aside.mkdir()
    (aside / "goalbucks.db").write_bytes(b"..." + newcomer.id.encode())
    other = folder / "damaged-2026-05-01-111111"
    other.mkdir()
    (other / "goalbucks.db").write_bytes(b"nobody's")
    left = [{"name": damaged.name, "why": "damaged"}, {"name": aside.name, "why": "set_aside"}]
    assert erase(classroom, newcomer)["backupsLeft"] == left
    for each in left:
        assert classroom.teacher_client.delete(f"/api/backups/{each['name']}").status_code == 204
    assert not damaged.exists()
    assert not aside.exists()


def test_only_reported_files_can_be_deleted(read_only_classroom: PreparedClassroom) -> None:
    for name in ("..%2Fgoalbucks.db", "goalbucks.db", "..", "images", "erasing", "%2Fetc%2Fpasswd"):
        assert read_only_classroom.teacher_client.delete(f"/api/backups/{name}").status_code in {404, 405}
    assert (read_only_classroom.test_app.data_folder / "goalbucks.db").exists()


def test_student_brought_back_by_a_restore_is_erased_again(classroom: PreparedClassroom, newcomer: Student) -> None:
    elsewhere = classroom.test_app.data_folder / "elsewhere"
    elsewhere.mkdir()
    stick = classroom.test_app.services.backups.write(BackupRequest("by-hand", target=elsewhere / "stick.backup"))
    assert erase(classroom, newcomer)["done"]
    restore(classroom.test_app, stick)
    stick.unlink()
    classroom.test_app.client_for(classroom.teacher, classroom.teacher_client)
    assert classroom.teacher_client.get(f"/api/students/{newcomer.id}").status_code == 200
    assert erase(classroom, newcomer)["done"]
    assert classroom.teacher_client.get(f"/api/students/{newcomer.id}").status_code == 404
    assert files_containing(classroom.test_app.data_folder, newcomer) == set()


def test_repeated_erasure_gets_the_same_answer_and_another_teacher_404(
    classroom: PreparedClassroom, newcomer: Student
) -> None:
    classroom.test_app.services.backups.write(BackupRequest("by-hand"))
    response = erase(classroom, newcomer)
    assert erase(classroom, newcomer) == response
    other = classroom.other_teachers_classroom()
    assert error(other.teacher_client.post(f"/api/students/{newcomer.id}/erase"))[0] == 404
    assert error(other.teacher_client.post(f"/api/students/{classroom.student.id}/erase"))[0] == 404
    assert classroom.teacher_client.get(f"/api/students/{classroom.student.id}").status_code == 200


def test_activity_log_records_an_erasure_without_the_name(
    classroom: PreparedClassroom, erased_student: Student
) -> None:
    erase(classroom, erased_student)
    rows = classroom.teacher_client.get("/api/activity?limit=100").json()
    assert [row["kind"] for row in rows].count("student_erased") == 1
    assert not any(row["kind"] == "student_deleted" for row in rows)
    assert any(row["whoName"] == "an erased student" or row["studentName"] == "an erased student" for row in rows)


@pytest.mark.parametrize("revision", ["0001", pytest.param("0002", marks=LONG), pytest.param("0004", marks=LONG)])
def test_backups_of_earlier_schemas_are_redacted(
    classroom: PreparedClassroom, erased_student: Student, revision: str, tmp_path: Path
) -> None:
    """The redacted backups keep their schema."""
    folder = classroom.test_app.data_folder
    old = BackupService(Settings(data_dir=tmp_path / "old"))
    old.settings.data_dir.mkdir()
    write_old_schema_database(old.settings.database_path, revision, read_tables(folder / "goalbucks.db"))
    shutil.copytree(folder / "images", old.settings.image_dir)
    backup = old.write(BackupRequest("by-hand"))
    classroom.test_app.services.backups.folder.mkdir(exist_ok=True)
    there = Path(shutil.copy(backup, classroom.test_app.services.backups.folder))
    assert erase(classroom, erased_student)["backupsRewritten"] == 2  # with the one made just before
    assert files_containing(folder, erased_student) == set()
    with Archive(there) as archive:
        assert archive.manifest.revision == revision
        archive.verify(tmp_path / "unpacked.db", lambda: None)


@pytest.mark.spec("4.12", "5.11")
def test_a_student_of_an_archived_class_is_erased_like_any_other(
    classroom: PreparedClassroom, erased_student: Student
) -> None:
    folder = classroom.test_app.data_folder
    classroom.teacher_client.put(f"/api/classrooms/{classroom.row.id}/archived", {"archived": True})
    classroom.test_app.services.backups.write(BackupRequest("by-hand"))
    assert files_containing(folder, erased_student) != set()
    assert erase(classroom, erased_student)["done"] is True
    assert files_containing(folder, erased_student) == set()
