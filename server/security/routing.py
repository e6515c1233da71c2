"""Routers that can't be mounted without a gate, and routes that own their transaction.

`router(prefix, access=gate)` is the only way to make one. Its routes refuse to start when no gate stands
before them or when an endpoint takes a raw path id instead of a loaded object (docs/decisions/0001).

How a route runs, decided in this one place (docs/decisions/0002):
- GET: inline on the event loop, in a reading transaction;
- other methods: wholly in the writer's thread, committed before the answer leaves;
- an endpoint that takes `Steps` (it hashes a password or cleans an image): on the event loop, with short
  transactions of its own;
- one that takes `Pieces` (its body doesn't fit into memory): likewise, and it reads the body itself.
On PostgreSQL reading has threads, too, and what collides with another write is done again (docs/decisions/0017).
"""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, Request, Response
from fastapi.dependencies.models import Dependant
from fastapi.params import Form
from fastapi.routing import APIRoute
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from server.database.postgresql import DatabaseUnavailableError
from server.database.transactions import PausedError, Transactions
from server.schema import ErrorAnswer
from server.security import idempotency, rates
from server.security.forms import read_form
from server.security.gates import Gate, Roles
from server.security.metering import Metered
from server.security.rates import Counted
from server.security.sessions import touch

log = logging.getLogger("goalbucks.sessions")
Handler = Callable[[Request], Coroutine[Any, Any, Response]]
Result = TypeVar("Result")


async def _steps(request: Request) -> Transactions:
    # What the gate and the loaders read stays readable; their connection goes back before anything is awaited.
    request.state.db.close()
    transactions = transactions_of(request)
    await transactions.begun()
    return transactions


Steps = Annotated[Transactions, Depends(_steps)]
"""Transactions of the endpoint's own; the last of its parameters."""


async def _pieces(request: Request) -> AsyncIterator[bytes]:
    request.state.db.close()
    await transactions_of(request).begun()
    return request.stream()


Pieces = Annotated[AsyncIterator[bytes], Depends(_pieces)]
"""The body as it comes, whose first byte is read once the gates have let the request in; the last parameter."""


def transactions_of(request: Request) -> Transactions:
    """The application's transactions, for what goes on after the answer has begun."""
    transactions: Transactions = request.app.state.transactions
    return transactions


def _run_to_end(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine that waits for nothing: inside a transaction nothing may be awaited."""
    try:
        work.send(None)
    except StopIteration as end:
        result: Result = end.value
        return result
    work.close()
    message = "an endpoint awaited something inside its transaction; let it take Steps"
    raise RuntimeError(message)


class UnguardedRouteError(RuntimeError):
    """A route without a gate, or with a raw path id: the program must not start."""


class GatedRoute(APIRoute):
    """A route that has a gate, loads what its path names, and is one transaction."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        super().__init__(path, endpoint, **options)
        name = f"{sorted(self.methods or ())} {path}"
        if not any(isinstance(dependant.call, Gate) for dependant in _tree(self.dependant)):
            message = f"{name} has no gate"
            raise UnguardedRouteError(message)
        if self.dependant.path_params:
            message = f"{name} takes a raw path id; let it take the loaded object"
            raise UnguardedRouteError(message)
        calls = [dependant.call for dependant in self.dependant.dependencies]
        if {_steps, _pieces}.intersection(calls[:-1]):
            message = f"{name} takes Steps or Pieces, but not last: loaders after it would read without a transaction"
            raise UnguardedRouteError(message)

    def get_route_handler(self) -> Handler:
        """FastAPI's handler inside this route's transaction."""
        handle = super().get_route_handler()
        calls = {dependant.call for dependant in self.dependant.dependencies}
        if _pieces in calls:
            return _stepping(handle, _leave_unread)
        if _steps in calls:
            is_form = self.body_field is not None and isinstance(self.body_field.field_info, Form)
            return _stepping(handle, self._form_reader() if is_form else Request.body)
        return _reading(handle) if {"GET", "HEAD"} >= (self.methods or set()) else _writing(handle)

    def _form_reader(self) -> Callable[[Request], Awaitable[object]]:
        calls = dict.fromkeys(dependant.call for dependant in _tree(self.dependant))  # each once
        gates = [call for call in calls if isinstance(call, Roles)]
        meters = [call for call in calls if isinstance(call, Metered)]

        async def read(request: Request) -> None:
            # Before a byte of a large form goes to the disk; the gate itself stands behind the form.
            def ask(db: Session) -> list[Counted]:
                request.state.db = db
                counted: list[Counted] = []
                for gate in gates:
                    actor = _run_to_end(gate(request))
                    counted += [each for meter in meters for each in meter.counted(request, db, actor)]
                rates.require(db, counted)
                return counted

            counted = await transactions_of(request).read(ask)
            if counted:
                await transactions_of(request).write(lambda db: rates.count(db, counted))
            await read_form(request)

        return read


async def _leave_unread(request: Request) -> None:
    """The endpoint reads it."""


def _reading(handle: Handler) -> Handler:
    async def read(request: Request) -> Response:
        def work(db: Session) -> Response:
            request.state.db = db
            return _run_to_end(handle(request))

        response = await transactions_of(request).read(work)
        await _touch_if_due(request)
        return response

    return read


def _writing(handle: Handler) -> Handler:
    async def write(request: Request) -> Response:
        await request.body()  # kept by the request; in the writer's thread nothing can be waited for

        def work(db: Session) -> Response:
            request.state.db = db
            try:
                response = _run_to_end(handle(request))
            except idempotency.AnsweredBefore as before:
                return before.response
            idempotency.remember(db, request, response)
            _touch_in(db, request)
            return response

        return await transactions_of(request).write(work)

    return write


def _stepping(handle: Handler, read_body: Callable[[Request], Awaitable[object]]) -> Handler:
    async def step(request: Request) -> Response:
        await read_body(request)

        def begin(db: Session) -> Coroutine[Any, Any, Response]:
            request.state.db = db
            return handle(request)

        response = await transactions_of(request).beginning(begin)
        await _touch_if_due(request)
        return response

    return step


def _touch_in(db: Session, request: Request) -> None:
    if due := getattr(request.state, "touch", None):
        touch(db, due)


async def _touch_if_due(request: Request) -> None:
    if not hasattr(request.state, "touch"):
        return
    try:
        await transactions_of(request).write(lambda db: _touch_in(db, request))
    except (OperationalError, PausedError, DatabaseUnavailableError):
        # A full or busy disk must not stop reading; the session is touched by a later request.
        log.warning("a session could not be touched", exc_info=True)


def _tree(dependant: Dependant) -> Iterator[Dependant]:
    for child in dependant.dependencies:
        yield child
        yield from _tree(child)


def router(prefix: str, *, access: Gate) -> APIRouter:
    """A router whose every call stands behind `access`.

    Errors answer in the one shape, so the schema says so once for all of them.
    """
    return APIRouter(
        prefix=prefix,
        route_class=GatedRoute,
        dependencies=[Depends(access)],
        responses={"4XX": {"model": ErrorAnswer}, 422: {"model": ErrorAnswer}, 503: {"model": ErrorAnswer}},
        redirect_slashes=False,
    )
