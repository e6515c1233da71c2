"""A limit on the concurrent requests of one client address; its further requests wait.

The event loop runs what is ready in the order of arrival: behind nine hundred connections with a request each, the next
request waits for all of them. With the limit it waits for at most `MAX_IN_PROGRESS` of each other address.
"""

import asyncio
from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.errors import DomainError
from server.requests.client_address import rate_limit_address
from server.requests.error_response import error_response
from server.requests.waiters import Waiters

MAX_IN_PROGRESS = 16
"""Per address. A browser has six; 16 keep a process busy for a school behind one address."""
SLOW_SECONDS = 0.5
"""After this a request without a response no longer counts: it waits for a slow body, a password hash or a photo."""
MAX_WAITING = 1000
"""Per address; as many as it may have connections at a school."""
LOOPBACK_ADDRESSES = frozenset({"127.0.0.1", "::1"})
"""Exempt, so that the computer's own browser never waits for students."""
IS_DISCONNECTED_KEY = "goalbucks.is_disconnected"
"""Key in the ASGI scope of a function that returns whether the client has disconnected. It may be absent."""


class TooManyRequestsError(DomainError):
    """The address has too many requests waiting."""

    status = 429
    code = "too_many_waiting"
    sentence = "Too many requests came from here at once. Please try again in a few seconds."
    retry_after_seconds = 3


class _Queue:
    """The number of requests of one address in progress, and those that wait."""

    __slots__ = ("in_progress", "waiting")

    def __init__(self) -> None:
        self.in_progress = 0
        self.waiting = Waiters()


class ConcurrencyLimit:
    """A semaphore of `MAX_IN_PROGRESS` for each address, first come, first served; `max_waiting` may wait for it.

    A release takes effect in the event loop's next iteration: a read is answered without being suspended, and nine
    hundred of them would otherwise run in one iteration.
    """

    def __init__(self, max_waiting: int = MAX_WAITING) -> None:
        self._queues: dict[str, _Queue] = {}
        self._max_waiting = max_waiting

    async def acquire(self, address: str) -> Callable[[], None]:
        """Wait for a slot; return the function that releases it, which may be called more than once.

        Raises `TooManyRequestsError` if too many wait. Also when the request is cancelled, which uvicorn does only when
        the server stops: a thousand waiting requests would otherwise each be logged with a traceback.
        """
        queue = self._queues.get(address)
        if queue is None:
            queue = self._queues[address] = _Queue()
        if queue.in_progress < MAX_IN_PROGRESS:
            queue.in_progress += 1
        elif len(queue.waiting) < self._max_waiting:
            await self._wait(address, queue)
        else:
            raise TooManyRequestsError
        return self._releaser(address)

    async def _wait(self, address: str, queue: _Queue) -> None:
        try:
            await queue.waiting.wait(lambda: self._release(address))
        except asyncio.CancelledError:
            raise TooManyRequestsError from None

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
        if queue.waiting.grant_next():  # takes over the slot
            return
        queue.in_progress -= 1
        if not queue.in_progress:
            del self._queues[address]


class ConcurrencyLimitMiddleware:
    """Limits each client address to `MAX_IN_PROGRESS` requests. A request counts until its response starts.

    An event stream or a download that has started therefore doesn't count. `is_exempt`: addresses without a limit,
    besides the computer's own. `host`: the computer's name in sentences.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        is_exempt: Callable[[str], bool],
        host: str,
        max_waiting: int = MAX_WAITING,
        slow_seconds: float = SLOW_SECONDS,
    ) -> None:
        self.app = app
        self.host = host
        self._is_exempt = is_exempt
        self._limit = ConcurrencyLimit(max_waiting)
        self._slow_seconds = slow_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, or pass on lifespan events."""
        client = scope.get("client")
        if scope["type"] != "http" or client is None or client[0] in LOOPBACK_ADDRESSES or self._is_exempt(client[0]):
            await self.app(scope, receive, send)
            return
        try:
            release = await self._limit.acquire(rate_limit_address(client[0]))
        except TooManyRequestsError as error:
            await error_response(error, self.host)(scope, receive, send)
            return
        await self._run(scope, receive, send, release)

    async def _run(self, scope: Scope, receive: Receive, send: Send, release: Callable[[], None]) -> None:
        if IS_DISCONNECTED_KEY in scope and scope[IS_DISCONNECTED_KEY]():  # while it waited
            release()
            return
        slow = asyncio.get_running_loop().call_later(self._slow_seconds, release)

        async def releasing(message: Message) -> None:
            if message["type"] == "http.response.start":
                release()
            await send(message)

        try:
            await self.app(scope, receive, releasing)
        finally:
            slow.cancel()
            release()
