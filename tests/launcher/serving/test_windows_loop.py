"""Accepting connections on Windows after a device disconnected too early."""

import asyncio
from collections.abc import Callable

import pytest

from launcher.serving import windows_loop
from launcher.serving.windows_loop import accept_next


class LostConnectionError(OSError):
    """Error with a Windows error code."""

    def __init__(self, number: int) -> None:
        super().__init__("connection lost")
        self.winerror = number


def _accept(*results: str | OSError, is_open: Callable[[], bool] = lambda: True) -> str:
    """Run `accept_next` with an `accept` that returns or raises these results."""
    remaining = iter(results)

    async def accept() -> str:
        each = next(remaining)
        if isinstance(each, OSError):
            raise each
        return each

    return asyncio.run(accept_next(accept, is_open))


@pytest.mark.parametrize("number", [59, 64, 10054])
def test_the_next_connection_is_accepted_after_a_lost_one(number: int) -> None:
    assert _accept(LostConnectionError(number), LostConnectionError(number), "connection") == "connection"


def test_the_next_connection_is_accepted_after_an_unknown_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows_loop, "RETRY_DELAY_SECONDS", 0.001)
    assert _accept(LostConnectionError(10055), OSError("no number"), "connection") == "connection"


def test_an_error_of_a_closed_listener_is_raised() -> None:
    with pytest.raises(OSError, match="connection lost"):
        _accept(LostConnectionError(995), "connection", is_open=lambda: False)
