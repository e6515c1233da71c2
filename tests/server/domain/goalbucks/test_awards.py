"""Awarding goalbucks to several students of a class atomically (specification 9.5)."""

from functools import partial
from typing import Any

import pytest
from httpx2 import Response

from tests.factories.at_once import at_once
from tests.factories.bad_values import UNKNOWN_IDS, without
from tests.factories.room import Room
from tests.factories.stored import count, nothing_stored
from tests.factories.world import error

CALL = "/api/goalbucks/award"


def award_body(room: Room, *student_ids: str, **other: object) -> dict[str, Any]:
    ids = {"classroomId": room.classroom.id, "studentIds": list(student_ids)}
    return {**ids, "amount": 5, "reason": "Tidy classroom"} | other


def balance(room: Room, student_id: str) -> int:
    found: int = room.desk.get(f"/api/students/{student_id}/goalbucks").json()["balance"]
    return found


class TestAwarding:
    @pytest.mark.spec("9.5")
    def test_award_credits_exactly_the_named_students(self, room: Room) -> None:
        chosen = [room.world.student(room.classroom).id for _ in range(3)]
        answer = room.desk.post(CALL, award_body(room, *chosen))
        assert (answer.status_code, answer.json()["count"]) == (201, 3)
        assert [balance(room, each) for each in (*chosen, room.student.id)] == [5, 5, 5, 0]

    def test_ledger_shows_the_reason_and_the_teacher_of_an_award(self, room: Room) -> None:
        room.desk.post(CALL, award_body(room, room.student.id, reason="  Tidy\tclassroom 😀 "))
        (entry,) = room.tablet.get(f"/api/students/{room.student.id}/ledger").json()
        told = (entry["amount"], entry["reason"], entry["description"], entry["balanceAfter"], entry["createdBy"])
        assert told == (5, "award", "Tidy\tclassroom 😀", 5, room.teacher.id)

    def test_award_counts_as_earned_but_not_as_a_completed_goal(self, room: Room) -> None:
        room.desk.post(CALL, award_body(room, room.student.id))
        shown = room.tablet.get(f"/api/students/{room.student.id}/goalbucks").json()
        assert shown == {"balance": 5, "earned": 5, "spent": 0}
        (row,) = room.desk.get(f"/api/classrooms/{room.classroom.id}/students/stats").json()
        assert (row["goalsCompleted"], row["lastGoalName"]) == (0, None)

    def test_student_named_twice_is_credited_once(self, room: Room) -> None:
        classmate = room.world.student(room.classroom).id
        ids = [room.student.id, classmate, room.student.id, room.student.id]
        assert room.desk.post(CALL, award_body(room, *ids)).json()["count"] == 2
        assert [balance(room, each) for each in (room.student.id, classmate)] == [5, 5]

    @pytest.mark.spec("9.5")
    @pytest.mark.parametrize("amount", [1, 1_000_000])
    def test_award_amount_is_between_1_and_a_million(self, room: Room, amount: int) -> None:
        assert room.desk.post(CALL, award_body(room, room.student.id, amount=amount)).status_code == 201
        assert balance(room, room.student.id) == amount

    def test_identical_award_may_be_given_again(self, room: Room) -> None:
        for _ in range(2):
            assert room.desk.post(CALL, award_body(room, room.student.id)).status_code == 201
        assert balance(room, room.student.id) == 10

    def test_large_class_is_awarded_in_one_call(self, room: Room) -> None:
        ids = [room.world.student(room.classroom).id for _ in range(60)]
        assert room.desk.post(CALL, award_body(room, *ids)).json()["count"] == 60
        assert count(room.world, "goalbuck_entries") == 60


class TestRefusals:
    def assert_refused(self, room: Room, body: dict[str, Any], field: str) -> None:
        with nothing_stored(room.world):
            answer = room.desk.post(CALL, body)
        assert error(answer) == (422, "invalid")
        assert [name.partition(".")[0] for name in answer.json()["fields"]] == [field]

    @pytest.mark.spec("9.5")
    @pytest.mark.parametrize("place", [0, 1, 2])
    def test_award_with_one_invalid_student_credits_nobody(self, room: Room, place: int) -> None:
        ids = [room.student.id, room.world.student(room.classroom).id]
        ids.insert(place, room.another().student.id)
        with nothing_stored(room.world):
            assert error(room.desk.post(CALL, award_body(room, *ids))) == (404, "not_found")

    @pytest.mark.parametrize("value", [0, "5"])
    def test_invalid_award_amount_is_422(self, untouched: Room, value: object) -> None:
        self.assert_refused(untouched, award_body(untouched, untouched.student.id, amount=value), "amount")

    @pytest.mark.spec("9.5")
    @pytest.mark.parametrize("value", ["", "x" * 5001])
    def test_award_without_a_reason_is_422(self, untouched: Room, value: object) -> None:
        self.assert_refused(untouched, award_body(untouched, untouched.student.id, reason=value), "reason")

    @pytest.mark.parametrize("field", ["classroomId", "studentIds", "amount", "reason"])
    def test_missing_award_field_is_422(self, untouched: Room, field: str) -> None:
        self.assert_refused(untouched, without(award_body(untouched, untouched.student.id), field), field)

    def test_award_without_students_is_422(self, untouched: Room) -> None:
        self.assert_refused(untouched, award_body(untouched), "studentIds")

    def test_more_award_students_than_a_class_can_have_are_422(self, untouched: Room) -> None:
        self.assert_refused(
            untouched, award_body(untouched, *(f"student{number}" for number in range(1001))), "studentIds"
        )

    @pytest.mark.parametrize("value", [5, None])
    def test_invalid_class_id_of_an_award_is_422(self, untouched: Room, value: object) -> None:
        self.assert_refused(untouched, award_body(untouched, untouched.student.id, classroomId=value), "classroomId")

    @pytest.mark.parametrize("unknown", UNKNOWN_IDS)
    def test_unknown_class_or_student_of_an_award_is_404(self, untouched: Room, unknown: str) -> None:
        for body in (
            award_body(untouched, untouched.student.id, classroomId=unknown),
            award_body(untouched, untouched.student.id, unknown),
        ):
            with nothing_stored(untouched.world):
                assert error(untouched.desk.post(CALL, body)) == (404, "not_found")

    def test_another_teachers_class_and_student_of_an_award_are_404(self, room: Room) -> None:
        elsewhere = room.elsewhere()
        for body in (award_body(elsewhere, elsewhere.student.id), award_body(room, elsewhere.student.id)):
            with nothing_stored(room.world):
                assert error(room.desk.post(CALL, body)) == (404, "not_found")


class TestRepeating:
    def post_with_key(self, room: Room, body: dict[str, Any]) -> Response:
        return room.desk.post(CALL, body, headers={"Idempotency-Key": "key 1"})

    def test_repeated_award_gets_the_same_response_and_credits_nothing(self, room: Room) -> None:
        first = self.post_with_key(room, award_body(room, room.student.id))
        with nothing_stored(room.world):
            again = self.post_with_key(room, award_body(room, room.student.id))
        assert (first.status_code, again.status_code, again.json()) == (201, 201, first.json())

    @pytest.mark.parametrize("other", [{"amount": 6}, {"reason": "Quiet classroom"}])
    def test_idempotency_key_with_another_award_is_refused(self, room: Room, other: dict[str, object]) -> None:
        self.post_with_key(room, award_body(room, room.student.id))
        with nothing_stored(room.world):
            answer = self.post_with_key(room, award_body(room, room.student.id, **other))
        assert error(answer) == (422, "idempotency_key_reused")

    @pytest.mark.postgresql
    def test_concurrent_awards_with_one_key_credit_once(self, room: Room) -> None:
        answers = at_once(*[partial(self.post_with_key, room, award_body(room, room.student.id))] * 5)
        assert {answer.status_code for answer in answers} == {201}
        assert balance(room, room.student.id) == 5
