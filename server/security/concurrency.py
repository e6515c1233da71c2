"""A bound on the requests that one client address has in progress: the rest of them wait, and nobody else's do.

The event loop takes what is ready in the order of arrival: of nine hundred connections with a request each, the
nine-hundred-and-first waits for all. With the bound it waits for `AT_ONCE` of each other address at most.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.errors import DomainError
from server.security.client_address import rate_limit_address

AT_ONCE = 16
"""Requests of one address in progress. A browser has six; a school behind one address fills a process with these."""
SLOW_SECONDS = 0.5
"""A request without an answer after this no longer counts: it waits for a slow body, a password's hash or a photo."""
MOST_WAITING = 1000
"""Of one address; as many as it may have connections at a school."""
RETRY_AFTER_SECONDS = "3"
OWN = frozenset({"127.0.0.1", "::1", "::ffff:127.0.0.1"})
"""The computer's own browser, which never waits for students."""
IS_GONE = "goalbucks.is_gone"
"""In the scope: a function that tells whether the client has disconnected, where the server knows."""


class TooManyRequestsError(DomainError):
    """The address has too many requests waiting."""

    status = 429
    code = "too_many_waiting"
    sentence = "Too many requests came from here at once. Please try again in a few seconds."


def _too_many() -> TooManyRequestsError:
    return TooManyRequestsError(headers={"Retry-After": RETRY_AFTER_SECONDS})


class _Queue:
    """The requests of one address: how many count as in progress, and those that wait."""

    __slots__ = ("in_progress", "waiting")

    def __init__(self) -> None:
        self.in_progress = 0
        self.waiting: deque[asyncio.Future[None]] = deque()


class ConcurrencyLimit:
    """Places for requests, `AT_ONCE` an address; who finds none waits, first come, first served.

    A place is free again in the event loop's next pass, not at once: a read is answered without being suspended,
    and nine hundred of them would otherwise run in one pass.
    """

    def __init__(self) -> None:
        self._queues: dict[str, _Queue] = {}

    async def acquire(self, address: str) -> Callable[[], None]:
        """Wait for a place; returns what gives it back, which may be called again.

        Raises `TooManyRequestsError` when too many wait, or the server is stopped meanwhile.
        """
        queue = self._queues.get(address)
        if queue is None:
            queue = self._queues[address] = _Queue()
        if queue.in_progress < AT_ONCE:
            queue.in_progress += 1
        elif len(queue.waiting) < MOST_WAITING:
            await self._wait(address, queue)
        else:
            raise _too_many()
        return self._releaser(address)

    async def _wait(self, address: str, queue: _Queue) -> None:
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.waiting.append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self._release(address)  # it was called just as it was cancelled
            raise _too_many() from None

    def _releaser(self, address: str) -> Callable[[], None]:
        loop = asyncio.get_running_loop()
        released = False

        def release() -> None:
            nonlocal released
            if not released:
                released = True
                loop.call_soon(self._release, address)

        return release

    def _release(self, address: str) -> None:
        queue = self._queues[address]
        while queue.waiting:
            called = queue.waiting.popleft()
            if not called.done():
                called.set_result(None)  # the place goes on to this one
                return
        queue.in_progress -= 1
        if not queue.in_progress:
            del self._queues[address]


class ConcurrencyLimitMiddleware:
    """Lets each client address have `AT_ONCE` requests in progress; a request is, until its answer begins.

    An event stream or a download that has begun therefore doesn't count. `is_exempt`: addresses without a limit,
    besides the computer's own. `host`: what this computer is called.
    """

    def __init__(self, app: ASGIApp, *, is_exempt: Callable[[str], bool], host: str) -> None:
        self.app = app
        self.host = host
        self._is_exempt = is_exempt
        self._limit = ConcurrencyLimit()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or the server's own start and stop."""
        client = scope.get("client")
        if scope["type"] != "http" or client is None or client[0] in OWN or self._is_exempt(client[0]):
            await self.app(scope, receive, send)
            return
        try:
            release = await self._limit.acquire(rate_limit_address(client[0]))
        except TooManyRequestsError as error:
            await JSONResponse(error.body(self.host), error.status, error.headers)(scope, receive, send)
            return
        await self._run(scope, receive, send, release)

    async def _run(self, scope: Scope, receive: Receive, send: Send, release: Callable[[], None]) -> None:
        if IS_GONE in scope and scope[IS_GONE]():  # while it waited
            release()
            return
        slow = asyncio.get_running_loop().call_later(SLOW_SECONDS, release)

        async def releasing(message: Message) -> None:
            if message["type"] == "http.response.start":
                release()
            await send(message)

        try:
            await self.app(scope, receive, releasing)
        finally:
            slow.cancel()
            release()
