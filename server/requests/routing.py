"""Routers that can't be mounted without a gate, and routes that run in a transaction.

`router(prefix, gate=...)` is the only way to make one. The program doesn't start otherwise: `GatedRoute`
(gated_routes.py) raises for a route without a gate, with a raw path id in place of a loaded object, or with a loader
that names no permission (server/security/permissions.py); `require_gates` below raises for a route that `router` hasn't
made.

Each route declares how it runs by the option `transaction` of its decorator:
- "read", the default of GET: in a reading transaction, inline on the event loop;
- "write", the default of all other methods: in the writer's thread, committed before the response is sent;
- "manual": the gate and the loaders read in a transaction that ends before the endpoint is called. The endpoint runs on
  the event loop, may await (hash a password, clean an image, ask another server), and opens short transactions of its
  own with `services.transactions`;
- "none": without a transaction, for gates that don't read the database: of the application that repairs a damaged one,
  and of calls that have to respond while the database doesn't. The endpoint runs on the event loop, as with "manual".

The body is read before the transaction begins, except with `body="stream"` of a manual route: the endpoint then reads
`request.stream()`, whose first byte is read once the gate has let the request in.
On PostgreSQL reads run in threads, too, and a write that conflicts with another is run again.

Reasons: docs/decisions/0002-threads-for-reads-writes-and-passwords.md, docs/decisions/0017-postgresql.md and
docs/decisions/0040-services-deployment-transactions.md.
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeVar

from fastapi import APIRouter, Depends, FastAPI, params
from fastapi.routing import iter_route_contexts

from server.requests.gated_routes import (
    GatedRoute,
    InvalidRouteError,
    ManualRoute,
    ReadRoute,
    StreamRoute,
    UntransactedRoute,
    WriteRoute,
)
from server.requests.gates import Gate

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])
TransactionMode = Literal["read", "write", "manual", "none"]
BodyMode = Literal["buffered", "stream"]
_ROUTE_CLASSES: dict[tuple[TransactionMode, BodyMode], type[GatedRoute]] = {
    ("none", "buffered"): UntransactedRoute,
    ("none", "stream"): UntransactedRoute,
    ("read", "buffered"): ReadRoute,
    ("write", "buffered"): WriteRoute,
    ("manual", "buffered"): ManualRoute,
    ("manual", "stream"): StreamRoute,
}


class GatedRouter(APIRouter):
    """FastAPI's router, whose decorators take `transaction` and `body` besides FastAPI's options."""

    def __init__(
        self, prefix: str, *, gate: Gate, transaction: TransactionMode | None, dependencies: Sequence[params.Depends]
    ) -> None:
        super().__init__(
            prefix=prefix,
            route_class=GatedRoute,
            dependencies=[Depends(gate), *dependencies],
            # GatedRoute adds their schema.
            responses={"4XX": {}, 422: {}, 503: {}},
            redirect_slashes=False,
        )
        self._transaction = transaction

    def get(self, path: str, **options: Any) -> Callable[[Endpoint], Endpoint]:
        """Add a GET route."""
        return self._route("GET", path, **options)

    def post(self, path: str, **options: Any) -> Callable[[Endpoint], Endpoint]:
        """Add a POST route."""
        return self._route("POST", path, **options)

    def put(self, path: str, **options: Any) -> Callable[[Endpoint], Endpoint]:
        """Add a PUT route."""
        return self._route("PUT", path, **options)

    def patch(self, path: str, **options: Any) -> Callable[[Endpoint], Endpoint]:
        """Add a PATCH route."""
        return self._route("PATCH", path, **options)

    def delete(self, path: str, **options: Any) -> Callable[[Endpoint], Endpoint]:
        """Add a DELETE route."""
        return self._route("DELETE", path, **options)

    def _route(
        self,
        method: str,
        path: str,
        *,
        transaction: TransactionMode | None = None,
        body: BodyMode = "buffered",
        **options: Any,
    ) -> Callable[[Endpoint], Endpoint]:
        mode = transaction or self._transaction or ("read" if method == "GET" else "write")
        route_class = _ROUTE_CLASSES.get((mode, body))
        if route_class is None:
            message = f"{method} {path} can't stream its body inside a transaction"
            raise InvalidRouteError(message)

        def decorate(endpoint: Endpoint) -> Endpoint:
            self.add_api_route(path, endpoint, methods=[method], route_class_override=route_class, **options)
            return endpoint

        return decorate


def router(
    prefix: str, *, gate: Gate, transaction: TransactionMode | None = None, dependencies: Sequence[params.Depends] = ()
) -> GatedRouter:
    """Make a router whose every call is behind `gate`, then `dependencies`. `transaction`: that of most routes."""
    return GatedRouter(prefix, gate=gate, transaction=transaction, dependencies=dependencies)


def require_gates(app: FastAPI) -> None:
    """Raise `InvalidRouteError` when the application has a route that `router` hasn't made."""
    for context in iter_route_contexts(app.routes):
        if not isinstance(context.original_route, GatedRoute):
            message = f"{context.path} was not made by server.requests.routing.router"
            raise InvalidRouteError(message)
