"""Every call, asked by everybody who must not and by those who may (access_matrix.py)."""

from typing import Any

import pytest
from fastapi.routing import iter_route_contexts

from tests.factories.world import World
from tests.server.access_matrix import CALLS, PEOPLE, Call, Rows, make_rows

OF_THE_FILE = {
    "POST /api/backups": 409,
    "POST /api/backups/{name}/restore": 409,
    "POST /api/backups/restore": 409,
}
"""What a teacher hears where the data is in a school's database."""


@pytest.fixture
def rows(world: World) -> Rows:
    world.app.state.portal.call(world.app.state.live.close)  # an event stream would go on for ever
    return make_rows(world)


def test_every_route_has_a_row_and_every_row_a_route(world: World) -> None:
    routes = {
        f"{method} {context.path}"
        for context in iter_route_contexts(world.app.routes)
        for method in (context.methods or set())
    }
    assert routes == set(CALLS)


@pytest.mark.parametrize("name", CALLS)
def test_nobody_else_may(rows: Rows, name: str) -> None:
    call = CALLS[name]
    for person in PEOPLE:
        if call.expected[person] >= 400:
            assert _ask(rows, call, name.split(maxsplit=1)[0], person) == _expected(rows, name, person), person


@pytest.mark.parametrize(
    ("name", "person"),
    [(name, person) for name, call in CALLS.items() for person in PEOPLE if call.expected[person] < 400],
)
def test_those_who_may_may(rows: Rows, name: str, person: str) -> None:
    assert _ask(rows, CALLS[name], name.split(maxsplit=1)[0], person) == _expected(rows, name, person)


def _expected(rows: Rows, name: str, person: str) -> int:
    status = CALLS[name].expected[person]
    of_file = name in OF_THE_FILE and person in {"teacher", "other teacher"}
    return OF_THE_FILE[name] if of_file and not rows.world.app.state.settings.has_file else status


def _ask(rows: Rows, call: Call, method: str, person: str) -> int:
    browser = rows.browser(person)
    options: dict[str, Any] = {}
    if call.body is not None:
        options["json"] = call.body(rows)
    if call.form is not None:
        options |= {"data": call.form(rows), "files": {"": ("", b"")}}
    return browser.http.request(method, call.path(rows), **options).status_code
