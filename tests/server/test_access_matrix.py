"""Access to every call by every kind of user (tests/factories/calls.py)."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from fastapi.routing import iter_route_contexts

from server.requests.gated_routes import GatedRoute
from server.security.permissions import PERMISSIONS, Permission
from tests.factories.api_client import ApiClient, error
from tests.factories.app import RunningApp
from tests.factories.call_rows import ROLES, TEACHERS, CallRows, make_rows
from tests.factories.calls import CALLS, READS, authorized_role, request_of
from tests.factories.snapshots import assert_unchanged
from tests.server.conftest import AppPool, DatabaseFactory, run_test_app

SQLITE_ONLY_CALLS = {
    "POST /api/backups": 409,
    "POST /api/backups/{name}/restore": 409,
    "POST /api/backups/restore": 409,
}
"""Status of these calls for a teacher on a school's PostgreSQL database."""
CALLS_BY_PERMISSION: dict[Permission, set[str]] = {
    "review": {
        "POST /api/classrooms/{classroom_id}/unlock",
        "POST /api/students/{student_id}/unlock",
        "PATCH /api/submissions/{submission_id}/review",
        "POST /api/submissions/{submission_id}/undo-review",
        "POST /api/submissions/review",
        "POST /api/goalbucks/award",
        "POST /api/goalbucks/award/{assignment_id}/reverse",
    },
    "fulfill": {
        "POST /api/purchases/fulfill",
        "PATCH /api/purchases/{purchase_id}/fulfill",
        "POST /api/purchases/{purchase_id}/unfulfill",
    },
    "manage": {
        "PUT /api/classrooms/{classroom_id}",
        "POST /api/classrooms/{classroom_id}/class-code",
        "POST /api/classrooms/{classroom_id}/roster/preview",
        "POST /api/classrooms/{classroom_id}/roster",
        "GET /api/classrooms/{classroom_id}/progress",
        "GET /api/classrooms/{classroom_id}/reports",
        "PUT /api/students/{student_id}/family-comment",
        "GET /api/classrooms/{classroom_id}/terms",
        "PUT /api/classrooms/{classroom_id}/store",
        "GET /api/classrooms/{classroom_id}/login-cards",
        "POST /api/classrooms/{classroom_id}/login-cards",
        "POST /api/classrooms/{classroom_id}/login-cards/end",
        "PUT /api/classrooms/{classroom_id}/pictures",
        "POST /api/classrooms/{classroom_id}/pictures/renew",
        "GET /api/classrooms/{classroom_id}/groups",
        "POST /api/classrooms/{classroom_id}/groups",
        "PUT /api/groups/{group_id}",
        "DELETE /api/groups/{group_id}",
        "POST /api/students",
        "PUT /api/students/{student_id}",
        "PUT /api/students/{student_id}/pictures",
        "PUT /api/students/{student_id}/away",
        "POST /api/students/{student_id}/corrections",
        "POST /api/goals",
        "POST /api/goals/bulk",
        "POST /api/goals/complete",
        "POST /api/goals/{goal_id}/complete",
        "POST /api/goals/{goal_id}/reopen",
        "PUT /api/goals/{goal_id}",
        "DELETE /api/goals/{goal_id}",
        "PUT /api/assignments/{assignment_id}",
        "DELETE /api/assignments/{assignment_id}",
        "POST /api/goal-series",
        "PUT /api/goal-series/{series_id}",
        "POST /api/goal-series/{series_id}/stop",
        "POST /api/goal-series/{series_id}/today",
        "PUT /api/goal-suggestions/{suggestion_id}/approve",
        "PUT /api/goal-suggestions/{suggestion_id}/deny",
        "POST /api/goal-suggestions/{suggestion_id}/undo-answer",
        "POST /api/class-goals",
        "PUT /api/class-goals/{class_goal_id}",
        "POST /api/class-goals/{class_goal_id}/end",
        "POST /api/class-goals/{class_goal_id}/done",
        "GET /api/class-goals/{class_goal_id}/gifts",
        "POST /api/store",
        "POST /api/store/classroom/{classroom_id}/copy",
        "PUT /api/store/{item_id}",
        "DELETE /api/store/{item_id}",
    },
    "refund": {"POST /api/purchases/{purchase_id}/cancel"},
    "administer": {
        "POST /api/classrooms/{classroom_id}/students/move",
        "GET /api/classrooms/{classroom_id}/terms/next",
        "POST /api/classrooms/{classroom_id}/terms",
        "POST /api/classrooms/{classroom_id}/invitations",
        "DELETE /api/classrooms/{classroom_id}/members/{teacher_id}",
        "PUT /api/students/{student_id}/classroom",
        "GET /api/students/{student_id}/export",
        "GET /api/classrooms/{classroom_id}/substitute-code",
        "PUT /api/classrooms/{classroom_id}/substitute-code",
        "DELETE /api/classrooms/{classroom_id}/substitute-code",
    },
    "remove": {
        "PUT /api/classrooms/{classroom_id}/archived",
        "DELETE /api/classrooms/{classroom_id}",
        "DELETE /api/students/{student_id}",
        "POST /api/students/{student_id}/erase",
    },
}
CLASS_IN_THE_BODY = {
    "POST /api/class-goals",
    "POST /api/goals",
    "POST /api/goals/bulk",
    "POST /api/goals/complete",
    "POST /api/goal-series",
    "POST /api/goalbucks/award",
    "POST /api/purchases/fulfill",
    "POST /api/store",
    "POST /api/students",
    "POST /api/submissions/review",
}
AUTHORIZED: list[tuple[str, str]] = [
    (name, person) for name, call in CALLS.items() for person in ROLES if call.expected[person] < 400
]


def _has_own_permission(name: str, person: str) -> bool:
    """Whether this role may make the call for another reason than the others: in `make test` each reason is tried."""
    for_all_teachers = CALLS[name].expected["other teacher"] < 400
    roles = {authorized_role(name), "student", *(() if for_all_teachers else ("co-teacher", "substitute"))}
    return person in roles


AUTHORIZED_WRITES = [
    pytest.param(*each, marks=() if _has_own_permission(*each) else pytest.mark.long)
    for each in AUTHORIZED
    if each[0].split()[0] not in READS
]


@dataclass(frozen=True)
class Shared:
    """Rows and clients of all users, shared by calls that change nothing."""

    rows: CallRows
    browsers: dict[str, ApiClient]


@pytest.fixture(scope="module")
def shared(app_pool: AppPool, database: DatabaseFactory, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    with run_test_app(app_pool, database, tmp_path_factory.mktemp("matrix")) as test_app:
        rows = make_rows(_without_streams(test_app))
        yield Shared(rows, {person: rows.client(person) for person in ROLES})


@pytest.fixture
def rows(test_app: RunningApp) -> CallRows:
    return CallRows(_without_streams(test_app))


@pytest.mark.spec("1.3", "11.2")
def test_access_matrix_covers_exactly_the_routes(test_app: RunningApp) -> None:
    routes = {
        f"{method} {context.path}"
        for context in iter_route_contexts(test_app.app.routes)
        for method in (context.methods or set())
    }
    assert routes == set(CALLS)


def test_the_loaders_name_the_permission_of_each_call(test_app: RunningApp) -> None:
    named: dict[str, set[str]] = {}
    for context in iter_route_contexts(test_app.app.routes):
        assert isinstance(context.original_route, GatedRoute)
        for permission in context.original_route.permissions - {"view"}:
            named.setdefault(permission, set()).add(f"{min(context.methods or ())} {context.path}")
    assert named == {permission: calls - CLASS_IN_THE_BODY for permission, calls in CALLS_BY_PERMISSION.items()}


@pytest.mark.spec("26.4")
@pytest.mark.parametrize("permission", CALLS_BY_PERMISSION)
def test_a_role_without_the_permission_of_a_call_is_refused(shared: Shared, permission: Permission) -> None:
    if permission in PERMISSIONS["co-teacher"]:
        for name in CALLS_BY_PERMISSION[permission]:
            assert CALLS[name].expected["co-teacher"] == CALLS[name].expected["teacher"], name
        return
    with assert_unchanged(shared.rows.test_app):
        for name in CALLS_BY_PERMISSION[permission]:
            response = request_of(name, shared.rows).send(shared.browsers["co-teacher"])
            assert error(response) == (403, "owner_only"), name


@pytest.mark.spec("1.3", "1.4", "11.2", "11.5")
@pytest.mark.parametrize("name", CALLS)
def test_every_call_is_refused_for_unauthorized_users(shared: Shared, name: str) -> None:
    refused = [person for person in ROLES if CALLS[name].expected[person] >= 400]
    with assert_unchanged(shared.rows.test_app):
        for person in refused:
            assert _ask(shared.rows, name, shared.browsers[person]) == _expected(shared.rows, name, person), person


@pytest.mark.spec("11.2")
@pytest.mark.parametrize("name", [name for name in CALLS if name.split()[0] in READS])
def test_every_read_succeeds_for_authorized_users(shared: Shared, name: str) -> None:
    for person in (person for called, person in AUTHORIZED if called == name):
        assert _ask(shared.rows, name, shared.browsers[person]) == _expected(shared.rows, name, person), person


@pytest.mark.spec("11.2")
@pytest.mark.parametrize(("name", "person"), AUTHORIZED_WRITES)
def test_every_write_succeeds_for_authorized_users(rows: CallRows, name: str, person: str) -> None:
    assert _ask(rows, name, rows.client(person)) == _expected(rows, name, person)


def _without_streams(test_app: RunningApp) -> RunningApp:
    test_app.portal.call(test_app.services.hub.close)  # an event stream would not end
    return test_app


def _expected(rows: CallRows, name: str, person: str) -> int:
    status = CALLS[name].expected[person]
    of_file = name in SQLITE_ONLY_CALLS and person in TEACHERS
    return SQLITE_ONLY_CALLS[name] if of_file and not rows.test_app.services.deployment.uses_sqlite else status


def _ask(rows: CallRows, name: str, browser: ApiClient) -> int:
    return request_of(name, rows).send(browser).status_code
