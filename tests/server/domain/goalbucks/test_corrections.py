"""Balance corrections by the teacher, with a reason shown to the student (specification 9.7)."""

import re
from functools import partial
from typing import Any

import pytest
from httpx2 import Response

from tests.factories.app import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.fake_clock import FakeClock
from tests.factories.invalid_values import HUGE_NUMBER, without_field
from tests.factories.response_fields import LEDGER_ENTRY, TIMESTAMP
from tests.factories.snapshots import assert_unchanged

CORRECTION: dict[str, Any] = {"amount": 5, "reason": "Helped in the library"}


def corrections_path(classroom: PreparedClassroom) -> str:
    return f"/api/students/{classroom.student.id}/corrections"


@pytest.mark.spec("9.7")
@pytest.mark.parametrize("amount", [1, -1, 1_000_000, -1_000_000])
def test_correction_is_a_ledger_entry_with_its_reason(classroom: PreparedClassroom, amount: int) -> None:
    response = classroom.teacher_client.post(
        corrections_path(classroom), {"amount": amount, "reason": "  Counted twice\n"}
    )
    assert response.status_code == 201
    entry = response.json()
    assert set(entry) == LEDGER_ENTRY
    assert re.fullmatch(TIMESTAMP, entry["createdAt"])
    expected = {"amount": amount, "reason": "correction", "description": "Counted twice", "balanceAfter": amount}
    assert entry == entry | expected | {"createdBy": classroom.teacher.id}
    assert classroom.student_client.get(f"/api/students/{classroom.student.id}/ledger").json() == [entry]


def test_correction_changes_earned_and_not_spent(classroom: PreparedClassroom) -> None:
    classroom.test_app.award(classroom.student, 10)
    classroom.test_app.purchase(classroom.student, classroom.test_app.store_item(classroom.row))
    classroom.teacher_client.post(corrections_path(classroom), {"amount": -3, "reason": "Counted twice"})
    assert classroom.own_balance() == {"balance": 2, "earned": 7, "spent": 5}


@pytest.mark.spec("9.4")
def test_correction_may_make_the_balance_negative(classroom: PreparedClassroom) -> None:
    classroom.test_app.award(classroom.student, 10)
    assert (
        classroom.teacher_client.post(corrections_path(classroom), {"amount": -25, "reason": "Counted twice"}).json()[
            "balanceAfter"
        ]
        == -15
    )
    assert classroom.own_balance()["balance"] == -15
    (row,) = classroom.teacher_client.get(f"/api/classrooms/{classroom.row.id}/students/stats").json()
    assert row["goalbucks"] == -15


def test_identical_correction_may_be_repeated(classroom: PreparedClassroom) -> None:
    for _ in range(3):
        assert classroom.teacher_client.post(corrections_path(classroom), CORRECTION).status_code == 201
    assert classroom.own_balance()["balance"] == 15


@pytest.mark.postgresql
def test_concurrent_corrections_all_count(classroom: PreparedClassroom) -> None:
    teacher_clients = [classroom.test_app.client_for(classroom.teacher) for _ in range(6)]
    responses = run_concurrently(
        *(partial(teacher_client.post, corrections_path(classroom), CORRECTION) for teacher_client in teacher_clients)
    )
    assert sorted(response.json()["balanceAfter"] for response in responses) == [5, 10, 15, 20, 25, 30]


class TestRefusals:
    def assert_refused(self, classroom: PreparedClassroom, body: dict[str, Any], field: str) -> Response:
        with assert_unchanged(classroom.test_app):
            response = classroom.teacher_client.post(corrections_path(classroom), body)
        assert error(response) == (422, "invalid")
        assert set(response.json()["fields"]) == {field}
        return response

    @pytest.mark.spec("9.7")
    @pytest.mark.parametrize(
        "value", [0, -0, 1_000_001, -1_000_001, HUGE_NUMBER, -HUGE_NUMBER, 1.5, 5.0, True, "5", "", None, [5], {}]
    )
    def test_invalid_correction_amount_is_422(self, read_only_classroom: PreparedClassroom, value: object) -> None:
        self.assert_refused(read_only_classroom, CORRECTION | {"amount": value}, "amount")

    @pytest.mark.parametrize(
        ("value", "message"),
        [
            (0, "must not be 0"),
            (1_000_001, "must be at most 1,000,000"),
            (-1_000_001, "must be at least -1,000,000"),
            (1.5, "must be a whole number"),
        ],
    )
    def test_correction_error_states_the_allowed_amounts(
        self, read_only_classroom: PreparedClassroom, value: object, message: str
    ) -> None:
        assert self.assert_refused(read_only_classroom, CORRECTION | {"amount": value}, "amount").json()["fields"] == {
            "amount": message
        }

    @pytest.mark.spec("9.7")
    @pytest.mark.parametrize("value", ["", "é" * 5001])
    def test_correction_without_a_reason_or_with_one_over_5000_characters_is_422(
        self, read_only_classroom: PreparedClassroom, value: object
    ) -> None:
        self.assert_refused(read_only_classroom, CORRECTION | {"reason": value}, "reason")

    @pytest.mark.parametrize("field", CORRECTION)
    def test_missing_correction_field_is_422(self, read_only_classroom: PreparedClassroom, field: str) -> None:
        self.assert_refused(read_only_classroom, without_field(CORRECTION, field), field)

    def test_correction_of_another_teachers_student_is_404(self, classroom: PreparedClassroom) -> None:
        elsewhere = classroom.other_teachers_classroom()
        with assert_unchanged(classroom.test_app):
            assert error(elsewhere.teacher_client.post(corrections_path(classroom), CORRECTION)) == (404, "not_found")


class TestRepeating:
    def post_with_key(self, classroom: PreparedClassroom, body: dict[str, Any]) -> Response:
        return classroom.teacher_client.post(corrections_path(classroom), body, headers={"Idempotency-Key": "key 1"})

    def test_repeated_correction_gets_the_same_entry_and_posts_nothing(self, classroom: PreparedClassroom) -> None:
        first = self.post_with_key(classroom, CORRECTION)
        with assert_unchanged(classroom.test_app):
            again = self.post_with_key(classroom, CORRECTION)
        assert (first.status_code, again.status_code) == (201, 201)
        assert again.json() == first.json()

    def test_idempotency_key_with_another_body_or_student_is_refused(self, classroom: PreparedClassroom) -> None:
        self.post_with_key(classroom, CORRECTION)
        with assert_unchanged(classroom.test_app):
            assert error(self.post_with_key(classroom, CORRECTION | {"amount": 6})) == (422, "idempotency_key_reused")
        classmate = classroom.test_app.student(classroom.row)
        path = f"/api/students/{classmate.id}/corrections"
        with assert_unchanged(classroom.test_app):
            response = classroom.teacher_client.post(path, CORRECTION, headers={"Idempotency-Key": "key 1"})
        assert error(response) == (422, "idempotency_key_reused")


def test_ledger_entry_has_the_time_of_the_correction(classroom: PreparedClassroom, fake_clock: FakeClock) -> None:
    first = classroom.teacher_client.post(corrections_path(classroom), CORRECTION).json()
    fake_clock.advance(minutes=5)
    assert (
        classroom.teacher_client.post(corrections_path(classroom), CORRECTION).json()["createdAt"] > first["createdAt"]
    )
