"""A teacher's own account (docs/api.md, Accounts)."""

import re

import pytest

from tests.factories.classroom import PreparedClassroom
from tests.factories.response_fields import TEACHER, TIMESTAMP


@pytest.mark.spec("13.1")
def test_a_teacher_has_the_specified_fields_but_never_a_password(read_only_classroom: PreparedClassroom) -> None:
    teacher = read_only_classroom.teacher
    account = read_only_classroom.teacher_client.get(f"/api/teachers/{teacher.id}").json()
    assert set(account) == TEACHER
    assert account["username"] == account["email"] == teacher.email
    assert re.fullmatch(TIMESTAMP, account["createdAt"])
