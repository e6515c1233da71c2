"""`perStudent` and `per` of items, and `PUT /api/classrooms/{id}/store` (specification 10.14, 10.15)."""

from datetime import timedelta
from typing import Any

import pytest

from server import clock
from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.snapshots import assert_unchanged

PURCHASES = "/api/purchases"


def add_item(classroom: PreparedClassroom, **fields: object) -> str:
    body = {"classroomId": classroom.row.id, "name": "Pencil", "goalbucksCost": 5, **fields}
    response = classroom.teacher_client.post("/api/store", body)
    assert response.status_code == 201
    return str(response.json()["id"])


def own_items(classroom: PreparedClassroom) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = classroom.student_client.get(f"/api/store/classroom/{classroom.row.id}").json()
    return items


@pytest.mark.spec("10.14")
class TestLimits:
    @pytest.mark.postgresql
    def test_a_purchase_beyond_the_limit_is_409_and_changes_nothing(self, classroom: PreparedClassroom) -> None:
        classroom.test_app.award(classroom.student, 20)
        item = add_item(classroom, perStudent=1, per="week", stock=9)
        assert classroom.student_client.post(PURCHASES, {"itemId": item}).status_code == 201
        with assert_unchanged(classroom.test_app):
            response = classroom.student_client.post(PURCHASES, {"itemId": item})
        assert error(response) == (409, "item_limit_reached")
        assert response.json()["key"] == "item_limit_reached_for_now"
        monday = clock.this_week() + timedelta(days=7)
        (listed,) = own_items(classroom)
        assert (listed["limitReached"], listed["againOn"], listed["stock"]) == (True, str(monday), 8)

    def test_a_classmate_and_the_teacher_read_their_own_state(self, classroom: PreparedClassroom) -> None:
        classroom.test_app.award(classroom.student, 20)
        item = add_item(classroom, perStudent=1)
        assert classroom.student_client.post(PURCHASES, {"itemId": item}).status_code == 201
        response = classroom.student_client.post(PURCHASES, {"itemId": item})
        assert response.json()["error"] == "You already got this. You can't get it again."
        classmate = classroom.test_app.client_for(classroom.test_app.student(classroom.row, "Diego", "Ramirez"))
        for client in (classmate, classroom.teacher_client):
            (listed,) = client.get(f"/api/store/classroom/{classroom.row.id}").json()
            assert (listed["limitReached"], listed["againOn"]) == (False, None)

    def test_the_repeated_request_of_the_last_allowed_purchase_gets_its_response(
        self, classroom: PreparedClassroom
    ) -> None:
        classroom.test_app.award(classroom.student, 20)
        item = add_item(classroom, perStudent=1)
        key = {"Idempotency-Key": "key 1"}
        first = classroom.student_client.post(PURCHASES, {"itemId": item}, headers=key)
        again = classroom.student_client.post(PURCHASES, {"itemId": item}, headers=key)
        assert (again.status_code, again.json()) == (201, first.json())


@pytest.mark.spec("10.15")
class TestClosing:
    @pytest.mark.postgresql
    def test_a_closed_store_shows_its_items_and_sells_nothing(self, classroom: PreparedClassroom) -> None:
        classroom.test_app.award(classroom.student, 20)
        item = add_item(classroom)
        path = f"/api/classrooms/{classroom.row.id}/store"
        response = classroom.teacher_client.put(path, {"open": False})
        assert (response.status_code, response.json()["storeOpen"]) == (200, False)
        with assert_unchanged(classroom.test_app):
            refused = classroom.student_client.post(PURCHASES, {"itemId": item})
        assert error(refused) == (409, "store_closed")
        assert [each["id"] for each in own_items(classroom)] == [item]
        home = classroom.student_client.get(f"/api/students/{classroom.student.id}/home").json()
        assert (home["store"], home["classroom"]["storeOpen"]) == ({"open": False}, False)
        for _ in range(2):
            assert classroom.teacher_client.put(path, {"open": True}).status_code == 200
        assert classroom.student_client.post(PURCHASES, {"itemId": item}).status_code == 201

    def test_an_archived_class_stays_as_it_is(self, classroom: PreparedClassroom) -> None:
        path = f"/api/classrooms/{classroom.row.id}"
        assert classroom.teacher_client.put(f"{path}/archived", {"archived": True}).status_code == 200
        assert error(classroom.teacher_client.put(f"{path}/store", {"open": False})) == (409, "class_archived")
