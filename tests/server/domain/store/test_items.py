"""Adding, editing and deleting store items (specification 10.1, 10.3, 10.4)."""

import re
from typing import Any

import pytest

from server.domain.store.models import StoreItem
from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.response_fields import STORE_ITEM, TIMESTAMP

CALL = "/api/store"
PENCIL: dict[str, Any] = {"name": "Pencil", "goalbucksCost": 5}


def list_items(classroom: PreparedClassroom) -> list[dict[str, Any]]:
    """Return the class's items; asserts that teacher and student see the same."""
    return classroom.list_own_rows(f"{CALL}/classroom/{classroom.row.id}", STORE_ITEM)


class TestAdding:
    @pytest.mark.spec("10.1", "10.14", "13.6", "20.1")
    def test_added_item_has_all_fields_and_is_listed(self, classroom: PreparedClassroom) -> None:
        body = PENCIL | {"classroomId": classroom.row.id, "description": "A sharp one", "stock": 3, "picture": "pencil"}
        body |= {"perStudent": 2, "per": "week"}
        response = classroom.teacher_client.post(CALL, body)
        assert response.status_code == 201
        made = response.json()
        assert re.fullmatch(TIMESTAMP, made["createdAt"])
        about_reader = {"limitReached": False, "againOn": None}
        assert made == body | {"id": made["id"], "createdAt": made["createdAt"]} | about_reader
        assert list_items(classroom) == [made]

    @pytest.mark.spec("20.1")
    def test_an_unknown_picture_is_refused_with_a_sentence(self, classroom: PreparedClassroom) -> None:
        response = classroom.teacher_client.post(CALL, PENCIL | {"classroomId": classroom.row.id, "picture": "tank"})
        assert error(response) == (422, "invalid")
        assert response.json()["fields"] == {"picture": "must be one of the pictures that the form offers"}


class TestEditing:
    @pytest.fixture
    def item(self, classroom: PreparedClassroom) -> StoreItem:
        return classroom.test_app.store_item(classroom.row, "Pencil", 5, 3)

    @pytest.mark.spec("10.3", "13.6")
    def test_every_item_field_can_be_edited(self, classroom: PreparedClassroom, item: StoreItem) -> None:
        (before,) = list_items(classroom)
        body = {"name": "Pen", "description": "Blue", "goalbucksCost": 8, "stock": 10, "picture": "gift"}
        body |= {"perStudent": 99, "per": "day"}
        ignored = {"classroomId": classroom.other_classroom().row.id}
        response = classroom.teacher_client.put(f"{CALL}/{item.id}", body | ignored)
        assert response.status_code == 200
        assert response.json() == before | body
        assert list_items(classroom) == [before | body]
        cleared = classroom.teacher_client.put(f"{CALL}/{item.id}", {"name": "Pen", "goalbucksCost": 8}).json()
        assert (cleared["description"], cleared["stock"], cleared["picture"]) == (None, None, None)


class TestDeleting:
    @pytest.mark.spec("10.4")
    def test_deleting_an_item_keeps_name_and_price_of_past_purchases(self, classroom: PreparedClassroom) -> None:
        item = classroom.test_app.store_item(classroom.row)
        classroom.test_app.award(classroom.student, 5)
        classroom.test_app.purchase(classroom.student, item)
        paths = (
            f"/api/purchases/student/{classroom.student.id}",
            f"/api/purchases/classroom/{classroom.row.id}",
            f"/api/students/{classroom.student.id}/ledger",
        )
        before = [classroom.teacher_client.get(path).json() for path in paths]
        response = classroom.teacher_client.delete(f"{CALL}/{item.id}")
        assert (response.status_code, response.content) == (204, b"")
        assert list_items(classroom) == []
        assert [classroom.teacher_client.get(path).json() for path in paths] == before
