"""Running coroutines in a thread without an event loop: up to their end, or up to where they suspend themselves.

FastAPI's dependencies and endpoints are coroutine functions, but those of a route with a transaction await nothing that
has to be waited for: awaiting another such coroutine is an ordinary call. A coroutine of this kind can be run by a
single `send(None)`, in any thread, as if it were a function: it runs until it returns (`StopIteration` then has its
result) or raises. On the event loop this saves a task; in a thread there is no event loop at all.

If the coroutine did await something that isn't ready, such as a future, `send` would return that future, for an event
loop to wait for. Here there is none, so `run_to_end` raises.

A route that reads first and awaits later needs both: its gate and loaders read the database in a reader thread, then
its endpoint awaits on the event loop. They are one coroutine, FastAPI's handler. Between the two it awaits `suspend()`,
which yields to whoever sent: `run_to_suspension` gets control back in the thread and returns the suspended coroutine,
the thread ends the transaction, and the event loop continues the coroutine by awaiting `resume(coroutine)`, which
passes on all that the rest of it awaits. Context variables are those of the context in which each part runs.
"""

import types
from collections.abc import Coroutine, Generator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Finished(Generic[Result]):
    """The result of a coroutine that has returned."""

    result: Result


def run_to_suspension(work: Coroutine[Any, Any, Result]) -> Finished[Result] | Coroutine[Any, Any, Result]:
    """Run the coroutine to its end and return its result, or up to its `suspend()` and return the coroutine."""
    try:
        work.send(None)
    except StopIteration as end:
        return Finished(end.value)
    return work


def run_to_end(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine that awaits nothing that isn't ready, and return its result; `RuntimeError` if it does."""
    outcome = run_to_suspension(work)
    if isinstance(outcome, Finished):
        return outcome.result
    outcome.close()
    raise RuntimeError('an endpoint awaited something inside its transaction; declare it with transaction="manual"')


@types.coroutine
def suspend() -> Generator[None]:
    """Suspend the coroutine that awaits this, which `run_to_suspension` runs."""
    yield


@types.coroutine
def resume(work: Coroutine[Any, Any, Result]) -> Generator[Any, Any, Result]:
    """Continue a suspended coroutine on the event loop and return its result; `await` itself refuses one."""
    return (yield from work.__await__())
