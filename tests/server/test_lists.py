"""The query parameters of every paginated list (specification 11.8)."""

import pytest

from tests.factories.api_client import ApiClient, error
from tests.factories.call_rows import CallRows, make_rows
from tests.factories.calls import CALLS, method_and_path, request_of
from tests.factories.classroom import PreparedClassroom


@pytest.fixture(scope="module")
def rows(module_classroom: PreparedClassroom) -> CallRows:
    rows = make_rows(module_classroom.test_app)
    for name in ("Read", "Draw"):  # a portfolio lists what was approved
        submission = rows.test_app.submission(rows.test_app.goal(rows.student, name))
        rows.client("teacher").patch(f"/api/submissions/{submission.id}/review", {"status": "approved"})
    rows.test_app.series(rows.classroom, name="Water the plants")
    return rows


@pytest.fixture(scope="module")
def teacher_client(rows: CallRows) -> ApiClient:
    return rows.client("teacher")


@pytest.fixture(scope="module")
def lists(rows: CallRows) -> dict[str, set[str]]:
    """The query parameters of each list, by its path."""
    document = rows.test_app.app.openapi()["paths"]
    found: dict[str, set[str]] = {}
    for name in CALLS:
        method, path = method_and_path(name)
        parameters = {each["name"] for each in document[path].get(method.lower(), {}).get("parameters", [])}
        if "limit" in parameters:
            found[request_of(name, rows).path] = parameters
    assert len(found) == 13
    return found


@pytest.mark.postgresql
@pytest.mark.spec("11.8")
def test_a_page_of_a_list_is_what_its_parameters_select(teacher_client: ApiClient, lists: dict[str, set[str]]) -> None:
    for path, parameters in lists.items():
        whole = teacher_client.get(path).json()
        assert len(whole) >= 2, path
        assert teacher_client.get(f"{path}?limit=1").json() == whole[:1], path
        assert teacher_client.get(f"{path}?before={whole[0]['id']}").json() == whole[1:], path
        assert teacher_client.get(f"{path}?limit=1&before={whole[0]['id']}").json() == whole[1:2], path
        if "status" in parameters:
            assert teacher_client.get(f"{path}?status=unheard-of").json() == [], path


@pytest.mark.spec("11.8")
@pytest.mark.parametrize(
    "query",
    [*(f"limit={value}" for value in ("0", "-1", "501", "x", "1.5", "")), f"status={'x' * 21}", f"before={'x' * 65}"],
)
def test_invalid_parameters_of_a_list_are_422_and_named(
    teacher_client: ApiClient, lists: dict[str, set[str]], query: str
) -> None:
    parameter = query.partition("=")[0]
    for path in (path for path, parameters in lists.items() if parameter in parameters):
        response = teacher_client.get(f"{path}?{query}")
        assert error(response) == (422, "invalid"), path
        assert set(response.json()["fields"]) == {parameter}
