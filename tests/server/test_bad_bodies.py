"""Bodies that can't be read, for every call that takes JSON (specification 11.4)."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from fastapi.params import Form
from fastapi.routing import APIRoute, iter_route_contexts
from httpx2 import Response

from tests.factories.app import ApiClient, TestApp, error
from tests.factories.call_rows import CallRows, make_rows
from tests.factories.calls import CALLS, CallRequest, authorized_role, method_and_path, request_of
from tests.factories.classroom import TestClassroom
from tests.factories.snapshots import assert_unchanged

pytestmark = pytest.mark.postgresql

JSON = "application/json"
TAKE_JSON = [name for name, call in CALLS.items() if call.body is not None]
ALL_IGNORED = ("PUT /api/goal-suggestions/{suggestion_id}/deny", "PATCH /api/purchases/{purchase_id}/fulfill")
"""Whatever stands in these bodies' fields is ignored."""
NO_TEXTS = ("PUT /api/settings",)
"""Its body has switches only."""
MEGABYTE = 1024 * 1024


def _takes_json(route: object) -> bool:
    return isinstance(route, APIRoute) and not (route.body_field and isinstance(route.body_field.field_info, Form))


def test_every_call_that_takes_json_is_here(test_app: TestApp) -> None:
    found = {
        f"{method} {context.path}"
        for context in iter_route_contexts(test_app.app.routes)
        for method in (context.methods or set())
        if isinstance(context.original_route, APIRoute)
        and context.original_route.body_field is not None
        and _takes_json(context.original_route)
    }
    assert found == set(TAKE_JSON)


@dataclass(frozen=True)
class Example:
    """A call to one of the rows, by its owner."""

    name: str
    request: CallRequest
    browser: ApiClient

    def send(self, body: bytes | Iterator[bytes], content_type: str | None = JSON) -> Response:
        headers = {} if content_type is None else {"Content-Type": content_type}
        return self.browser.http.request(self.request.method, self.request.path, content=body, headers=headers)


@pytest.fixture(scope="module")
def rows(read_only_classroom: TestClassroom) -> CallRows:
    """Those that the calls are about, in a class that stays as it is."""
    return make_rows(read_only_classroom.test_app)


@pytest.fixture(scope="module")
def browsers(rows: CallRows) -> dict[str, ApiClient]:
    return {person: rows.client(person) for person in ("teacher", "student")}


@pytest.fixture(params=TAKE_JSON)
def call(request: pytest.FixtureRequest, rows: CallRows, browsers: dict[str, ApiClient]) -> Example:
    return Example(request.param, request_of(request.param, rows), browsers[authorized_role(request.param)])


def send(classroom: TestClassroom, path: str, body: bytes, content_type: str | None = JSON) -> Response:
    """A body to a call of the teacher."""
    return Example("", CallRequest("POST", path), classroom.teacher_client).send(body, content_type)


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
def test_what_is_no_json_is_422_invalid_json(read_only_classroom: TestClassroom, call: Example) -> None:
    with assert_unchanged(read_only_classroom.test_app):
        for name, body in UNREADABLE.items():
            answer = call.send(body)
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


def test_what_is_no_object_is_422(read_only_classroom: TestClassroom, call: Example) -> None:
    method, path = method_and_path(call.name)
    operation = read_only_classroom.test_app.app.openapi()["paths"][path][method.lower()]
    may_be_left_out = not operation["requestBody"].get("required")
    with assert_unchanged(read_only_classroom.test_app):
        for name, body in OTHER_THAN_OBJECTS.items():
            if may_be_left_out and name in {"nothing", "null"}:
                continue
            answer = call.send(body)
            assert answer.status_code == 422, name
            assert error(answer)[1] in {"invalid", "invalid_json"}, name
            assert answer.json()["fields"], name
            assert "  " not in answer.json()["error"]


NEWER = ("reason", "itemId", "suggestedName", "description", "currentPassword", "newPassword", "code", "passphrase")


@pytest.mark.parametrize("call", [each for each in TAKE_JSON if each not in (*ALL_IGNORED, *NO_TEXTS)], indirect=True)
def test_half_a_character_is_422(read_only_classroom: TestClassroom, call: Example) -> None:
    """A text that JSON can write and no database can keep."""
    fields = ("name", "email", "username", "password", "classCode", "idToken", "gradeLevel", "firstName", "lastName")
    body = json.dumps(
        dict.fromkeys((*fields, "studentId", "classroomId", "comment", "dueDate", *NEWER), "\ud800")
    ).encode()
    with assert_unchanged(read_only_classroom.test_app):
        for written in (body, body.replace(rb"\ud800", b"\xed\xa0\x80")):
            assert error(call.send(written)) == (422, "invalid")


@pytest.mark.spec("11.4")
def test_numbers_that_are_none_are_422(read_only_classroom: TestClassroom) -> None:
    for number in (b"NaN", b"Infinity", b"-Infinity", b"1e400", b"-0.0", b"1e3", b"01", b"+1", b"0x10"):
        ids = f'"studentId": "{read_only_classroom.student.id}", "classroomId": "{read_only_classroom.row.id}"'.encode()
        with assert_unchanged(read_only_classroom.test_app):
            answer = send(
                read_only_classroom, "/api/goals", b'{"name": "Read", ' + ids + b', "goalbucks": ' + number + b"}"
            )
        assert answer.status_code == 422, number
        assert error(answer)


@pytest.mark.parametrize("content_type", [None, "", "text/plain", "application/x-www-form-urlencoded", "multipart/x"])
def test_json_that_does_not_say_so_is_422(read_only_classroom: TestClassroom, content_type: str | None) -> None:
    with assert_unchanged(read_only_classroom.test_app):
        answer = send(read_only_classroom, "/api/classrooms", b'{"name": "Math"}', content_type)
    assert answer.status_code == 422
    assert error(answer)


@pytest.mark.parametrize("content_type", ["application/json; charset=utf-8", "APPLICATION/JSON", "application/json"])
def test_json_is_told_by_its_type(classroom: TestClassroom, content_type: str) -> None:
    assert send(classroom, "/api/classrooms", '{"name": "Zoë"}'.encode(), content_type).json()["name"] == "Zoë"


@pytest.mark.spec("11.10")
@pytest.mark.parametrize("size", [10 * MEGABYTE, MEGABYTE + 1])
def test_a_body_over_1_mb_is_413(read_only_classroom: TestClassroom, call: Example, size: int) -> None:
    body = json.dumps({"name": "x" * size}).encode()[:size]
    with assert_unchanged(read_only_classroom.test_app):
        answer = call.send(body)
    assert error(answer) == (413, "body_too_large")


def test_so_it_is_when_its_length_is_not_told(read_only_classroom: TestClassroom, call: Example) -> None:
    def pieces() -> Iterator[bytes]:
        yield b'{"name": "'
        for _ in range(10):
            yield b"x" * MEGABYTE

    with assert_unchanged(read_only_classroom.test_app):
        assert error(call.send(pieces())) == (413, "body_too_large")


@pytest.mark.spec("11.10")
def test_a_body_of_1_mb_is_read(classroom: TestClassroom) -> None:
    body = b'{"name": "Math"' + b" " * (MEGABYTE - 16) + b"}"
    assert len(body) == MEGABYTE
    assert send(classroom, "/api/classrooms", body).status_code == 201


def test_of_a_field_named_twice_the_last_counts(classroom: TestClassroom) -> None:
    assert send(classroom, "/api/classrooms", b'{"name": "Math", "name": "Art"}').json()["name"] == "Art"


def test_calls_without_a_body_ignore_one(classroom: TestClassroom) -> None:
    goal = classroom.test_app.goal(classroom.student)
    for body in (b"{not json", b"\xff", b"[]"):
        path = f"/api/goals/{goal.id}/{'complete' if body != b'[]' else 'reopen'}"
        answer = send(classroom, path, body)
        assert answer.status_code in {200, 409}


def test_a_refused_amount_is_called_goalbucks_as_on_the_screens(read_only_classroom: TestClassroom) -> None:
    item = {"classroomId": read_only_classroom.row.id, "name": "Pencil", "goalbucksCost": 0}
    sentence = read_only_classroom.teacher_client.post("/api/store", item).json()["error"]
    assert sentence.startswith("Please check what you entered: GoalBucks cost must be")
