"""The routes of `server.requests.routing`: one class for each way in which a route uses the database."""

import functools
import inspect
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from typing import Annotated, Any

from fastapi import Depends, Request, Response
from fastapi.dependencies.models import Dependant
from fastapi.params import Form
from fastapi.routing import APIRoute
from fastapi.utils import create_model_field
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session
from starlette.routing import Match
from starlette.types import Scope

from server.content_coding import compress
from server.database.postgresql import DatabaseUnavailableError
from server.database.transactions import MaintenanceError, Transactions
from server.requests import idempotency, rate_limit
from server.requests.dependencies import CoreServices, services_of
from server.requests.forms import FormLimits, read_form
from server.requests.gates import Gate, RequireRole
from server.requests.rate_limit import RateKey, RateLimitDependency
from server.schema import ErrorResponse
from server.security.permissions import Loader, PermissionLoader
from server.security.sessions import refresh
from server.system.coroutines import run_to_end

ERROR_FIELD = create_model_field(name="ErrorResponse", type_=ErrorResponse, mode="serialization")
"""The schema that all error responses share in the OpenAPI document. With `responses={status: {"model": ...}}` FastAPI
would build one for each status of each route, about 300, which takes 5% of the start."""

log = logging.getLogger("goalbucks.sessions")
Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class InvalidRouteError(RuntimeError):
    """A route without a gate, with a raw path id or a loader of no permission, or with contradictory options."""


class GatedRoute(APIRoute):
    """A route that has a gate, and loaders for what its path names. Its subclasses are the modes of `transaction`."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        super().__init__(path, endpoint, **options)
        self.response_fields |= {status: ERROR_FIELD for status, response in self.responses.items() if not response}
        name = f"{sorted(self.methods or ())} {path}"
        if not any(isinstance(dependant.call, Gate) for dependant in _tree(self.dependant)):
            message = f"{name} has no gate"
            raise InvalidRouteError(message)
        if self.dependant.path_params:
            message = f"{name} takes a raw path id; let it take the loaded object"
            raise InvalidRouteError(message)
        loaders: list[object] = [dependant.call for dependant in _tree(self.dependant) if dependant.path_params]
        if not all(isinstance(loader, Loader) for loader in loaders):
            message = f"{name} loads an object without naming the permission; let a Loader load it"
            raise InvalidRouteError(message)
        self.permissions = {loader.permission for loader in loaders if isinstance(loader, PermissionLoader)}
        self._path_start = path.partition("{")[0]

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Match the request; a path that begins differently needs no regular expression (routes are tried in turn)."""
        if not scope["path"].startswith(self._path_start):
            return Match.NONE, {}
        return super().matches(scope)


class UntransactedRoute(GatedRoute):
    """A route without a database."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        super().__init__(path, endpoint, **options)
        if any(isinstance(dependant.call, RequireRole) for dependant in _tree(self.dependant)):
            message = f"{path} has a gate that reads the session, but no transaction to read it in"
            raise InvalidRouteError(message)


class ReadRoute(GatedRoute):
    """A route that runs in one reading transaction."""

    def get_route_handler(self) -> Handler:
        """Wrap the handler in the transaction."""
        handle = super().get_route_handler()

        async def read(request: Request) -> Response:
            def work(db: Session) -> Response:
                request.state.db = db
                return run_to_end(handle(request))

            response = await _transactions(request).read(work)
            await _refresh_session_if_due(request)
            compress(response, request.headers)
            return response

        return read


class WriteRoute(GatedRoute):
    """A route that runs in one writing transaction, which is committed before the response is sent."""

    def get_route_handler(self) -> Handler:
        """Wrap FastAPI's handler in the transaction."""
        handle = super().get_route_handler()

        async def write(request: Request) -> Response:
            await request.body()  # kept by the request; in the writer's thread nothing can be awaited

            def work(db: Session) -> Response:
                request.state.db = db
                try:
                    response = run_to_end(handle(request))
                except idempotency.ReplayResponse as before:
                    return before.response
                idempotency.store_response(db, request, response)
                _refresh_session(db, request)
                return response

            return await _transactions(request).write(work)

        return write


class ManualRoute(GatedRoute):
    """A route whose endpoint opens its own transactions, after one in which the gate and the loaders have read."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        super().__init__(path, _with_read_phase_end(endpoint), **options)

    def get_route_handler(self) -> Handler:
        """Wrap FastAPI's handler: read the body, then begin with the reading transaction."""
        handle = super().get_route_handler()
        read_body = self._body_reader()

        async def run(request: Request) -> Response:
            await read_body(request)

            def begin(db: Session) -> Coroutine[Any, Any, Response]:
                request.state.db = db
                return handle(request)

            try:
                response = await _transactions(request).run_with_read_phase(begin)
            except idempotency.ReplayResponse as before:
                response = before.response
            await _refresh_session_if_due(request)
            return response

        return run

    def _body_reader(self) -> Callable[[Request], Awaitable[object]]:
        is_form = self.body_field is not None and isinstance(self.body_field.field_info, Form)
        return self._form_reader() if is_form else Request.body

    def _form_reader(self) -> Callable[[Request], Awaitable[object]]:
        calls = dict.fromkeys(dependant.call for dependant in _tree(self.dependant))  # each once
        gates = [call for call in calls if isinstance(call, RequireRole)]
        limits = [call for call in calls if isinstance(call, RateLimitDependency)]
        form_limits = next((call for call in calls if isinstance(call, FormLimits)), FormLimits())

        async def read(request: Request) -> None:
            # Before a byte of a large form is written to disk; FastAPI calls the gate only after it has read the form.
            def admit(db: Session) -> list[RateKey]:
                request.state.db = db
                settings = services_of(request, CoreServices).settings
                # Those of a router and of a loader may differ; they return the same actor.
                actors = [run_to_end(gate(request)) for gate in gates]
                keys = [key for actor in actors[:1] for limit in limits for key in limit.keys(settings, db, actor)]
                rate_limit.check(db, keys)
                return keys

            keys = await _transactions(request).read(admit)
            if keys:
                await _transactions(request).write(lambda db: rate_limit.consume(db, keys))
            await read_form(request, form_limits)

        return read


class StreamRoute(ManualRoute):
    """A manual route whose endpoint reads the body itself."""

    def _body_reader(self) -> Callable[[Request], Awaitable[object]]:
        return _leave_unread


def _transactions(request: Request) -> Transactions:
    return services_of(request, CoreServices).transactions


async def _end_read_phase(request: Request) -> None:
    # The connection goes back to the pool before the endpoint awaits anything.
    await _transactions(request).end_read_phase(request.state.db)


def _with_read_phase_end(endpoint: Callable[..., Any]) -> Callable[..., Any]:
    """Return the endpoint with one more dependency, `_end_read_phase`.

    FastAPI resolves dependencies in the order of the parameters. This one comes last, so that every loader before it
    has its transaction.
    """

    @functools.wraps(endpoint)
    async def run(*, _read_phase: None, **values: Any) -> object:
        return await endpoint(**values)

    signature = inspect.signature(endpoint, eval_str=True)
    last = inspect.Parameter(
        "_read_phase", inspect.Parameter.KEYWORD_ONLY, annotation=Annotated[None, Depends(_end_read_phase)]
    )
    run.__signature__ = signature.replace(parameters=[*signature.parameters.values(), last])  # type: ignore[attr-defined]
    return run


async def _leave_unread(request: Request) -> None:
    """Leave the body to the endpoint."""


def _refresh_session(db: Session, request: Request) -> None:
    if session_id := getattr(request.state, "session_to_refresh", None):
        refresh(db, session_id)


async def _refresh_session_if_due(request: Request) -> None:
    if not hasattr(request.state, "session_to_refresh"):
        return
    try:
        await _transactions(request).write(lambda db: _refresh_session(db, request))
    except (OperationalError, MaintenanceError, DatabaseUnavailableError):
        # A full or busy disk must not stop reading; a later request refreshes the session.
        log.warning("a session could not be refreshed", exc_info=True)


def _tree(dependant: Dependant) -> Iterator[Dependant]:
    for child in dependant.dependencies:
        yield child
        yield from _tree(child)
