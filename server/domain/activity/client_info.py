"""The client of the current request, for events of the activity log: its address and a short device description.

Evaluated only when an event is recorded; otherwise a request costs one assignment.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from server.requests.loopback import is_local_request

MAX_ADDRESS_LENGTH = 64
_MAX_USER_AGENT_LENGTH = 400
"""Part of the untrusted User-Agent header that is parsed; the header itself is never stored."""

# The order matters: Edge also contains "Chrome" and "Safari", and Android also contains "Linux".
_DEVICES = (
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
class ClientInfo:
    """The client of a request; `headers` have lower-case names."""

    peer: str | None
    headers: Mapping[str, str]
    is_trusted_proxy: Callable[[str], bool]
    """Whether an address is a trusted proxy's, whose requests are never local ones."""
    host_label: str
    """The server's computer, as in `Deployment.host_label`."""

    @property
    def address(self) -> str | None:
        """The client's IP address."""
        return None if self.peer is None else self.peer[:MAX_ADDRESS_LENGTH]

    @property
    def device(self) -> str | None:
        """Description such as "iPad, Safari", or the host label; None if the User-Agent isn't recognized."""
        if is_local_request(self.peer, self.headers, is_trusted_proxy=self.is_trusted_proxy):
            return self.host_label
        return describe_user_agent(self.headers.get("user-agent", ""))


_current: ContextVar[Callable[[], ClientInfo] | None] = ContextVar("client_info", default=None)


@contextmanager
def request_context(get_client: Callable[[], ClientInfo]) -> Iterator[None]:
    """Set the client of the current context; `get_client` is called when an event is recorded."""
    token = _current.set(get_client)
    try:
        yield
    finally:
        _current.reset(token)


def current_client() -> ClientInfo | None:
    """Return the client of the current request; None outside a request."""
    get_client = _current.get()
    return None if get_client is None else get_client()


def describe_user_agent(user_agent: str) -> str | None:
    """Describe the device and browser of a User-Agent header; None if both are unknown."""
    text = user_agent[:_MAX_USER_AGENT_LENGTH]
    found = (next((name for mark, name in names if mark in text), None) for names in (_DEVICES, _BROWSERS))
    return ", ".join(name for name in found if name is not None) or None
