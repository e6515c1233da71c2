"""Two windows delete a class; what is deleted with it: tests/server/test_cascading_deletes.py."""

from functools import partial

import pytest

from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently


@pytest.mark.postgresql
def test_concurrent_class_deletes_succeed_once_and_are_404_otherwise(classroom: PreparedClassroom) -> None:
    teacher_clients = [classroom.test_app.client_for(classroom.teacher) for _ in range(2)]
    responses = run_concurrently(
        *(partial(teacher_client.delete, f"/api/classrooms/{classroom.row.id}") for teacher_client in teacher_clients)
    )
    assert sorted(response.status_code for response in responses) == [204, 404]
