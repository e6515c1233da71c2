"""Every call whose path or body names rows, with ids that no row has."""

from itertools import product

import pytest

from tests.factories.api_client import error
from tests.factories.call_rows import CallRows, make_rows
from tests.factories.calls import CALLS, CallRequest, authorized_role, method_and_path, parameter_of, request_of
from tests.factories.classroom import PreparedClassroom
from tests.factories.invalid_values import UNKNOWN_IDS, UNKNOWN_PATH_IDS
from tests.factories.snapshots import assert_unchanged

ON_POSTGRESQL = ("GET /api/students/{student_id}", "PUT /api/goals/{goal_id}", "DELETE /api/classrooms/{classroom_id}")
"""Calls with an id in the path that are made on PostgreSQL too, where the driver replaces what it refuses."""
BODY_ON_POSTGRESQL = ("POST /api/goals/bulk", "POST /api/purchases")
"""Calls with an id in the body likewise."""
WITH_PATH_ID = [name for name in CALLS if parameter_of(name)]
WITH_BODY = [name for name, call in CALLS.items() if callable(call.body) and not name.startswith("POST /api/auth/")]


@pytest.fixture(scope="module")
def rows(module_classroom: PreparedClassroom) -> CallRows:
    return make_rows(module_classroom.test_app)


def assert_unknown_path_ids_are_404(rows: CallRows, name: str) -> None:
    request, browser = request_of(name, rows), rows.client(authorized_role(name))
    known = request.path.partition("?")[0].split("/")
    places = [place for place, part in enumerate(method_and_path(name)[1].split("/")) if part.startswith("{")]
    with assert_unchanged(rows.test_app):
        for place, unknown in product(places, UNKNOWN_PATH_IDS):
            path = "/".join([*known[:place], str(unknown.values[0]), *known[place + 1 :]])
            response = CallRequest(request.method, path, request.json, request.form).send(browser)
            assert error(response) == (404, "not_found"), unknown.id


def assert_unknown_ids_in_the_body_are_404(rows: CallRows, name: str) -> None:
    request, browser = request_of(name, rows), rows.client(authorized_role(name))
    body = request.json or {}
    assert isinstance(body, dict)
    with assert_unchanged(rows.test_app):
        for unknown in (each.values[0] for each in UNKNOWN_IDS):
            wrong = {field: unknown for field in body if field.endswith("Id")}
            wrong |= {field: [*body[field], unknown] for field in body if field.endswith("Ids")}
            for field, value in wrong.items():
                response = CallRequest(request.method, request.path, body | {field: value}).send(browser)
                assert error(response) == (404, "not_found"), (field, unknown)


@pytest.mark.spec("11.6")
@pytest.mark.parametrize("name", [name for name in WITH_PATH_ID if name not in ON_POSTGRESQL])
def test_a_call_whose_path_has_an_unknown_id_is_404(rows: CallRows, name: str) -> None:
    assert_unknown_path_ids_are_404(rows, name)


@pytest.mark.spec("11.6")
@pytest.mark.parametrize("name", [name for name in WITH_BODY if name not in BODY_ON_POSTGRESQL])
def test_a_call_whose_body_has_an_unknown_id_is_404(rows: CallRows, name: str) -> None:
    assert_unknown_ids_in_the_body_are_404(rows, name)


@pytest.mark.postgresql
@pytest.mark.spec("11.6")
def test_ids_with_characters_that_postgresql_refuses_are_404(rows: CallRows) -> None:
    for name in ON_POSTGRESQL:
        assert_unknown_path_ids_are_404(rows, name)
    for name in BODY_ON_POSTGRESQL:
        assert_unknown_ids_in_the_body_are_404(rows, name)
