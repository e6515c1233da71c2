"""Copying the items of another class (specification 10.13)."""

from functools import partial

import pytest
from httpx2 import Response

from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.snapshots import assert_unchanged, count_rows


def copy(classroom: PreparedClassroom, source: PreparedClassroom, key: str = "one press") -> Response:
    return classroom.teacher_client.post(
        f"/api/store/classroom/{classroom.row.id}/copy",
        {"fromClassroomId": source.row.id},
        headers={"Idempotency-Key": key},
    )


@pytest.mark.spec("10.13")
def test_a_repeated_request_has_the_response_of_the_first(classroom: PreparedClassroom) -> None:
    other = classroom.other_classroom()
    classroom.test_app.store_item(other.row)
    for _ in range(2):
        response = copy(classroom, other)
        assert (response.status_code, response.json()) == (201, {"count": 1})
    assert count_rows(classroom.test_app, "store_items") == 2


def test_the_items_of_another_teacher_are_404(classroom: PreparedClassroom) -> None:
    stranger = classroom.other_teachers_classroom()
    classroom.test_app.store_item(stranger.row)
    with assert_unchanged(classroom.test_app):
        assert error(copy(classroom, stranger)) == (404, "not_found")


@pytest.mark.postgresql
def test_two_windows_copy_each_item_once(classroom: PreparedClassroom) -> None:
    other = classroom.other_classroom()
    classroom.test_app.store_item(other.row)
    responses = run_concurrently(*(partial(copy, classroom, other, key) for key in ("one", "two")))
    assert sorted(response.json()["count"] for response in responses) == [0, 1]
