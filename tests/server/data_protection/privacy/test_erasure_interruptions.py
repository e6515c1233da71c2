"""Erasures that are slow, fail, or are interrupted by a crash; the rest is in test_erasure.py."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from server.data_protection.backups import redact_backup
from server.data_protection.backups.errors import BackupDiskFullError
from server.data_protection.backups.service import BackupRequest
from server.data_protection.privacy import erasure
from server.data_protection.privacy.erasure import ErasureService
from server.data_protection.privacy.erasure_journal import ErasureJournal, PendingErasure
from server.domain.students import service as students
from server.domain.students.models import Student
from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.data_folders import find_temporary_files, read_tables
from tests.factories.full_history import create_full_history
from tests.server.conftest import AppPool
from tests.server.data_protection.backups.api_helpers import find_backup
from tests.server.data_protection.privacy.erasure_helpers import (
    erase,
    files_containing,
    image_keys,
)

pytestmark = pytest.mark.sqlite_file


class PausedRedaction:
    """Replacement for `redact_backup` that waits before it runs."""

    def __init__(self) -> None:
        self.reached, self.resume = Event(), Event()
        self.redact = redact_backup.redact_backup

    def __call__(self, *parts: Any) -> bool:
        self.reached.set()
        assert self.resume.wait(30)
        return self.redact(*parts)


@pytest.fixture
def paused_redaction(monkeypatch: pytest.MonkeyPatch) -> Iterator[PausedRedaction]:
    paused_redaction = PausedRedaction()
    monkeypatch.setattr("server.data_protection.privacy.redact_all_backups.redact_backup", paused_redaction)
    monkeypatch.setattr(erasure, "RESPONSE_TIMEOUT_SECONDS", 0.05)
    yield paused_redaction
    paused_redaction.resume.set()


def test_during_an_erasure_other_calls_succeed_and_backups_are_refused(
    classroom: PreparedClassroom, newcomer: Student, paused_redaction: PausedRedaction
) -> None:
    backup = classroom.test_app.services.backups.write(BackupRequest("by-hand"))
    body = classroom.teacher_client.post(f"/api/students/{newcomer.id}/erase").json()
    assert body["done"] is False
    assert paused_redaction.reached.wait(30)
    assert classroom.teacher_client.get(f"/api/students/{newcomer.id}").status_code == 404
    assert classroom.teacher_client.post("/api/classrooms", {"name": "Another", "gradeLevel": None}).status_code == 201
    assert error(classroom.teacher_client.post("/api/backups", {})) == (409, "erasure_running")
    assert error(classroom.teacher_client.post(f"/api/backups/{backup.name}/restore", {})) == (409, "erasure_running")
    paused_redaction.resume.set()
    assert erase(classroom, newcomer)["backupsRewritten"] == 2  # with the one made just before


def test_failed_row_deletion_leaves_everything_unchanged(
    classroom: PreparedClassroom, newcomer: Student, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise BackupDiskFullError

    monkeypatch.setattr(students, "delete_without_event", refuse)
    before = read_tables(classroom.test_app.data_folder / "goalbucks.db")
    assert error(classroom.teacher_client.post(f"/api/students/{newcomer.id}/erase")) == (503, "disk_too_full")
    monkeypatch.undo()
    assert read_tables(classroom.test_app.data_folder / "goalbucks.db") == before
    assert not (classroom.test_app.data_folder / "erasing").exists()
    assert erase(classroom, newcomer)["done"]


def restart_on_copy(classroom: PreparedClassroom, erased_student: Student, app_pool: AppPool) -> Path:
    """Copy the data folder as after a crash, start and stop a server on it, and return it."""
    copy = Path(shutil.copytree(classroom.test_app.data_folder, classroom.test_app.data_folder.with_name("again")))
    with app_pool.start(copy, {}) as restarted:
        erasures: ErasureService = restarted.services.erasures
        assert erasures.has_erasure(classroom.teacher.id, erased_student.id)
        while restarted.portal.call(erasures.erase, classroom.teacher.id, erased_student.id) is None:
            pass
    return copy


@pytest.mark.spec("5.11")
def test_backup_that_cannot_be_rewritten_stays_intact_until_the_next_start_retries(
    classroom: PreparedClassroom, erased_student: Student, app_pool: AppPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    create_full_history(classroom)
    backup = classroom.test_app.services.backups.write(BackupRequest("by-hand"))
    before = backup.read_bytes()

    def refuse(*_: object) -> None:
        raise BackupDiskFullError

    with monkeypatch.context() as patched:
        patched.setattr(redact_backup, "open_owner_only", refuse)
        response = erase(classroom, erased_student)
    before_erasing = find_backup(classroom.test_app, "before-deleting-student")
    left = sorted([before_erasing.name, backup.name])
    assert sorted(response["backupsLeft"], key=lambda kept: kept["name"]) == [
        {"name": name, "why": "failed"} for name in left
    ]
    assert response["finishesLater"] is True
    assert backup.read_bytes() == before
    still = {name.split(":")[0] for name in files_containing(classroom.test_app.data_folder, erased_student)}
    assert still == {*left, f"{erased_student.id}.json"}
    again = restart_on_copy(classroom, erased_student, app_pool)
    assert files_containing(again, erased_student) == set()
    assert not (again / "erasing").exists()


def test_confirmed_erasure_is_completed_after_a_crash_before_the_first_deletion(
    classroom: PreparedClassroom, erased_student: Student, app_pool: AppPool
) -> None:
    folder = classroom.test_app.data_folder
    classroom.test_app.services.backups.write(BackupRequest("by-hand"))
    keys = image_keys(folder, erased_student)
    ErasureJournal(folder).save(
        PendingErasure(erased_student.id, classroom.teacher.id, tuple(key.decode() for key in keys))
    )
    again = restart_on_copy(classroom, erased_student, app_pool)
    assert files_containing(again, erased_student, *keys) == set()
    assert find_temporary_files(again) == []
