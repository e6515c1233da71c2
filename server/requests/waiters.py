"""Tasks that wait for a slot, first come, first served."""

from asyncio import Future, get_running_loop
from collections import deque
from collections.abc import Callable


class Waiters:
    """The tasks that wait for slots of one kind."""

    __slots__ = ("_futures",)

    def __init__(self) -> None:
        self._futures: deque[Future[None]] = deque()

    def __len__(self) -> int:
        return len(self._futures)

    async def wait(self, give_back: Callable[[], None]) -> None:
        """Wait until `grant_next` gives this task a slot. `give_back` is called if it is cancelled just after that."""
        granted: Future[None] = get_running_loop().create_future()
        self._futures.append(granted)
        try:
            await granted
        except BaseException:
            if granted.done() and not granted.cancelled():
                give_back()
            raise

    def grant_next(self) -> bool:
        """Give a slot to the next task that still waits; return whether there was one."""
        while self._futures:
            granted = self._futures.popleft()
            if not granted.done():
                granted.set_result(None)
                return True
        return False
