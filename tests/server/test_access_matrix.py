"""Access to every call by every kind of user (tests/factories/calls.py)."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from fastapi.routing import iter_route_contexts

from tests.factories.app import ApiClient, TestApp
from tests.factories.call_rows import ROLES, CallRows, make_rows
from tests.factories.calls import CALLS, READS, request_of
from tests.factories.snapshots import assert_unchanged
from tests.server.conftest import AppPool, DatabaseFactory, run_test_app

SQLITE_ONLY_CALLS = {
    "POST /api/backups": 409,
    "POST /api/backups/{name}/restore": 409,
    "POST /api/backups/restore": 409,
}
"""Status of these calls for a teacher on a school's PostgreSQL database."""
AUTHORIZED = [(name, person) for name, call in CALLS.items() for person in ROLES if call.expected[person] < 400]


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
def rows(test_app: TestApp) -> CallRows:
    return CallRows(_without_streams(test_app))


@pytest.mark.spec("1.3", "11.2")
def test_access_matrix_covers_exactly_the_routes(test_app: TestApp) -> None:
    routes = {
        f"{method} {context.path}"
        for context in iter_route_contexts(test_app.app.routes)
        for method in (context.methods or set())
    }
    assert routes == set(CALLS)


@pytest.mark.spec("1.3", "1.4", "11.2")
@pytest.mark.parametrize("name", CALLS)
def test_every_call_is_refused_for_unauthorized_users(shared: Shared, name: str) -> None:
    refused = [person for person in ROLES if CALLS[name].expected[person] >= 400]
    with assert_unchanged(shared.rows.test_app):
        for person in refused:
            assert _ask(shared.rows, name, shared.browsers[person]) == _expected(shared.rows, name, person), person


@pytest.mark.spec("11.2")
@pytest.mark.parametrize(("name", "person"), [each for each in AUTHORIZED if each[0].split()[0] in READS])
def test_every_read_succeeds_for_authorized_users(shared: Shared, name: str, person: str) -> None:
    assert _ask(shared.rows, name, shared.browsers[person]) == _expected(shared.rows, name, person)


@pytest.mark.spec("11.2")
@pytest.mark.parametrize(("name", "person"), [each for each in AUTHORIZED if each[0].split()[0] not in READS])
def test_every_write_succeeds_for_authorized_users(rows: CallRows, name: str, person: str) -> None:
    assert _ask(rows, name, rows.client(person)) == _expected(rows, name, person)


def _without_streams(test_app: TestApp) -> TestApp:
    test_app.portal.call(test_app.services.hub.close)  # an event stream would not end
    return test_app


def _expected(rows: CallRows, name: str, person: str) -> int:
    status = CALLS[name].expected[person]
    of_file = name in SQLITE_ONLY_CALLS and person in {"teacher", "other teacher"}
    return SQLITE_ONLY_CALLS[name] if of_file and not rows.test_app.services.deployment.uses_sqlite else status


def _ask(rows: CallRows, name: str, browser: ApiClient) -> int:
    return request_of(name, rows).send(browser).status_code
