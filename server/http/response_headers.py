"""Security and caching headers that are added to every response."""

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
    # Responses that aren't pages load and run nothing when they are opened in a browser.
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    # Browsers don't cache responses: the next student at a shared Chromebook would find them.
    (b"cache-control", b"no-store"),
)
"""Added unless the response has a header of that name."""
HTTPS_FROM_NOW_ON: Raw = (b"strict-transport-security", b"max-age=31536000")
OWN_WINDOWS: Raw = (b"cross-origin-opener-policy", b"same-origin-allow-popups")
"""Isolates our windows from other sites, except the sign-in popup of Google that the page opens itself."""


def added_headers(scope: Scope, said: Collection[Raw]) -> Iterable[Raw]:
    """Yield the headers to add to the response `said` of a request."""
    names = {name.lower() for name, _ in said}
    yield from EVERYWHERE
    yield from (header for header in UNLESS_SAID if header[0] not in names)
    if scope["scheme"] == "https":
        yield HTTPS_FROM_NOW_ON
    # Browsers honor it on HTTPS and loopback only, and log a warning on plain HTTP.
    if scope["scheme"] == "https" or is_loopback(host_name(Headers(scope=scope).get("host")) or ""):
        yield OWN_WINDOWS
