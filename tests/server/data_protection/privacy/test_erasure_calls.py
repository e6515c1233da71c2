"""Erasure calls on a class computer and on a school server (docs/privacy.md); backups: test_erasure.py."""

import pytest

from server.data_protection.privacy import erasure
from server.domain.students.models import Student
from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.full_history import create_full_history
from tests.factories.snapshots import list_image_files, take_snapshot

pytestmark = pytest.mark.postgresql

NAMES = ("Xanthippe", "Quillfeather", "xan.quill")


def student_with_history(classroom: PreparedClassroom) -> Student:
    student = classroom.test_app.student(classroom.row, NAMES[0], NAMES[1], username=NAMES[2])
    create_full_history(
        PreparedClassroom(
            classroom.test_app,
            classroom.teacher,
            classroom.row,
            student,
            classroom.teacher_client,
            classroom.test_app.client_for(student),
        )
    )
    return student


def test_erasure_removes_rows_and_images_of_the_student_only(classroom: PreparedClassroom) -> None:
    create_full_history(classroom)
    others = list_image_files(classroom.test_app)
    student = student_with_history(classroom)
    assert list_image_files(classroom.test_app) != others
    erased = classroom.teacher_client.post(f"/api/students/{student.id}/erase")
    rewritten = int(classroom.test_app.services.deployment.uses_sqlite)  # the backup made just before
    assert erased.json() == {"done": True, "backupsRewritten": rewritten, "backupsLeft": [], "finishesLater": False}
    assert list_image_files(classroom.test_app) == others
    rows = repr(take_snapshot(classroom.test_app))
    assert [mark for mark in (*NAMES, student.id) if mark in rows] == []
    assert classroom.student.first_name in rows


def test_erased_student_is_404_for_the_teacher_and_signed_out(classroom: PreparedClassroom) -> None:
    student = student_with_history(classroom)
    student_client = classroom.test_app.client_for(student)
    assert classroom.teacher_client.post(f"/api/students/{student.id}/erase").status_code == 200
    assert error(classroom.teacher_client.get(f"/api/students/{student.id}")) == (404, "not_found")
    assert error(student_client.get("/api/auth/session")) == (401, "not_signed_in")


def test_school_server_answers_only_when_the_erasure_is_complete(
    classroom: PreparedClassroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erasure, "RESPONSE_TIMEOUT_SECONDS", 0)
    body = classroom.teacher_client.post(f"/api/students/{student_with_history(classroom).id}/erase").json()
    assert body["done"] is not classroom.test_app.services.deployment.uses_sqlite
