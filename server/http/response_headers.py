"""What every answer carries, whoever gives it, so that no browser makes more of it than it is."""

from collections.abc import Collection, Iterable

from starlette.datastructures import Headers
from starlette.types import Scope

from server.security.loopback import host_name, is_loopback

Raw = tuple[bytes, bytes]

EVERYWHERE: tuple[Raw, ...] = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
UNLESS_SAID: tuple[Raw, ...] = (
    # What is no page of ours shows nothing and runs nothing, wherever somebody opens it.
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    # No browser keeps an answer: at a shared Chromebook the next student would find it.
    (b"cache-control", b"no-store"),
)
"""Where the answer says nothing else."""
HTTPS_FROM_NOW_ON: Raw = (b"strict-transport-security", b"max-age=31536000")
OWN_WINDOWS: Raw = (b"cross-origin-opener-policy", b"same-origin-allow-popups")
"""No other site holds our window; Google's, which the page opens itself, may say who signed in."""


def added_headers(scope: Scope, said: Collection[Raw]) -> Iterable[Raw]:
    """What is to be added to the headers that an answer to this request has."""
    names = {name.lower() for name, _ in said}
    yield from EVERYWHERE
    yield from (header for header in UNLESS_SAID if header[0] not in names)
    if scope["scheme"] == "https":
        yield HTTPS_FROM_NOW_ON
    # Browsers heed it on these alone, and on the class's plain HTTP they complain of it in every console.
    if scope["scheme"] == "https" or is_loopback(host_name(Headers(scope=scope).get("host")) or ""):
        yield OWN_WINDOWS
