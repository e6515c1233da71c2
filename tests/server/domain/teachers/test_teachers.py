"""Stored fields of a teacher (specification 13.1)."""

from datetime import timedelta

import pytest

from server import clock
from server.domain.teachers.models import Teacher
from tests.factories.app import PASSWORD, TestApp

pytestmark = pytest.mark.postgresql


@pytest.mark.spec("13.1")
def test_teacher_row_has_id_username_password_name_email_and_created_at(test_app: TestApp) -> None:
    body = {"name": "Elena Rivera", "email": "elena@school.org", "password": PASSWORD}
    user = test_app.anonymous_client().post("/api/auth/register-teacher", body).json()["user"]
    with test_app.open_session() as db:
        (kept,) = db.query(Teacher)
    assert (kept.id, kept.name, kept.email) == (user["id"], "Elena Rivera", "elena@school.org")
    assert kept.username == user["username"] == "elena@school.org"
    assert kept.password_hash
    assert kept.password_hash.startswith("$argon2id$")
    assert abs(clock.now() - kept.created_at) < timedelta(minutes=1)
