"""Balance corrections by the teacher, with a reason shown to the student (specification 9.7)."""

import re
from functools import partial
from typing import Any

import pytest
from httpx2 import Response

from tests.factories.at_once import at_once
from tests.factories.bad_values import HUGE, without
from tests.factories.fields import LEDGER_ENTRY, TIME
from tests.factories.room import Room
from tests.factories.stored import nothing_stored
from tests.factories.world import error
from tests.server.conftest import Hands

CORRECTION: dict[str, Any] = {"amount": 5, "reason": "Helped in the library"}


def corrections_path(room: Room) -> str:
    return f"/api/students/{room.student.id}/corrections"


def balance(room: Room) -> dict[str, int]:
    found: dict[str, int] = room.tablet.get(f"/api/students/{room.student.id}/goalbucks").json()
    return found


@pytest.mark.spec("9.7")
@pytest.mark.parametrize("amount", [1, -1, 1_000_000, -1_000_000])
def test_correction_is_a_ledger_entry_with_its_reason(room: Room, amount: int) -> None:
    answer = room.desk.post(corrections_path(room), {"amount": amount, "reason": "  Counted twice\n"})
    assert answer.status_code == 201
    entry = answer.json()
    assert set(entry) == LEDGER_ENTRY
    assert re.fullmatch(TIME, entry["createdAt"])
    told = {"amount": amount, "reason": "correction", "description": "Counted twice", "balanceAfter": amount}
    assert entry == entry | told | {"createdBy": room.teacher.id}
    assert room.tablet.get(f"/api/students/{room.student.id}/ledger").json() == [entry]


def test_correction_changes_earned_and_not_spent(room: Room) -> None:
    room.world.award(room.student, 10)
    room.world.purchase(room.student, room.world.item(room.classroom))
    room.desk.post(corrections_path(room), {"amount": -3, "reason": "Counted twice"})
    assert balance(room) == {"balance": 2, "earned": 7, "spent": 5}


@pytest.mark.spec("9.4")
def test_correction_may_make_the_balance_negative(room: Room) -> None:
    room.world.award(room.student, 10)
    assert (
        room.desk.post(corrections_path(room), {"amount": -25, "reason": "Counted twice"}).json()["balanceAfter"] == -15
    )
    assert balance(room)["balance"] == -15
    (row,) = room.desk.get(f"/api/classrooms/{room.classroom.id}/students/stats").json()
    assert row["goalbucks"] == -15


def test_identical_correction_may_be_repeated(room: Room) -> None:
    for _ in range(3):
        assert room.desk.post(corrections_path(room), CORRECTION).status_code == 201
    assert balance(room)["balance"] == 15


@pytest.mark.postgresql
def test_concurrent_corrections_all_count(room: Room) -> None:
    desks = [room.world.signed_in(room.teacher) for _ in range(6)]
    answers = at_once(*(partial(desk.post, corrections_path(room), CORRECTION) for desk in desks))
    assert sorted(answer.json()["balanceAfter"] for answer in answers) == [5, 10, 15, 20, 25, 30]


class TestRefusals:
    def assert_refused(self, room: Room, body: dict[str, Any], field: str) -> Response:
        with nothing_stored(room.world):
            answer = room.desk.post(corrections_path(room), body)
        assert error(answer) == (422, "invalid")
        assert set(answer.json()["fields"]) == {field}
        return answer

    @pytest.mark.spec("9.7")
    @pytest.mark.parametrize(
        "value", [0, -0, 1_000_001, -1_000_001, HUGE, -HUGE, 1.5, 5.0, True, "5", "", None, [5], {}]
    )
    def test_invalid_correction_amount_is_422(self, untouched: Room, value: object) -> None:
        self.assert_refused(untouched, CORRECTION | {"amount": value}, "amount")

    @pytest.mark.parametrize(
        ("value", "message"),
        [
            (0, "must not be 0"),
            (1_000_001, "must be at most 1,000,000"),
            (-1_000_001, "must be at least -1,000,000"),
            (1.5, "must be a whole number"),
        ],
    )
    def test_correction_error_states_the_allowed_amounts(self, untouched: Room, value: object, message: str) -> None:
        assert self.assert_refused(untouched, CORRECTION | {"amount": value}, "amount").json()["fields"] == {
            "amount": message
        }

    @pytest.mark.spec("9.7")
    @pytest.mark.parametrize("value", ["", "x" * 5001])
    def test_correction_without_a_reason_is_422(self, untouched: Room, value: object) -> None:
        self.assert_refused(untouched, CORRECTION | {"reason": value}, "reason")

    def test_correction_reason_over_5000_characters_is_422(self, room: Room) -> None:
        assert room.desk.post(corrections_path(room), CORRECTION | {"reason": "é" * 5000}).status_code == 201
        self.assert_refused(room, CORRECTION | {"reason": "é" * 5001}, "reason")

    @pytest.mark.parametrize("field", CORRECTION)
    def test_missing_correction_field_is_422(self, untouched: Room, field: str) -> None:
        self.assert_refused(untouched, without(CORRECTION, field), field)

    def test_correction_of_another_teachers_student_is_404(self, room: Room) -> None:
        elsewhere = room.elsewhere()
        with nothing_stored(room.world):
            assert error(elsewhere.desk.post(corrections_path(room), CORRECTION)) == (404, "not_found")


class TestRepeating:
    def post_with_key(self, room: Room, body: dict[str, Any]) -> Response:
        return room.desk.post(corrections_path(room), body, headers={"Idempotency-Key": "key 1"})

    def test_repeated_correction_gets_the_same_entry_and_posts_nothing(self, room: Room) -> None:
        first = self.post_with_key(room, CORRECTION)
        with nothing_stored(room.world):
            again = self.post_with_key(room, CORRECTION)
        assert (first.status_code, again.status_code) == (201, 201)
        assert again.json() == first.json()

    def test_idempotency_key_with_another_body_or_student_is_refused(self, room: Room) -> None:
        self.post_with_key(room, CORRECTION)
        with nothing_stored(room.world):
            assert error(self.post_with_key(room, CORRECTION | {"amount": 6})) == (422, "idempotency_key_reused")
        classmate = room.world.student(room.classroom)
        path = f"/api/students/{classmate.id}/corrections"
        with nothing_stored(room.world):
            answer = room.desk.post(path, CORRECTION, headers={"Idempotency-Key": "key 1"})
        assert error(answer) == (422, "idempotency_key_reused")


def test_ledger_entry_has_the_time_of_the_correction(room: Room, hands: Hands) -> None:
    first = room.desk.post(corrections_path(room), CORRECTION).json()
    hands.move(minutes=5)
    assert room.desk.post(corrections_path(room), CORRECTION).json()["createdAt"] > first["createdAt"]
