"""From which device a request came, as a teacher can recognise it: its address, and a few words about it.

Nothing is worked out until something is noted: a request costs one assignment.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from server.security.loopback import is_own_computer

CLASS_COMPUTER = "class computer"
LONGEST_ADDRESS = 64
_LOOKED_AT = 400
"""Who asks writes the User-Agent: no more of it is read, and none of it is kept."""

# In this order: an Edge calls itself Chrome and Safari too, a Chromebook X11, an Android Linux.
_MACHINES = (
    ("iPad", "iPad"),
    ("iPhone", "iPhone"),
    ("CrOS", "Chromebook"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)


@dataclass(frozen=True, slots=True)
class Source:
    """Who sent the request that is being answered. `headers` by their names in lower case."""

    peer: str | None
    headers: Mapping[str, str]
    trusts: Callable[[str], bool]
    """Whether a peer is a proxy of the school's: what it forwards never comes from the computer itself."""

    @property
    def address(self) -> str | None:
        """The device's address."""
        return None if self.peer is None else self.peer[:LONGEST_ADDRESS]

    @property
    def device(self) -> str | None:
        """Such as "iPad, Safari"; None when the request doesn't say what we know."""
        if not (self.peer and self.trusts(self.peer)) and is_own_computer(self.peer, self.headers):
            return CLASS_COMPUTER
        return describe(self.headers.get("user-agent", ""))


_source: ContextVar[Callable[[], Source] | None] = ContextVar("source", default=None)


@contextmanager
def coming_from(source: Callable[[], Source]) -> Iterator[None]:
    """What is noted inside was asked for by this one."""
    token = _source.set(source)
    try:
        yield
    finally:
        _source.reset(token)


def present_source() -> Source | None:
    """Who sent the request that is being answered; None when the program does something by itself."""
    source = _source.get()
    return None if source is None else source()


def describe(user_agent: str) -> str | None:
    """The machine and the browser, as far as they are among the known ones."""
    text = user_agent[:_LOOKED_AT]
    found = (next((name for mark, name in names if mark in text), None) for names in (_MACHINES, _BROWSERS))
    return ", ".join(name for name in found if name is not None) or None
