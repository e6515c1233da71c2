"""Python's own loop for Windows would let nobody in any more after one device that went away too soon."""

import asyncio
from collections.abc import Callable

import pytest

from launcher.serving import windows_loop
from launcher.serving.windows_loop import accept_next


class WentAwayError(OSError):
    """With the number that Windows gives."""

    def __init__(self, number: int) -> None:
        super().__init__("went away")
        self.winerror = number


def _let_in(*those: str | OSError, is_open: Callable[[], bool] = lambda: True) -> str:
    """Who gets in of those who come; an error stands for one who went away."""
    coming = iter(those)

    async def accept() -> str:
        each = next(coming)
        if isinstance(each, OSError):
            raise each
        return each

    return asyncio.run(accept_next(accept, is_open))


@pytest.mark.parametrize("number", [59, 64, 10054])
def test_the_next_one_is_let_in_after_one_who_went_away(number: int) -> None:
    assert _let_in(WentAwayError(number), WentAwayError(number), "Amara") == "Amara"


def test_even_after_an_error_that_nobody_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows_loop, "RETRY_SECONDS", 0.001)
    assert _let_in(WentAwayError(10055), OSError("no number"), "Amara") == "Amara"


def test_a_door_that_was_closed_stays_closed() -> None:
    with pytest.raises(OSError, match="went away"):
        _let_in(WentAwayError(995), "Amara", is_open=lambda: False)
