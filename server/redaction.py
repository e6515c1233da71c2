"""Tracebacks for the log without personal data."""

from collections.abc import Iterator
from traceback import format_tb

from sqlalchemy.exc import SQLAlchemyError

_SAFE = (
    OSError,
    SQLAlchemyError,
    RuntimeError,
    TypeError,
    AttributeError,
    NameError,
    ImportError,
    AssertionError,
)
"""Exceptions whose messages are about the program and its disk. A ValueError or KeyError quotes the value, which may be
a name."""
_MAX_DEPTH = 10


def redacted_traceback(error: BaseException) -> str:
    """Format the traceback with its chain of causes (at most 10), the first cause first.

    Messages of exception types that may quote personal data are left out.
    """
    return "\n".join(reversed(list(_format_chain(error))))


def _format_chain(error: BaseException) -> Iterator[str]:
    each: BaseException | None = error
    for _ in range(_MAX_DEPTH):
        if each is None:
            return
        kind = f"{type(each).__module__}.{type(each).__qualname__}"
        message = str(each) if isinstance(each, _SAFE) else "(message left out: it may contain personal data)"
        yield "".join(["Traceback (most recent call last):\n", *format_tb(each.__traceback__), f"{kind}: {message}"])
        each = each.__cause__ or (None if each.__suppress_context__ else each.__context__)
