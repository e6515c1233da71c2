"""How long a device may take to send a body. Slow Wi-Fi is waited for, silence isn't."""

import asyncio

from starlette.types import Message, Receive

from server.errors import DomainError

SILENCE_SECONDS = 30
"""Between two pieces of a body."""
BODY_SECONDS = 300
"""The largest photo needs as long at 30 KB a second."""


class TooSlowError(DomainError):
    """The body stopped coming, or took too long."""

    status = 408
    code = "too_slow"
    sentence = "The connection is too slow, so this did not arrive. Please try again nearer to the Wi-Fi."


def coming_in_time(receive: Receive, seconds: float | None = None) -> Receive:
    """The same, but TooSlowError when a body doesn't come, or not in `seconds`."""
    loop = asyncio.get_running_loop()
    ends = loop.time() + (seconds or BODY_SECONDS)
    whole = False

    async def bounded() -> Message:
        nonlocal whole
        if whole:  # from now on it tells when they go away, however late
            return await receive()
        try:
            async with asyncio.timeout_at(min(ends, loop.time() + SILENCE_SECONDS)):
                message = await receive()
        except TimeoutError:
            raise TooSlowError(headers={"connection": "close"}) from None
        whole = not message.get("more_body", False)
        return message

    return bounded
