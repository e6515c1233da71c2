"""Unit tests of the planned handler of plain reads, compared with FastAPI's own."""

from collections.abc import Callable, Iterator
from typing import Annotated, Any

import pytest
from fastapi import Depends, FastAPI, Header, Query, Request, Response
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient

from server.security.read_plan import plan_read


class PlannedRoute(APIRoute):
    """A route that has a planned handler."""

    def get_route_handler(self) -> Callable[[Request], Any]:
        """Return the planned handler."""
        handle = plan_read(self)
        assert handle is not None
        return handle


async def owner(request: Request) -> str:
    """Read the owner from the query string."""
    request.app.state.calls.append("owner")
    return request.query_params.get("owner", "nobody")


async def loaded(request: Request, item_id: str, who: Annotated[str, Depends(owner)]) -> str:
    """Load an item of the owner."""
    request.app.state.calls.append("loaded")
    return f"{item_id} of {who}"


async def page(limit: Annotated[int | None, Query(ge=1)] = None) -> int | None:
    """Read the size of the page."""
    return limit


async def show_item(
    item: Annotated[str, Depends(loaded)],
    size: Annotated[int | None, Depends(page)],
    who: Annotated[str, Depends(owner)],
    response: Response,
) -> list[str]:
    """Respond with all values."""
    response.headers["X-Size"] = str(size)
    return [item, who]


@pytest.fixture(params=[APIRoute, PlannedRoute])
def client(request: pytest.FixtureRequest) -> Iterator[TestClient]:
    """Return a client of an application with that class of route."""
    app = FastAPI()
    app.router.add_api_route(
        "/items/{item_id}", show_item, response_model=list[str], route_class_override=request.param
    )
    app.state.calls = []
    with TestClient(app) as client:
        yield client


def test_each_dependency_is_called_once_in_order(client: TestClient) -> None:
    response = client.get("/items/7?owner=me&limit=3")
    assert (response.status_code, response.json()) == (200, ["7 of me", "me"])
    assert client.app.state.calls == ["owner", "loaded"]  # type: ignore[attr-defined]


def test_headers_of_the_endpoint_and_the_content_type_are_sent(client: TestClient) -> None:
    response = client.get("/items/7?limit=3")
    assert response.headers == {"x-size": "3", "content-type": "application/json", "content-length": "24"}


@pytest.mark.parametrize(("query", "size"), [("", "None"), ("?limit=1&limit=2", "2"), ("?other=1", "None")])
def test_query_parameters_are_read_like_fastapis(client: TestClient, query: str, size: str) -> None:
    assert client.get(f"/items/7{query}").headers["x-size"] == size


@pytest.mark.parametrize("value", ["", "many", "0", "1.5"])
def test_an_invalid_query_parameter_has_fastapis_error(client: TestClient, value: str) -> None:
    response = client.get(f"/items/7?limit={value}")
    assert response.status_code == 422
    error = response.json()["detail"][0]
    expected = "greater_than_equal" if value == "0" else "int_parsing"
    assert (error["loc"], error["type"], error["input"]) == (["query", "limit"], expected, value)


def test_route_with_a_header_parameter_keeps_the_handler_of_fastapi() -> None:
    async def show(accept: Annotated[str, Header()]) -> str:
        return accept

    assert plan_read(APIRoute("/", show, response_model=str)) is None


def test_route_with_a_typed_path_parameter_keeps_the_handler_of_fastapi() -> None:
    async def show(number: int) -> int:
        return number

    assert plan_read(APIRoute("/{number}", show, response_model=int)) is None


def test_route_with_a_synchronous_dependency_keeps_the_handler_of_fastapi() -> None:
    def token() -> str:
        return "token"

    async def show(token: Annotated[str, Depends(token)]) -> str:
        return token

    assert plan_read(APIRoute("/", show, response_model=str)) is None
