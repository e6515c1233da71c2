"""The handler of a plain read: its dependencies are ordered once, when its route is made.

FastAPI walks a route's tree of dependencies at each request, which takes as long as the queries of a short list. A
route whose tree consists of coroutine functions that take the request, the response, path parameters and query
parameters needs only a list of calls. Any other route keeps FastAPI's handler.

Reasons: docs/decisions/0048-plain-reads.md.
"""

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from inspect import iscoroutinefunction
from typing import Any

from fastapi import Request, Response
from fastapi._compat import ModelField
from fastapi.datastructures import DefaultPlaceholder
from fastapi.dependencies.models import Dependant
from fastapi.dependencies.utils import request_params_to_args
from fastapi.exceptions import RequestValidationError, ResponseValidationError
from fastapi.routing import APIRoute
from starlette.datastructures import QueryParams


@dataclass(frozen=True, slots=True)
class _Call:
    """A dependency or the endpoint, with the source of each of its arguments."""

    function: Callable[..., Awaitable[Any]]
    results: tuple[tuple[str, int], ...]
    """Arguments that are the results of earlier calls, by position."""
    parameters: Dependant
    """The function's path and query parameters, and the names of its arguments for the request and the response."""
    has_optional_scalars: bool
    """Whether all query parameters are texts or numbers with None as default."""


def plan_read(route: APIRoute) -> Callable[[Request], Coroutine[Any, Any, Response]] | None:
    """Return the handler of a plain read; None for any other route."""
    field = route.response_field
    calls: list[_Call] = []
    if field is None or not _returns_plain_json(route) or not _append_calls(route.dependant, calls, {}):
        return None

    async def handle(request: Request) -> Response:
        response = Response(media_type="application/json")
        results: list[Any] = []
        for call in calls:
            results.append(await call.function(**_arguments(call, results, request, response)))
        if isinstance(results[-1], Response):
            return results[-1]
        value, errors = field.validate(results[-1], {}, loc=("response",))
        if errors:
            raise ResponseValidationError(errors=errors)
        response.body = field.serialize_json(value, by_alias=True)
        response.headers["content-length"] = str(len(response.body))
        return response

    return handle


def _arguments(call: _Call, results: list[Any], request: Request, response: Response) -> dict[str, Any]:
    arguments = {name: results[position] for name, position in call.results}
    parameters = call.parameters
    if parameters.path_params:
        arguments |= {parameter.name: request.path_params[parameter.alias] for parameter in parameters.path_params}
    if parameters.query_params:
        read = _read_optional_scalars if call.has_optional_scalars else request_params_to_args
        values, errors = read(parameters.query_params, request.query_params)
        if errors:
            raise RequestValidationError(errors)
        arguments |= values
    if parameters.request_param_name:
        arguments[parameters.request_param_name] = request
    if parameters.response_param_name:
        arguments[parameters.response_param_name] = response
    return arguments


def _is_optional_scalar(parameter: ModelField) -> bool:
    field = parameter.field_info
    return field.annotation in (str | None, int | None) and field.default is None and field.validation_alias is None


def _read_optional_scalars(
    parameters: Sequence[ModelField], received: QueryParams
) -> tuple[dict[str, Any], Sequence[Any]]:
    """Return values and errors like `request_params_to_args`, which looks at each parameter's type anew (25 µs)."""
    values: dict[str, Any] = {}
    for parameter in parameters:
        value = received.get(parameter.alias)
        if value is not None:
            value, errors = parameter.validate(value)
            if errors:
                return request_params_to_args(parameters, received)
        values[parameter.name] = value
    return values, ()


def _returns_plain_json(route: APIRoute) -> bool:
    selects_fields = (
        route.response_model_include,
        route.response_model_exclude,
        route.response_model_exclude_unset,
        route.response_model_exclude_defaults,
        route.response_model_exclude_none,
    )
    return (
        route.body_field is None
        and route.status_code is None
        and isinstance(route.response_class, DefaultPlaceholder)
        and route.response_model_by_alias
        and not any(selects_fields)
    )


def _append_calls(dependant: Dependant, calls: list[_Call], positions: dict[object, int]) -> bool:
    """Append the calls of the tree, each function once, in FastAPI's order; return False if it isn't plain."""
    function = dependant.call
    if function is None or not _is_plain(dependant):
        return False
    results = []
    for child in dependant.dependencies:
        if child.call not in positions:
            if not _append_calls(child, calls, positions):
                return False
            positions[child.call] = len(calls) - 1
        if child.name is not None:
            results.append((child.name, positions[child.call]))
    has_optional_scalars = all(map(_is_optional_scalar, dependant.query_params))
    calls.append(_Call(function, tuple(results), dependant, has_optional_scalars))
    return True


def _is_plain(dependant: Dependant) -> bool:
    function = dependant.call
    others = (
        dependant.header_params,
        dependant.cookie_params,
        dependant.body_params,
        dependant.background_tasks_param_name,
        dependant.http_connection_param_name,
        dependant.websocket_param_name,
        dependant.security_scopes_param_name,
    )
    # A path parameter of another type than a plain string needs FastAPI's validation.
    is_text = all(each.field_info.annotation is str and not each.field_info.metadata for each in dependant.path_params)
    is_coroutine = iscoroutinefunction(function) or iscoroutinefunction(getattr(function, "__call__", None))  # noqa: B004 - an instance may have a coroutine as __call__
    return is_coroutine and is_text and dependant.use_cache and not any(others)
