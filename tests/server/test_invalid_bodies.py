"""Invalid bodies, for every call that takes JSON (specification 11.4). All are refused before a query."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from fastapi.params import Form
from fastapi.routing import APIRoute, iter_route_contexts
from httpx2 import Response

from tests.factories.api_client import ApiClient, error
from tests.factories.app import RunningApp
from tests.factories.call_rows import CallRows, make_rows
from tests.factories.calls import CALLS, CallRequest, authorized_role, method_and_path, request_of
from tests.factories.classroom import PreparedClassroom
from tests.factories.snapshots import assert_unchanged
from tests.factories.tiers import by_tier

JSON = "application/json"
JSON_CALLS = [name for name, call in CALLS.items() if call.body is not None]
CALLS_IGNORING_FIELDS = ("PUT /api/goal-suggestions/{suggestion_id}/deny", "PATCH /api/purchases/{purchase_id}/fulfill")
"""Calls that ignore the values of all fields."""
CALLS_WITHOUT_TEXT = ("PUT /api/settings",)
"""Calls without a text field."""
MEGABYTE = 1024 * 1024


def _takes_json(route: object) -> bool:
    return isinstance(route, APIRoute) and not (route.body_field and isinstance(route.body_field.field_info, Form))


def test_every_call_that_takes_json_is_covered(test_app: RunningApp) -> None:
    found = {
        f"{method} {context.path}"
        for context in iter_route_contexts(test_app.app.routes)
        for method in (context.methods or set())
        if isinstance(context.original_route, APIRoute)
        and context.original_route.body_field is not None
        and _takes_json(context.original_route)
    }
    assert found == set(JSON_CALLS)


@dataclass(frozen=True)
class JsonCall:
    """A request of a call, with a client that may send it."""

    name: str
    request: CallRequest
    client: ApiClient

    def send(self, body: bytes | Iterator[bytes], content_type: str | None = JSON) -> Response:
        headers = {} if content_type is None else {"Content-Type": content_type}
        return self.client.http.request(self.request.method, self.request.path, content=body, headers=headers)


@pytest.fixture(scope="module")
def rows(module_classroom: PreparedClassroom) -> CallRows:
    """The rows of the calls, in a class that these tests share."""
    return make_rows(module_classroom.test_app)


@pytest.fixture(scope="module")
def clients(rows: CallRows) -> dict[str, ApiClient]:
    return {role: rows.client(role) for role in ("teacher", "student")}


@pytest.fixture(params=JSON_CALLS)
def call(request: pytest.FixtureRequest, rows: CallRows, clients: dict[str, ApiClient]) -> JsonCall:
    return JsonCall(request.param, request_of(request.param, rows), clients[authorized_role(request.param)])


def send(classroom: PreparedClassroom, path: str, body: bytes, content_type: str | None = JSON) -> Response:
    """Send a body as the teacher."""
    return JsonCall("", CallRequest("POST", path), classroom.teacher_client).send(body, content_type)


MALFORMED = {
    "truncated": b'{"name": "Math',
    "a word": b"name",
    "single quotes": b"{'name': 'Math'}",
    "trailing comma": b'{"name": "Math",}',
    "two values": b'{"name": "Math"}{"name": "Math"}',
    "blank": b"  \n",
    "a zero byte": b"\0",
    "invalid UTF-8": b'{"name": "\xff\xfe"}',
    "truncated UTF-8": b'{"name": "\xc3',
    "unclosed nesting": b"[" * 200_000,
    "nested deeply": b'{"a":' * 5000 + b"1" + b"}" * 5000,
    "a number of 10,000 digits": b'{"goalbucks": ' + b"9" * 10_000 + b"}",
}


@pytest.mark.spec("11.4")
def test_malformed_json_is_422_invalid_json(module_classroom: PreparedClassroom, call: JsonCall) -> None:
    with assert_unchanged(module_classroom.test_app):
        for name, body in MALFORMED.items():
            response = call.send(body)
            assert error(response) == (422, "invalid_json"), name
            assert set(response.json()["fields"]) == {"body"}


LIST_CALLS = {name for name in JSON_CALLS if isinstance(CALLS[name].body, list)}
"""Calls whose body is a list."""
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


def test_json_other_than_an_object_is_422(module_classroom: PreparedClassroom, call: JsonCall) -> None:
    method, path = method_and_path(call.name)
    operation = module_classroom.test_app.app.openapi()["paths"][path][method.lower()]
    is_optional = not operation["requestBody"].get("required")
    with assert_unchanged(module_classroom.test_app):
        for name, body in OTHER_THAN_OBJECTS.items():
            if (is_optional and name in {"nothing", "null"}) or (call.name in LIST_CALLS and name == "a list"):
                continue
            response = call.send(body)
            assert response.status_code == 422, name
            assert error(response)[1] in {"invalid", "invalid_json"}, name
            assert response.json()["fields"], name
            assert "  " not in response.json()["error"]


TEXT_FIELDS = (
    *("name", "email", "username", "password", "classCode", "idToken", "gradeLevel", "firstName", "lastName"),
    *("studentId", "classroomId", "comment", "dueDate", "reason", "itemId", "suggestedName", "description"),
    *("currentPassword", "newPassword", "code", "passphrase"),
)


@pytest.mark.parametrize(
    "call", [each for each in JSON_CALLS if each not in (*CALLS_IGNORING_FIELDS, *CALLS_WITHOUT_TEXT)], indirect=True
)
def test_a_lone_surrogate_is_422(module_classroom: PreparedClassroom, call: JsonCall) -> None:
    """Text that JSON can contain but no database can store."""
    body = json.dumps(dict.fromkeys(TEXT_FIELDS, "\ud800")).encode()
    with assert_unchanged(module_classroom.test_app):
        for encoded in (body, body.replace(rb"\ud800", b"\xed\xa0\x80")):
            assert error(call.send(encoded)) == (422, "invalid")


@pytest.mark.spec("11.4")
def test_invalid_numbers_are_422(module_classroom: PreparedClassroom) -> None:
    for number in (b"NaN", b"Infinity", b"-Infinity", b"1e400", b"-0.0", b"1e3", b"01", b"+1", b"0x10"):
        ids = f'"studentId": "{module_classroom.student.id}", "classroomId": "{module_classroom.row.id}"'.encode()
        with assert_unchanged(module_classroom.test_app):
            response = send(
                module_classroom, "/api/goals", b'{"name": "Read", ' + ids + b', "goalbucks": ' + number + b"}"
            )
        assert response.status_code == 422, number
        assert error(response)


@pytest.mark.parametrize("content_type", [None, "", "text/plain", "application/x-www-form-urlencoded", "multipart/x"])
def test_json_without_its_content_type_is_422(module_classroom: PreparedClassroom, content_type: str | None) -> None:
    with assert_unchanged(module_classroom.test_app):
        response = send(module_classroom, "/api/classrooms", b'{"name": "Math"}', content_type)
    assert response.status_code == 422
    assert error(response)


@pytest.mark.parametrize("content_type", ["application/json; charset=utf-8", "APPLICATION/JSON", "application/json"])
def test_json_is_recognised_by_its_content_type(classroom: PreparedClassroom, content_type: str) -> None:
    assert send(classroom, "/api/classrooms", '{"name": "Zoë"}'.encode(), content_type).json()["name"] == "Zoë"


@pytest.mark.spec("11.10")
@pytest.mark.parametrize("size", by_tier([MEGABYTE + 1, 10 * MEGABYTE]))
def test_a_body_over_1_mb_is_413(module_classroom: PreparedClassroom, call: JsonCall, size: int) -> None:
    body = b'{"name": "'.ljust(size, b"x")
    with assert_unchanged(module_classroom.test_app):
        response = call.send(body)
    assert error(response) == (413, "body_too_large")


def test_a_chunked_body_over_1_mb_is_413(module_classroom: PreparedClassroom, call: JsonCall) -> None:
    def chunks() -> Iterator[bytes]:
        yield b'{"name": "'
        for _ in range(2):
            yield b"x" * MEGABYTE

    with assert_unchanged(module_classroom.test_app):
        assert error(call.send(chunks())) == (413, "body_too_large")


@pytest.mark.spec("11.10")
def test_a_body_of_1_mb_is_accepted(classroom: PreparedClassroom) -> None:
    body = b'{"name": "Math"' + b" " * (MEGABYTE - 16) + b"}"
    assert len(body) == MEGABYTE
    assert send(classroom, "/api/classrooms", body).status_code == 201


def test_the_last_of_two_fields_with_one_name_is_used(classroom: PreparedClassroom) -> None:
    assert send(classroom, "/api/classrooms", b'{"name": "Math", "name": "Art"}').json()["name"] == "Art"


def test_calls_that_take_no_body_ignore_a_sent_body(classroom: PreparedClassroom) -> None:
    goal = classroom.test_app.goal(classroom.student)
    for body in (b"{not json", b"\xff", b"[]"):
        path = f"/api/goals/{goal.id}/{'complete' if body != b'[]' else 'reopen'}"
        response = send(classroom, path, body)
        assert response.status_code in {200, 409}


def test_the_message_of_a_refused_amount_names_the_field_as_the_screens_do(module_classroom: PreparedClassroom) -> None:
    item = {"classroomId": module_classroom.row.id, "name": "Pencil", "goalbucksCost": 0}
    message = module_classroom.teacher_client.post("/api/store", item).json()["error"]
    assert message.startswith("Please check what you entered: GoalBucks cost must be")
