"""The calls for class goals (specification 25.2 to 25.5)."""

import json
import re
import zipfile
from io import BytesIO
from typing import Any

import pytest
from httpx2 import Response

from server.domain.class_goals.service import GIFTS_BY_STUDENT
from server.domain.students.models import Student
from server.requests import rate_limit
from tests.factories.api_client import ApiClient, error
from tests.factories.classroom import PreparedClassroom
from tests.factories.response_fields import TIMESTAMP
from tests.factories.snapshots import assert_unchanged

CALLS = "/api/class-goals"


def list_path(classroom: PreparedClassroom) -> str:
    return f"{CALLS}/classroom/{classroom.row.id}"


def gifts_path(goal: dict[str, Any]) -> str:
    return f"{CALLS}/{goal['id']}/gifts"


def make(classroom: PreparedClassroom, name: str = "Movie afternoon", goalbucks: int = 100, **fields: Any) -> Response:
    body = {"classroomId": classroom.row.id, "name": name, "goalbucks": goalbucks, **fields}
    return classroom.teacher_client.post(CALLS, body)


def made(classroom: PreparedClassroom, *, goalbucks: int = 100) -> dict[str, Any]:
    response = make(classroom, goalbucks=goalbucks)
    assert response.status_code == 201
    goal: dict[str, Any] = response.json()
    return goal


def add_giver(classroom: PreparedClassroom, balance: int = 50) -> tuple[Student, ApiClient]:
    """Add a classmate with a balance and a session."""
    student = classroom.test_app.student(classroom.row)
    classroom.test_app.award(student, balance)
    return student, classroom.test_app.client_for(student)


@pytest.mark.spec("25.2")
def test_a_class_goal_is_made_changed_and_ended(classroom: PreparedClassroom) -> None:
    teacher = classroom.teacher_client
    response = make(classroom, "  Movie afternoon ", 1_000, until="2027-06-11")
    assert response.status_code == 201
    goal = response.json()
    fields = {"name": "Movie afternoon", "goalbucks": 1_000, "given": 0, "until": "2027-06-11", "status": "open"}
    assert goal == {"id": goal["id"], **fields, "ownGift": None}
    assert teacher.get(list_path(classroom)).json() == [goal]
    changed = teacher.put(f"{CALLS}/{goal['id']}", {"name": "Pizza", "goalbucks": 500, "until": ""})
    assert changed.json() == {**goal, "name": "Pizza", "goalbucks": 500, "until": None}
    ended = teacher.post(f"{CALLS}/{goal['id']}/end")
    assert (ended.status_code, ended.json()) == (200, {**changed.json(), "status": "ended"})
    following = made(classroom)
    assert teacher.get(list_path(classroom)).json() == [following, ended.json()]


@pytest.mark.spec("25.2")
def test_an_invalid_field_is_named(read_only_classroom: PreparedClassroom) -> None:
    response = make(read_only_classroom, "Pizza", 0)
    assert error(response) == (422, "invalid")
    assert set(response.json()["fields"]) == {"goalbucks"}


@pytest.mark.postgresql
@pytest.mark.spec("25.2")
def test_a_second_open_class_goal_is_refused(classroom: PreparedClassroom) -> None:
    made(classroom)
    with assert_unchanged(classroom.test_app):
        response = make(classroom, "Another")
        assert error(response) == (409, "class_goal_open")
    assert response.json()["error"] == "This class already has an open class goal. Please end it first."


@pytest.mark.postgresql
@pytest.mark.spec("25.2", "25.3", "25.4")
def test_gifts_reach_the_target_and_stay(classroom: PreparedClassroom) -> None:
    goal, teacher = made(classroom, goalbucks=40), classroom.teacher_client
    giver, client = add_giver(classroom)
    classroom.test_app.award(classroom.student, 50)
    first = client.post(gifts_path(goal), {"amount": 15})
    assert (first.status_code, first.json()) == (201, {"given": 15, "ownGift": 15})
    assert client.post(gifts_path(goal), {"amount": 5}).json() == {"given": 20, "ownGift": 20}
    refused = classroom.student_client.post(gifts_path(goal), {"amount": 21})
    assert error(refused) == (409, "more_than_missing")
    assert refused.json()["params"] == {"missing": 20}
    assert refused.json()["error"] == "Only 20 GoalBucks are missing. Please give 20 or less."
    not_above = teacher.put(f"{CALLS}/{goal['id']}", {"name": "Pizza", "goalbucks": 20})
    assert error(not_above) == (422, "invalid")
    assert not_above.json()["fieldKeys"] == {"goalbucks": {"key": "field.more_than_given", "params": {"given": 20}}}
    assert error(teacher.post(f"{CALLS}/{goal['id']}/done")) == (409, "class_goal_open")
    assert classroom.student_client.post(gifts_path(goal), {"amount": 20}).json() == {"given": 40, "ownGift": 20}
    (reached,) = client.get(list_path(classroom)).json()
    assert (reached["status"], reached["given"], reached["ownGift"]) == ("reached", 40, 20)
    for call in (
        client.post(gifts_path(goal), {"amount": 1}),
        client.delete(gifts_path(goal)),
        teacher.post(f"{CALLS}/{goal['id']}/end"),
        teacher.put(f"{CALLS}/{goal['id']}", {"name": "Pizza", "goalbucks": 500}),
    ):
        assert error(call) == (409, "class_goal_over")
    done = teacher.post(f"{CALLS}/{goal['id']}/done")
    assert (done.json()["status"], done.json()["given"]) == ("done", 40)
    assert error(teacher.post(f"{CALLS}/{goal['id']}/done")) == (409, "class_goal_over")
    assert classroom.balance(giver.id) == {"balance": 30, "earned": 50, "spent": 20}


@pytest.mark.spec("25.3")
def test_a_repeated_gift_is_given_once(classroom: PreparedClassroom) -> None:
    goal = made(classroom)
    giver, client = add_giver(classroom)
    headers = {"Idempotency-Key": "the same key of a second click"}
    responses = [client.post(gifts_path(goal), {"amount": 5}, headers=headers) for _ in range(2)]
    assert [(each.status_code, each.json()) for each in responses] == [(201, {"given": 5, "ownGift": 5})] * 2
    assert classroom.balance(giver.id)["balance"] == 45


@pytest.mark.spec("25.3", "11.11")
def test_a_student_gives_thirty_times_in_five_minutes(classroom: PreparedClassroom) -> None:
    goal = made(classroom)
    giver, client = add_giver(classroom)
    with classroom.test_app.transactions.writing() as db:
        rate_limit.record(db, GIFTS_BY_STUDENT.for_key(giver.id), 29)
    assert client.post(gifts_path(goal), {"amount": 1}).status_code == 201
    response = client.post(gifts_path(goal), {"amount": 1})
    assert error(response) == (429, "too_often")
    assert response.json()["error"] == (
        "You have chipped in many times in a short time. Please try again in 5 minutes."
    )
    _, other = add_giver(classroom)
    assert other.post(gifts_path(goal), {"amount": 1}).status_code == 201


@pytest.mark.postgresql
@pytest.mark.spec("25.4")
def test_taking_back_and_ending_return_gifts(classroom: PreparedClassroom) -> None:
    goal = made(classroom)
    (first, took_back), (second, gives) = add_giver(classroom), add_giver(classroom)
    for client in (took_back, gives):
        assert client.post(gifts_path(goal), {"amount": 10}).status_code == 201
    assert took_back.delete(gifts_path(goal)).status_code == 204
    assert took_back.delete(gifts_path(goal)).status_code == 204
    assert classroom.balance(first.id) == {"balance": 50, "earned": 50, "spent": 0}
    assert classroom.teacher_client.post(f"{CALLS}/{goal['id']}/end").json()["given"] == 0
    assert classroom.balance(second.id) == {"balance": 50, "earned": 50, "spent": 0}
    entries = gives.get(f"/api/students/{second.id}/ledger").json()
    assert [(entry["reason"], entry["amount"], entry["description"]) for entry in entries[:2]] == [
        ("class_gift_returned", 10, "Movie afternoon"),
        ("class_gift", -10, "Movie afternoon"),
    ]
    assert entries[1]["reversedAt"] == entries[0]["createdAt"]
    assert entries[0]["createdBy"] == classroom.teacher.id


@pytest.mark.postgresql
@pytest.mark.spec("25.4")
@pytest.mark.parametrize("how", ["one", "several"])
def test_who_moves_gets_gifts_to_an_open_goal_back_first(classroom: PreparedClassroom, how: str) -> None:
    goal, other = made(classroom), classroom.other_classroom()
    giver, client = add_giver(classroom)
    client.post(gifts_path(goal), {"amount": 10})
    if how == "one":
        path, body = f"/api/students/{giver.id}/classroom", {"classroomId": other.row.id}
        moved = classroom.teacher_client.put(path, body)
    else:
        path = f"/api/classrooms/{other.row.id}/students/move"
        moved = classroom.teacher_client.post(path, {"studentIds": [giver.id]})
    assert moved.status_code == 200
    assert classroom.balance(giver.id)["balance"] == 50
    assert classroom.teacher_client.get(list_path(classroom)).json()[0]["given"] == 0
    assert classroom.teacher_client.get(gifts_path(goal)).json() == []
    assert error(client.post(gifts_path(goal), {"amount": 5})) == (404, "not_found")


@pytest.mark.spec("25.4")
@pytest.mark.parametrize("call", ["DELETE", "POST"])
def test_who_is_deleted_or_erased_takes_the_gifts_along(classroom: PreparedClassroom, call: str) -> None:
    goal = made(classroom)
    (giver, client), (_, other) = add_giver(classroom), add_giver(classroom)
    client.post(gifts_path(goal), {"amount": 10})
    other.post(gifts_path(goal), {"amount": 7})
    path = f"/api/students/{giver.id}" + ("/erase" if call == "POST" else "")
    assert classroom.teacher_client.http.request(call, path).status_code in {200, 204}
    assert classroom.teacher_client.get(list_path(classroom)).json()[0]["given"] == 7


@pytest.mark.spec("25.5")
def test_the_teacher_sees_who_gave_what(classroom: PreparedClassroom) -> None:
    goal = made(classroom)
    giver, client = add_giver(classroom)
    client.post(gifts_path(goal), {"amount": 10})
    (gift,) = classroom.teacher_client.get(gifts_path(goal)).json()
    assert re.fullmatch(TIMESTAMP, gift.pop("createdAt"))
    assert gift == {"studentId": giver.id, "studentName": "Amara Okafor", "amount": 10}


@pytest.mark.spec("25.5")
def test_an_export_has_class_goals_and_gifts(classroom: PreparedClassroom) -> None:
    goal = made(classroom)
    giver, client = add_giver(classroom)
    client.post(gifts_path(goal), {"amount": 10})
    response = classroom.teacher_client.get(f"/api/teachers/{classroom.teacher.id}/export")
    with zipfile.ZipFile(BytesIO(response.content)) as archive:
        name = next(each for each in archive.namelist() if each.endswith(".json"))
        exported = json.loads(archive.read(name))
    assert [each["name"] for each in exported["classGoals"]] == ["Movie afternoon"]
    (gift,) = exported["classGoalGifts"]
    assert (gift["goalName"], gift["amount"], gift["username"]) == ("Movie afternoon", 10, giver.username)
