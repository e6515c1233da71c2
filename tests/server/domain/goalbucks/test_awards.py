"""Awarding goalbucks to several students of a class atomically (specification 9.5)."""

from functools import partial
from typing import Any

import pytest
from httpx2 import Response

from tests.factories.app import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.invalid_values import UNKNOWN_IDS, without_field
from tests.factories.snapshots import assert_unchanged, count_rows

CALL = "/api/goalbucks/award"


def award_body(classroom: PreparedClassroom, *student_ids: str, **other: object) -> dict[str, Any]:
    ids = {"classroomId": classroom.row.id, "studentIds": list(student_ids)}
    return {**ids, "amount": 5, "reason": "Tidy classroom"} | other


class TestAwarding:
    @pytest.mark.spec("9.5")
    def test_award_credits_exactly_the_named_students(self, classroom: PreparedClassroom) -> None:
        chosen = [classroom.test_app.student(classroom.row).id for _ in range(3)]
        response = classroom.teacher_client.post(CALL, award_body(classroom, *chosen))
        assert (response.status_code, response.json()["count"]) == (201, 3)
        assert [classroom.balance(each)["balance"] for each in (*chosen, classroom.student.id)] == [5, 5, 5, 0]

    def test_ledger_shows_the_reason_and_the_teacher_of_an_award(self, classroom: PreparedClassroom) -> None:
        classroom.teacher_client.post(CALL, award_body(classroom, classroom.student.id, reason="  Tidy\tclassroom 😀 "))
        (entry,) = classroom.student_client.get(f"/api/students/{classroom.student.id}/ledger").json()
        shown = (entry["amount"], entry["reason"], entry["description"], entry["balanceAfter"], entry["createdBy"])
        assert shown == (5, "award", "Tidy\tclassroom 😀", 5, classroom.teacher.id)

    def test_award_counts_as_earned_but_not_as_a_completed_goal(self, classroom: PreparedClassroom) -> None:
        classroom.teacher_client.post(CALL, award_body(classroom, classroom.student.id))
        shown = classroom.own_balance()
        assert shown == {"balance": 5, "earned": 5, "spent": 0}
        (row,) = classroom.teacher_client.get(f"/api/classrooms/{classroom.row.id}/students/stats").json()
        assert (row["goalsCompleted"], row["lastGoalName"]) == (0, None)

    def test_student_named_twice_is_credited_once(self, classroom: PreparedClassroom) -> None:
        classmate = classroom.test_app.student(classroom.row).id
        ids = [classroom.student.id, classmate, classroom.student.id, classroom.student.id]
        assert classroom.teacher_client.post(CALL, award_body(classroom, *ids)).json()["count"] == 2
        assert [classroom.balance(each)["balance"] for each in (classroom.student.id, classmate)] == [5, 5]

    @pytest.mark.spec("9.5")
    @pytest.mark.parametrize("amount", [1, 1_000_000])
    def test_award_of_1_or_a_million_is_credited(self, classroom: PreparedClassroom, amount: int) -> None:
        assert (
            classroom.teacher_client.post(CALL, award_body(classroom, classroom.student.id, amount=amount)).status_code
            == 201
        )
        assert classroom.balance()["balance"] == amount

    def test_identical_award_may_be_given_again(self, classroom: PreparedClassroom) -> None:
        for _ in range(2):
            assert classroom.teacher_client.post(CALL, award_body(classroom, classroom.student.id)).status_code == 201
        assert classroom.balance()["balance"] == 10

    def test_large_class_is_awarded_in_one_call(self, classroom: PreparedClassroom) -> None:
        ids = [classroom.test_app.student(classroom.row).id for _ in range(60)]
        assert classroom.teacher_client.post(CALL, award_body(classroom, *ids)).json()["count"] == 60
        assert count_rows(classroom.test_app, "goalbuck_entries") == 60


class TestRefusals:
    def assert_refused(self, classroom: PreparedClassroom, body: dict[str, Any], field: str) -> None:
        with assert_unchanged(classroom.test_app):
            response = classroom.teacher_client.post(CALL, body)
        assert error(response) == (422, "invalid")
        assert [name.partition(".")[0] for name in response.json()["fields"]] == [field]

    @pytest.mark.spec("9.5")
    @pytest.mark.parametrize("place", [0, 1, 2])
    def test_award_with_one_invalid_student_credits_nobody(self, classroom: PreparedClassroom, place: int) -> None:
        ids = [classroom.student.id, classroom.test_app.student(classroom.row).id]
        ids.insert(place, classroom.other_classroom().student.id)
        with assert_unchanged(classroom.test_app):
            assert error(classroom.teacher_client.post(CALL, award_body(classroom, *ids))) == (404, "not_found")

    @pytest.mark.parametrize("value", [0, "5"])
    def test_invalid_award_amount_is_422(self, read_only_classroom: PreparedClassroom, value: object) -> None:
        self.assert_refused(
            read_only_classroom, award_body(read_only_classroom, read_only_classroom.student.id, amount=value), "amount"
        )

    @pytest.mark.spec("9.5")
    @pytest.mark.parametrize("value", ["", "x" * 5001])
    def test_award_without_a_reason_or_with_one_over_5000_characters_is_422(
        self, read_only_classroom: PreparedClassroom, value: object
    ) -> None:
        self.assert_refused(
            read_only_classroom, award_body(read_only_classroom, read_only_classroom.student.id, reason=value), "reason"
        )

    @pytest.mark.parametrize("field", ["classroomId", "studentIds", "amount", "reason"])
    def test_missing_award_field_is_422(self, read_only_classroom: PreparedClassroom, field: str) -> None:
        self.assert_refused(
            read_only_classroom,
            without_field(award_body(read_only_classroom, read_only_classroom.student.id), field),
            field,
        )

    def test_award_without_students_is_422(self, read_only_classroom: PreparedClassroom) -> None:
        self.assert_refused(read_only_classroom, award_body(read_only_classroom), "studentIds")

    def test_more_award_students_than_a_class_can_have_are_422(self, read_only_classroom: PreparedClassroom) -> None:
        self.assert_refused(
            read_only_classroom,
            award_body(read_only_classroom, *(f"student{number}" for number in range(1001))),
            "studentIds",
        )

    @pytest.mark.parametrize("value", [5, None])
    def test_invalid_class_id_of_an_award_is_422(self, read_only_classroom: PreparedClassroom, value: object) -> None:
        self.assert_refused(
            read_only_classroom,
            award_body(read_only_classroom, read_only_classroom.student.id, classroomId=value),
            "classroomId",
        )

    @pytest.mark.parametrize("unknown", UNKNOWN_IDS)
    def test_unknown_class_or_student_of_an_award_is_404(
        self, read_only_classroom: PreparedClassroom, unknown: str
    ) -> None:
        for body in (
            award_body(read_only_classroom, read_only_classroom.student.id, classroomId=unknown),
            award_body(read_only_classroom, read_only_classroom.student.id, unknown),
        ):
            with assert_unchanged(read_only_classroom.test_app):
                assert error(read_only_classroom.teacher_client.post(CALL, body)) == (404, "not_found")

    def test_another_teachers_class_and_student_of_an_award_are_404(self, classroom: PreparedClassroom) -> None:
        elsewhere = classroom.other_teachers_classroom()
        for body in (award_body(elsewhere, elsewhere.student.id), award_body(classroom, elsewhere.student.id)):
            with assert_unchanged(classroom.test_app):
                assert error(classroom.teacher_client.post(CALL, body)) == (404, "not_found")


class TestRepeating:
    def post_with_key(self, classroom: PreparedClassroom, body: dict[str, Any]) -> Response:
        return classroom.teacher_client.post(CALL, body, headers={"Idempotency-Key": "key 1"})

    def test_repeated_award_gets_the_same_response_and_credits_nothing(self, classroom: PreparedClassroom) -> None:
        first = self.post_with_key(classroom, award_body(classroom, classroom.student.id))
        with assert_unchanged(classroom.test_app):
            again = self.post_with_key(classroom, award_body(classroom, classroom.student.id))
        assert (first.status_code, again.status_code, again.json()) == (201, 201, first.json())

    @pytest.mark.parametrize("other", [{"amount": 6}, {"reason": "Quiet classroom"}])
    def test_idempotency_key_with_another_award_is_refused(
        self, classroom: PreparedClassroom, other: dict[str, object]
    ) -> None:
        self.post_with_key(classroom, award_body(classroom, classroom.student.id))
        with assert_unchanged(classroom.test_app):
            response = self.post_with_key(classroom, award_body(classroom, classroom.student.id, **other))
        assert error(response) == (422, "idempotency_key_reused")

    @pytest.mark.postgresql
    def test_concurrent_awards_with_one_key_credit_once(self, classroom: PreparedClassroom) -> None:
        responses = run_concurrently(
            *[partial(self.post_with_key, classroom, award_body(classroom, classroom.student.id))] * 5
        )
        assert {response.status_code for response in responses} == {201}
        assert classroom.balance()["balance"] == 5
