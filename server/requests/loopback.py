"""Detection of requests from the computer itself, by peer address, Host header and forwarding headers."""

import ipaddress
import re
from collections.abc import Callable, Mapping
from functools import lru_cache

_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::\d{1,5})?")
_CACHE_SIZE = 64
"""Cache size: a class has a few dozen addresses and host names, and every request looks them up."""
_MAX_HOST_LENGTH = 260
"""A name of 253 characters, a colon and a port; longer ones aren't cached."""
_FORWARDING = frozenset(
    {"forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"},
)


def host_name(header: str | None) -> str | None:
    """Name or address in the Host header, without port and brackets; None if it is missing or malformed."""
    return _host_name(header) if header and len(header) <= _MAX_HOST_LENGTH else None


@lru_cache(_CACHE_SIZE)
def _host_name(header: str) -> str | None:
    match = _HOST.fullmatch(header.strip())
    return match[1].strip("[]").rstrip(".").lower() if match else None


@lru_cache(_CACHE_SIZE)
def is_ip_literal(host: str) -> bool:
    """Whether the host is an IP address. DNS rebinding needs a name, so an address always names this server."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


@lru_cache(_CACHE_SIZE)
def is_loopback(host: str) -> bool:
    """Whether the host is localhost or a loopback address."""
    return host == "localhost" or (is_ip_literal(host) and ipaddress.ip_address(host).is_loopback)


def is_local_request(peer: str | None, headers: Mapping[str, str], *, is_trusted_proxy: Callable[[str], bool]) -> bool:
    """Whether peer and Host are loopback, and neither a header nor the peer's address tells of a proxy.

    A trusted proxy on this computer may omit its headers: what it forwards is never local.
    """
    host = host_name(headers.get("host"))
    if peer is None or host is None or not _FORWARDING.isdisjoint(headers) or is_trusted_proxy(peer):
        return False
    return is_loopback(peer) and is_loopback(host)
