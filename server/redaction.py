"""The trace of a crash for the log, without the words that may name somebody."""

from collections.abc import Iterator
from traceback import format_tb

from sqlalchemy.exc import SQLAlchemyError

_NAMELESS = (OSError, SQLAlchemyError, RuntimeError, TypeError, AttributeError, NameError, ImportError, AssertionError)
"""Their words are about the program and its disk. A ValueError or KeyError quotes what it stumbled over."""
_DEEPEST = 10


def nameless_trace(error: BaseException) -> str:
    """Where it came from, through all its causes, the first one first."""
    return "\n".join(reversed(list(_parts(error))))


def _parts(error: BaseException) -> Iterator[str]:
    each: BaseException | None = error
    for _ in range(_DEEPEST):
        if each is None:
            return
        kind = f"{type(each).__module__}.{type(each).__qualname__}"
        words = str(each) if isinstance(each, _NAMELESS) else "(what it says may name somebody)"
        yield "".join(["Traceback (most recent call last):\n", *format_tb(each.__traceback__), f"{kind}: {words}"])
        each = each.__cause__ or (None if each.__suppress_context__ else each.__context__)
