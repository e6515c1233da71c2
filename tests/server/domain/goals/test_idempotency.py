"""`Idempotency-Key`: a request can be repeated safely and assigns nothing twice (specification 11.7)."""

from functools import partial
from typing import Any

import pytest
from httpx2 import Response

from tests.factories.api_client import ApiClient, error
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.snapshots import assert_unchanged, count_rows

CALLS = ["/api/goals", "/api/goals/bulk"]
KEY_REUSED = (422, "idempotency_key_reused")


def goal_body(classroom: PreparedClassroom, **other: object) -> dict[str, Any]:
    ids = {"studentId": classroom.student.id, "studentIds": [classroom.student.id], "classroomId": classroom.row.id}
    return {**ids, "name": "Read", "goalbucks": 5} | other


def assign(teacher_client: ApiClient, call: str, sent: dict[str, Any], key: str = "key 1") -> Response:
    return teacher_client.post(call, sent, headers={"Idempotency-Key": key})


@pytest.mark.postgresql
@pytest.mark.spec("11.7")
@pytest.mark.parametrize("call", CALLS)
def test_repeated_request_gets_the_same_response_and_assigns_nothing(classroom: PreparedClassroom, call: str) -> None:
    first = assign(classroom.teacher_client, call, goal_body(classroom))
    assert first.status_code == 201
    with assert_unchanged(classroom.test_app):
        again = assign(classroom.teacher_client, call, goal_body(classroom))
    assert (again.status_code, again.json()) == (201, first.json())
    assert again.headers["content-type"] == "application/json"
    assert count_rows(classroom.test_app, "goals") == 1


@pytest.mark.spec("11.7")
@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("other", [{"name": "Write"}, {"extra": 1}])
def test_idempotency_key_with_another_body_is_refused(
    classroom: PreparedClassroom, call: str, other: dict[str, object]
) -> None:
    assign(classroom.teacher_client, call, goal_body(classroom))
    with assert_unchanged(classroom.test_app):
        assert error(assign(classroom.teacher_client, call, goal_body(classroom, **other))) == KEY_REUSED


@pytest.mark.postgresql
@pytest.mark.parametrize("wrong", [{"goalbucks": 0}, {"classroomId": "unknown"}])
def test_refused_request_may_be_corrected_under_its_key(classroom: PreparedClassroom, wrong: dict[str, object]) -> None:
    with assert_unchanged(classroom.test_app):
        assert assign(classroom.teacher_client, CALLS[0], goal_body(classroom, **wrong)).status_code in {404, 422}
    assert assign(classroom.teacher_client, CALLS[0], goal_body(classroom)).status_code == 201


@pytest.mark.postgresql
@pytest.mark.parametrize("call", CALLS)
def test_concurrent_requests_with_one_key_assign_once_and_get_the_same_response(
    classroom: PreparedClassroom, call: str
) -> None:
    teacher_clients = [classroom.test_app.client_for(classroom.teacher) for _ in range(6)]
    responses = run_concurrently(
        *(partial(assign, teacher_client, call, goal_body(classroom)) for teacher_client in teacher_clients)
    )
    assert {response.status_code for response in responses} == {201}
    assert len({response.text for response in responses}) == 1
    assert count_rows(classroom.test_app, "goals") == 1


@pytest.mark.spec("11.7")
@pytest.mark.parametrize("key", ["", "x" * 201])
def test_idempotency_key_has_1_to_200_characters(classroom: PreparedClassroom, key: str) -> None:
    with assert_unchanged(classroom.test_app):
        assert error(assign(classroom.teacher_client, CALLS[0], goal_body(classroom), key)) == (422, "invalid")
