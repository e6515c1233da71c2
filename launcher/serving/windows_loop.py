"""asyncio's proactor event loop, with a fix for python/cpython#93821.

On Windows, when a device disconnects before its connection is accepted, as on a weak Wi-Fi, asyncio closes the
listening socket, and no device can connect until GoalBucks is restarted. Here the next connection is accepted instead.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import TypeVar

CONNECTION_LOST_ERRORS = frozenset({59, 64, 1236, 10053, 10054, 10057})
"""Windows error codes of a lost connection: network error, name deleted, aborted (two), reset, not connected."""
RETRY_DELAY_SECONDS = 0.5
"""Delay after an error that may persist, such as no memory for another connection."""

Accepted = TypeVar("Accepted")


async def accept_next(accept: Callable[[], Awaitable[Accepted]], is_open: Callable[[], bool]) -> Accepted:
    """Await `accept` until it succeeds; raise its error only when the listening socket is no longer open."""
    while True:
        try:
            return await accept()
        except OSError as error:
            if not is_open():
                raise
            await asyncio.sleep(
                0 if getattr(error, "winerror", None) in CONNECTION_LOST_ERRORS else RETRY_DELAY_SECONDS
            )


if sys.platform == "win32":
    import socket
    from functools import partial
    from typing import Any

    class _Proactor(asyncio.IocpProactor):
        def accept(self, listener: socket.socket) -> asyncio.Future[Any]:
            accept = partial(super().accept, listener)
            return asyncio.ensure_future(accept_next(accept, lambda: listener.fileno() != -1))

    def open_loop() -> asyncio.AbstractEventLoop:
        """Make the event loop; uvicorn imports this function by name."""
        loop = asyncio.ProactorEventLoop(_Proactor())
        loop.set_exception_handler(_handle_exception)
        return loop

    def _handle_exception(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Ignore lost connections: asyncio awaits each accept in a second task, too, which would log a traceback."""
        future = context.get("future")
        if isinstance(future, asyncio.Task) and getattr(future.get_coro(), "__name__", "") == "accept_coro":
            return
        loop.default_exception_handler(context)
