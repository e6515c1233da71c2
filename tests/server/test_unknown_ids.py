"""Every call whose path names a row, with ids that no row has."""

import pytest

from tests.factories.bad_values import UNKNOWN_IN_PATHS
from tests.factories.call_rows import Rows
from tests.factories.calls import CALLS, CallRequest, make_rows, owner_of, parameter_of, request_of, split
from tests.factories.room import Room
from tests.factories.stored import nothing_stored
from tests.factories.world import error

pytestmark = pytest.mark.postgresql


@pytest.fixture(scope="module")
def rows(untouched: Room) -> Rows:
    return make_rows(untouched.world)


@pytest.mark.spec("11.6")
@pytest.mark.parametrize("name", [name for name in CALLS if parameter_of(name)])
def test_a_row_that_is_not_there_is_404(rows: Rows, name: str) -> None:
    request, browser = request_of(name, rows), rows.browser(owner_of(name))
    method, template = split(name)
    with nothing_stored(rows.world):
        for unknown in UNKNOWN_IN_PATHS:
            path = template.format(**{parameter_of(name) or "": unknown.values[0]})
            answer = CallRequest(method, path, request.json, request.form).send(browser)
            assert error(answer) == (404, "not_found"), unknown.id
