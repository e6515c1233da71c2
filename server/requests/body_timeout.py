"""Timeouts of request bodies: one for each chunk and one for the whole body."""

import asyncio

from starlette.types import Message, Receive

from server.errors import DomainError

CHUNK_TIMEOUT_SECONDS = 30
"""The longest wait for the next chunk."""
BODY_TIMEOUT_SECONDS = 300
"""Limit for a whole body: the largest photo takes this long at 30 KB/s."""


class BodyTimeoutError(DomainError):
    """The body stopped arriving, or took too long."""

    status = 408
    code = "too_slow"
    sentence = "The connection is too slow, so this did not arrive. Please try again nearer to the Wi-Fi."


def with_body_timeout(receive: Receive, seconds: float | None = None) -> Receive:
    """Wrap `receive` to raise `BodyTimeoutError` if a chunk takes too long, or the body more than `seconds`."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + (seconds or BODY_TIMEOUT_SECONDS)
    complete = False

    async def bounded() -> Message:
        nonlocal complete
        if complete:  # further messages report a disconnect, which may come at any time
            return await receive()
        try:
            async with asyncio.timeout_at(min(deadline, loop.time() + CHUNK_TIMEOUT_SECONDS)):
                message = await receive()
        except TimeoutError:
            raise BodyTimeoutError(headers={"connection": "close"}) from None
        complete = not message.get("more_body", False)
        return message

    return bounded
