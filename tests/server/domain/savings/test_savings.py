"""`/api/students/{id}/savings` (specification 25.1)."""

from functools import partial

import pytest

from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.snapshots import assert_unchanged, count_rows

pytestmark = pytest.mark.spec("25.1")


@pytest.fixture
def path(classroom: PreparedClassroom) -> str:
    return f"/api/students/{classroom.student.id}/savings"


@pytest.mark.postgresql
def test_student_and_teacher_read_what_the_student_saves_for(classroom: PreparedClassroom, path: str) -> None:
    item = classroom.test_app.store_item(classroom.row, "Class DJ", 300, 2)
    assert classroom.student_client.get(path).json() is None
    assert classroom.student_client.put(path, {"itemId": item.id}).status_code == 204
    expected = {"itemId": item.id, "itemName": "Class DJ", "goalbucksCost": 300, "stock": 2, "picture": None}
    for client in (classroom.student_client, classroom.teacher_client):
        assert client.get(path).json() == expected
        assert client.get(f"/api/students/{classroom.student.id}/home").json()["savings"] == expected
    assert classroom.teacher_client.delete(f"/api/store/{item.id}").status_code == 204
    deleted = dict.fromkeys(expected) | {"itemName": "Class DJ"}
    assert classroom.student_client.get(path).json() == deleted
    for _ in range(2):
        assert classroom.student_client.put(path, {"itemId": None}).status_code == 204
    assert classroom.student_client.get(path).json() is None


def test_the_id_of_the_item_is_required(classroom: PreparedClassroom, path: str) -> None:
    with assert_unchanged(classroom.test_app):
        for body in ({}, {"itemId": 5}):
            assert error(classroom.student_client.put(path, body)) == (422, "invalid")


@pytest.mark.postgresql
def test_two_devices_choose_at_once(classroom: PreparedClassroom, path: str) -> None:
    items = [classroom.test_app.store_item(classroom.row) for _ in range(2)]
    clients = [classroom.test_app.client_for(classroom.student) for _ in range(2)]
    for _ in range(5):
        responses = run_concurrently(
            *(partial(client.put, path, {"itemId": item.id}) for client, item in zip(clients, items, strict=True))
        )
        assert [response.status_code for response in responses] == [204, 204]
        assert count_rows(classroom.test_app, "savings_goals") == 1
        assert classroom.student_client.put(path, {"itemId": None}).status_code == 204


@pytest.mark.postgresql
def test_choosing_an_item_that_is_deleted_at_once_keeps_its_name_or_is_404(
    classroom: PreparedClassroom, path: str
) -> None:
    for _ in range(5):
        item = classroom.test_app.store_item(classroom.row, "Class DJ")
        chosen, deleted = run_concurrently(
            partial(classroom.student_client.put, path, {"itemId": item.id}),
            partial(classroom.teacher_client.delete, f"/api/store/{item.id}"),
        )
        assert (chosen.status_code, deleted.status_code) in {(204, 204), (404, 204)}
        left = classroom.student_client.get(path).json()
        assert left is None or (left["itemId"], left["itemName"]) == (None, "Class DJ")
