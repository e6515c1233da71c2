"""Bodies that can't be read, for every call that takes JSON (specification 11.4)."""

import json
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from fastapi.params import Form
from fastapi.routing import APIRoute, iter_route_contexts
from httpx2 import Response

from server.domain.store import service as store
from server.domain.suggestions import service as suggestions
from server.security.actor import Actor
from tests.factories.room import Room
from tests.factories.stored import name_of_backup, nothing_stored
from tests.factories.world import World, error, teacher_actor

pytestmark = pytest.mark.postgresql

JSON = "application/json"
CALLS = [
    "POST /api/auth/teacher",
    "POST /api/auth/register-teacher",
    "POST /api/auth/firebase",
    "POST /api/auth/handoff/deliver",
    "POST /api/auth/handoff/look",
    "POST /api/auth/handoff/claim",
    "POST /api/auth/student",
    "POST /api/classrooms",
    "PUT /api/classrooms/{classroom_id}",
    "POST /api/students",
    "PUT /api/students/{student_id}",
    "POST /api/goals",
    "POST /api/goals/bulk",
    "PUT /api/goals/{goal_id}",
    "PUT /api/assignments/{assignment_id}",
    "PATCH /api/submissions/{submission_id}/review",
    "POST /api/submissions/review",
    "POST /api/students/{student_id}/corrections",
    "POST /api/goalbucks/award",
    "PUT /api/students/{student_id}/classroom",
    "PUT /api/students/{student_id}/password",
    "PUT /api/teachers/{teacher_id}",
    "PUT /api/teachers/{teacher_id}/password",
    "POST /api/store",
    "PUT /api/store/{item_id}",
    "POST /api/purchases",
    "POST /api/purchases/{purchase_id}/cancel",
    "POST /api/goal-suggestions",
    "PUT /api/goal-suggestions/{suggestion_id}/approve",
    "PUT /api/goal-suggestions/{suggestion_id}/deny",
    "PATCH /api/purchases/{purchase_id}/fulfill",
    "PUT /api/network/adapter",
    "PUT /api/settings",
    "POST /api/auth/recover",
    "POST /api/teachers/{teacher_id}/recovery-code",
    "POST /api/backups",
    "POST /api/backups/{name}/restore",
]
OF_STUDENTS = ("POST /api/purchases", "POST /api/goal-suggestions", "PUT /api/students/{student_id}/password")
NOTHING_COUNTS = ("PUT /api/goal-suggestions/{suggestion_id}/deny", "PATCH /api/purchases/{purchase_id}/fulfill")
"""Whatever stands in these bodies' fields is ignored."""
NO_TEXTS = "PUT /api/settings"
"""Its body has switches only."""
MAY_BE_LEFT_OUT = (
    "POST /api/purchases/{purchase_id}/cancel",
    "PUT /api/goal-suggestions/{suggestion_id}/approve",
    *NOTHING_COUNTS,
)
"""Nothing in these bodies is required, so that none is fine too."""
MEGABYTE = 1024 * 1024


def _takes_json(route: object) -> bool:
    return isinstance(route, APIRoute) and not (route.body_field and isinstance(route.body_field.field_info, Form))


def test_every_call_that_takes_json_is_here(world: World) -> None:
    found = {
        f"{method} {context.path}"
        for context in iter_route_contexts(world.app.routes)
        for method in (context.methods or set())
        if isinstance(context.original_route, APIRoute)
        and context.original_route.body_field is not None
        and _takes_json(context.original_route)
    }
    assert found == set(CALLS)


@pytest.fixture(scope="module")
def ids(untouched: Room) -> dict[str, str]:
    """Of rows that the teacher may change."""
    world = untouched.world
    goal = world.goal(untouched.student)
    world.completed_goal(untouched.student)
    with world.transactions.writing() as db:
        itself = Actor(untouched.student.id, "student", "")
        fields = store.ItemFields("Pencil", None, 5, None)
        item = store.add_item(db, teacher_actor(untouched.teacher), untouched.classroom.id, fields)
        purchase = store.buy(db, itself, store.PurchaseOrder(item.id, None))
        suggestion = suggestions.suggest(db, itself, suggestions.SuggestionFields("Swim", 5, None))
    return {
        "teacher_id": untouched.teacher.id,
        "item_id": item.id,
        "purchase_id": purchase.id,
        "suggestion_id": suggestion.id,
        "classroom_id": untouched.classroom.id,
        "student_id": untouched.student.id,
        "goal_id": goal.id,
        "assignment_id": world.assignment(untouched.student),
        "submission_id": untouched.world.submission(goal).id,
        "name": name_of_backup(untouched.world),
    }


class Sent(NamedTuple):
    """A call to one of the rows, by who may make it."""

    method: str
    path: str
    of_students: bool = False
    may_be_left_out: bool = False


@pytest.fixture(params=CALLS)
def call(request: pytest.FixtureRequest, ids: dict[str, str]) -> Sent:
    method, path = request.param.split()
    return Sent(method, path.format(**ids), request.param in OF_STUDENTS, request.param in MAY_BE_LEFT_OUT)


def send(room: Room, call: Sent, body: bytes | Iterator[bytes], content_type: str | None = JSON) -> Response:
    headers = {} if content_type is None else {"Content-Type": content_type}
    browser = room.tablet if call.of_students else room.desk
    return browser.http.request(call.method, call.path, content=body, headers=headers)


UNREADABLE = {
    "cut off": b'{"name": "Math',
    "a word": b"name",
    "single quotes": b"{'name': 'Math'}",
    "a comma too many": b'{"name": "Math",}',
    "two at once": b'{"name": "Math"}{"name": "Math"}',
    "blank": b"  \n",
    "a zero byte": b"\0",
    "no UTF-8": b'{"name": "\xff\xfe"}',
    "cut UTF-8": b'{"name": "\xc3',
    "nested without end": b"[" * 200_000,
    "nested deeply": b'{"a":' * 5000 + b"1" + b"}" * 5000,
    "a number of 10,000 digits": b'{"goalbucks": ' + b"9" * 10_000 + b"}",
}


@pytest.mark.spec("11.4")
def test_what_is_no_json_is_422_invalid_json(untouched: Room, call: Sent) -> None:
    with nothing_stored(untouched.world):
        for name, body in UNREADABLE.items():
            answer = send(untouched, call, body)
            assert error(answer) == (422, "invalid_json"), name
            assert set(answer.json()["fields"]) == {"body"}


OTHER_THAN_OBJECTS = {
    "nothing": b"",
    "null": b"null",
    "true": b"true",
    "a number": b"5",
    "a text": b'"name"',
    "a list": b"[]",
    "a list of objects": b'[{"name": "Math"}]',
    "not a number": b"NaN",
    "infinity": b"-Infinity",
}


def test_what_is_no_object_is_422(untouched: Room, call: Sent) -> None:
    with nothing_stored(untouched.world):
        for name, body in OTHER_THAN_OBJECTS.items():
            if call.may_be_left_out and name in {"nothing", "null"}:
                continue
            answer = send(untouched, call, body)
            assert answer.status_code == 422, name
            assert error(answer)[1] in {"invalid", "invalid_json"}, name
            assert answer.json()["fields"], name
            assert "  " not in answer.json()["error"]


NEWER = ("reason", "itemId", "suggestedName", "description", "currentPassword", "newPassword", "code", "passphrase")


@pytest.mark.parametrize("call", [each for each in CALLS if each not in (*NOTHING_COUNTS, NO_TEXTS)], indirect=True)
def test_half_a_character_is_422(untouched: Room, call: Sent) -> None:
    """A text that JSON can write and no database can keep."""
    fields = ("name", "email", "username", "password", "classCode", "idToken", "gradeLevel", "firstName", "lastName")
    body = json.dumps(
        dict.fromkeys((*fields, "studentId", "classroomId", "comment", "dueDate", *NEWER), "\ud800")
    ).encode()
    with nothing_stored(untouched.world):
        for written in (body, body.replace(rb"\ud800", b"\xed\xa0\x80")):
            assert error(send(untouched, call, written)) == (422, "invalid")


@pytest.mark.spec("11.4")
def test_numbers_that_are_none_are_422(untouched: Room) -> None:
    for number in (b"NaN", b"Infinity", b"-Infinity", b"1e400", b"-0.0", b"1e3", b"01", b"+1", b"0x10"):
        ids = f'"studentId": "{untouched.student.id}", "classroomId": "{untouched.classroom.id}"'.encode()
        with nothing_stored(untouched.world):
            answer = send(
                untouched, Sent("POST", "/api/goals"), b'{"name": "Read", ' + ids + b', "goalbucks": ' + number + b"}"
            )
        assert answer.status_code == 422, number
        assert error(answer)


@pytest.mark.parametrize("content_type", [None, "", "text/plain", "application/x-www-form-urlencoded", "multipart/x"])
def test_json_that_does_not_say_so_is_422(untouched: Room, content_type: str | None) -> None:
    with nothing_stored(untouched.world):
        answer = send(untouched, Sent("POST", "/api/classrooms"), b'{"name": "Math"}', content_type)
    assert answer.status_code == 422
    assert error(answer)


@pytest.mark.parametrize("content_type", ["application/json; charset=utf-8", "APPLICATION/JSON", "application/json"])
def test_json_is_told_by_its_type(room: Room, content_type: str) -> None:
    assert send(room, Sent("POST", "/api/classrooms"), '{"name": "Zoë"}'.encode(), content_type).json()["name"] == "Zoë"


@pytest.mark.spec("11.10")
@pytest.mark.parametrize("size", [10 * MEGABYTE, MEGABYTE + 1])
def test_a_body_over_1_mb_is_413(untouched: Room, call: Sent, size: int) -> None:
    body = json.dumps({"name": "x" * size}).encode()[:size]
    with nothing_stored(untouched.world):
        answer = send(untouched, call, body)
    assert error(answer) == (413, "body_too_large")


def test_so_it_is_when_its_length_is_not_told(untouched: Room, call: Sent) -> None:
    def pieces() -> Iterator[bytes]:
        yield b'{"name": "'
        for _ in range(10):
            yield b"x" * MEGABYTE

    with nothing_stored(untouched.world):
        assert error(send(untouched, call, pieces())) == (413, "body_too_large")


@pytest.mark.spec("11.10")
def test_a_body_of_1_mb_is_read(room: Room) -> None:
    body = b'{"name": "Math"' + b" " * (MEGABYTE - 16) + b"}"
    assert len(body) == MEGABYTE
    assert send(room, Sent("POST", "/api/classrooms"), body).status_code == 201


def test_of_a_field_named_twice_the_last_counts(room: Room) -> None:
    assert send(room, Sent("POST", "/api/classrooms"), b'{"name": "Math", "name": "Art"}').json()["name"] == "Art"


def test_calls_without_a_body_ignore_one(room: Room) -> None:
    goal = room.world.goal(room.student)
    for body in (b"{not json", b"\xff", b"[]"):
        path = f"/api/goals/{goal.id}/{'complete' if body != b'[]' else 'reopen'}"
        answer = send(room, Sent("POST", path), body)
        assert answer.status_code in {200, 409}


def test_a_refused_amount_is_called_goalbucks_as_on_the_screens(untouched: Room) -> None:
    item = {"classroomId": untouched.classroom.id, "name": "Pencil", "goalbucksCost": 0}
    sentence = untouched.desk.post("/api/store", item).json()["error"]
    assert sentence.startswith("Please check what you entered: GoalBucks cost must be")
