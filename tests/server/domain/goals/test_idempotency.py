"""`Idempotency-Key`: a request can be repeated safely and assigns nothing twice (specification 11.7)."""

from functools import partial
from typing import Any

import pytest
from httpx2 import Response

from tests.factories.at_once import at_once
from tests.factories.room import Room
from tests.factories.stored import count, nothing_stored
from tests.factories.world import Browser, error
from tests.server.conftest import Hands

pytestmark = pytest.mark.postgresql

CALLS = ["/api/goals", "/api/goals/bulk"]
KEY_REUSED = (422, "idempotency_key_reused")


def goal_body(room: Room, **other: object) -> dict[str, Any]:
    ids = {"studentId": room.student.id, "studentIds": [room.student.id], "classroomId": room.classroom.id}
    return {**ids, "name": "Read", "goalbucks": 5} | other


def assign(desk: Browser, call: str, sent: dict[str, Any], key: str = "key 1") -> Response:
    return desk.post(call, sent, headers={"Idempotency-Key": key})


@pytest.mark.spec("11.7")
@pytest.mark.parametrize("call", CALLS)
def test_repeated_request_gets_the_same_response_and_assigns_nothing(room: Room, call: str) -> None:
    first = assign(room.desk, call, goal_body(room))
    assert first.status_code == 201
    with nothing_stored(room.world):
        again = assign(room.desk, call, goal_body(room))
    assert (again.status_code, again.json()) == (201, first.json())
    assert again.headers["content-type"] == "application/json"
    assert count(room.world, "goals") == 1


@pytest.mark.spec("11.7")
@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("other", [{"name": "Write"}, {"goalbucks": 6}, {"dueDate": "2030-01-01"}, {"extra": 1}])
def test_idempotency_key_with_another_body_is_refused(room: Room, call: str, other: dict[str, object]) -> None:
    assign(room.desk, call, goal_body(room))
    with nothing_stored(room.world):
        assert error(assign(room.desk, call, goal_body(room, **other))) == KEY_REUSED


def test_idempotency_key_with_another_call_is_refused(room: Room) -> None:
    assign(room.desk, CALLS[0], goal_body(room))
    with nothing_stored(room.world):
        assert error(assign(room.desk, CALLS[1], goal_body(room))) == KEY_REUSED


def test_request_with_another_or_no_key_assigns_again(room: Room) -> None:
    assign(room.desk, CALLS[0], goal_body(room))
    assign(room.desk, CALLS[0], goal_body(room), "key 2")
    for _ in range(2):
        assert room.desk.post(CALLS[0], goal_body(room)).status_code == 201
    assert count(room.world, "goals") == 4


@pytest.mark.spec("11.7")
def test_idempotency_keys_are_per_user(room: Room) -> None:
    elsewhere = room.elsewhere()
    assert assign(room.desk, CALLS[0], goal_body(room)).status_code == 201
    theirs = assign(elsewhere.desk, CALLS[0], goal_body(elsewhere))
    assert theirs.status_code == 201
    assert theirs.json()["studentId"] == elsewhere.student.id


def test_idempotency_key_applies_to_all_sessions_of_the_user(room: Room) -> None:
    first = assign(room.desk, CALLS[0], goal_body(room))
    other = room.world.signed_in(room.teacher)
    assert assign(other, CALLS[0], goal_body(room)).json() == first.json()
    assert count(room.world, "goals") == 1


@pytest.mark.spec("11.7")
def test_idempotency_key_is_kept_for_24_hours(room: Room, hands: Hands) -> None:
    first = assign(room.desk, CALLS[0], goal_body(room))
    hands.move(hours=23, minutes=59)
    assert assign(room.desk, CALLS[0], goal_body(room)).json() == first.json()
    hands.move(minutes=1)
    assert assign(room.desk, CALLS[0], goal_body(room)).json()["id"] != first.json()["id"]
    assert count(room.world, "idempotency_keys") == 1


@pytest.mark.parametrize("wrong", [{"goalbucks": 0}, {"classroomId": "unknown"}])
def test_refused_request_may_be_corrected_under_its_key(room: Room, wrong: dict[str, object]) -> None:
    with nothing_stored(room.world):
        assert assign(room.desk, CALLS[0], goal_body(room, **wrong)).status_code in {404, 422}
    assert assign(room.desk, CALLS[0], goal_body(room)).status_code == 201


@pytest.mark.parametrize("call", CALLS)
def test_concurrent_requests_with_one_key_assign_once_and_get_the_same_response(room: Room, call: str) -> None:
    desks = [room.world.signed_in(room.teacher) for _ in range(6)]
    answers = at_once(*(partial(assign, desk, call, goal_body(room)) for desk in desks))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.text for answer in answers}) == 1
    assert count(room.world, "goals") == 1


@pytest.mark.spec("11.7")
@pytest.mark.parametrize("key", ["", "x" * 201])
def test_idempotency_key_has_1_to_200_characters(room: Room, key: str) -> None:
    with nothing_stored(room.world):
        assert error(assign(room.desk, CALLS[0], goal_body(room), key)) == (422, "invalid")
