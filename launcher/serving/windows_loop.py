"""asyncio's event loop on Windows, without its habit of shutting the door on everybody (python/cpython#93821).

A device that goes away between knocking and being let in, as on a weak Wi-Fi, makes Python close the listening socket:
nobody gets in any more until GoalBucks is started anew. Here the next one is let in instead.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import TypeVar

GONE = frozenset({59, 64, 1236, 10053, 10054, 10057})
"""What Windows calls it: an unexpected network error, the name deleted, the connection aborted, reset, not there."""
PAUSE_SECONDS = 0.5
"""After an error that may stay, such as no memory for another connection."""

Accepted = TypeVar("Accepted")


async def next_one(accept: Callable[[], Awaitable[Accepted]], is_open: Callable[[], bool]) -> Accepted:
    """What `accept` gives for the first who is still there; an error is raised only when `is_open` no longer holds."""
    while True:
        try:
            return await accept()
        except OSError as error:
            if not is_open():
                raise
            await asyncio.sleep(0 if getattr(error, "winerror", None) in GONE else PAUSE_SECONDS)


if sys.platform == "win32":
    import socket
    from functools import partial
    from typing import Any

    class _Proactor(asyncio.IocpProactor):
        def accept(self, listener: socket.socket) -> asyncio.Future[Any]:
            accept = partial(super().accept, listener)
            return asyncio.ensure_future(next_one(accept, lambda: listener.fileno() != -1))

    def open_loop() -> asyncio.AbstractEventLoop:
        """For uvicorn, which asks for it by name."""
        loop = asyncio.ProactorEventLoop(_Proactor())
        loop.set_exception_handler(_tell)
        return loop

    def _tell(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Each who went away would leave a trace in the log: Python waits for them in a task of its own too."""
        future = context.get("future")
        if isinstance(future, asyncio.Task) and getattr(future.get_coro(), "__name__", "") == "accept_coro":
            return
        loop.default_exception_handler(context)
