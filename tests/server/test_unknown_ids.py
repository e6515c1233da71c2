"""Every call whose path names a row, with ids that no row has."""

import pytest

from tests.factories.app import error
from tests.factories.call_rows import Rows
from tests.factories.calls import CALLS, CallRequest, make_rows, owner_of, parameter_of, request_of, split
from tests.factories.classroom import TestClassroom
from tests.factories.invalid_values import UNKNOWN_PATH_IDS
from tests.factories.snapshots import assert_unchanged

pytestmark = pytest.mark.postgresql


@pytest.fixture(scope="module")
def rows(read_only_classroom: TestClassroom) -> Rows:
    return make_rows(read_only_classroom.test_app)


@pytest.mark.spec("11.6")
@pytest.mark.parametrize("name", [name for name in CALLS if parameter_of(name)])
def test_a_row_that_is_not_there_is_404(rows: Rows, name: str) -> None:
    request, browser = request_of(name, rows), rows.browser(owner_of(name))
    method, template = split(name)
    with assert_unchanged(rows.test_app):
        for unknown in UNKNOWN_PATH_IDS:
            path = template.format(**{parameter_of(name) or "": unknown.values[0]})
            answer = CallRequest(method, path, request.json, request.form).send(browser)
            assert error(answer) == (404, "not_found"), unknown.id
