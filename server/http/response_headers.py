"""Security and caching headers that are added to every response."""

from collections.abc import Collection, Iterable

from starlette.datastructures import Headers
from starlette.types import Scope

from server import clock
from server.requests.loopback import host_name, is_loopback

RawHeader = tuple[bytes, bytes]

ALWAYS: tuple[RawHeader, ...] = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
DEFAULTS: tuple[RawHeader, ...] = (
    # Responses that aren't pages load and run nothing when they are opened in a browser.
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    # Browsers don't cache responses: the next student at a shared Chromebook would find them.
    (b"cache-control", b"no-store"),
)
"""Added unless the response has a header of that name."""
STRICT_TRANSPORT_SECURITY: RawHeader = (b"strict-transport-security", b"max-age=31536000")
UTC_OFFSET = b"x-utc-offset"
"""Minutes from UTC to the server's local time: with `Date` the server's date, for devices whose clock is wrong."""
OPENER_POLICY: RawHeader = (b"cross-origin-opener-policy", b"same-origin-allow-popups")
"""Isolates our windows from other sites, except the sign-in popup of Google that the page opens itself."""


def headers_to_add(scope: Scope, present: Collection[RawHeader]) -> Iterable[RawHeader]:
    """Yield the headers to add to a response that has the headers `present`."""
    names = {name.lower() for name, _ in present}
    yield from ALWAYS
    yield from (header for header in DEFAULTS if header[0] not in names)
    if scope["path"].startswith("/api/"):
        yield (UTC_OFFSET, b"%d" % clock.utc_offset_minutes())
    if scope["scheme"] == "https":
        yield STRICT_TRANSPORT_SECURITY
    # Browsers honor it on HTTPS and loopback only, and log a warning on plain HTTP.
    if scope["scheme"] == "https" or is_loopback(host_name(Headers(scope=scope).get("host")) or ""):
        yield OPENER_POLICY
