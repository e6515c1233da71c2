"""Where a request comes from: the computer itself, or another device (specification 2.13)."""

import ipaddress
import re
from collections.abc import Mapping
from functools import lru_cache

_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::\d{1,5})?")
_KEPT = 64
"""A class comes from a few dozen addresses, by a few names; every request asks about them."""
_LONGEST_HOST = 260
"""A name of 253 characters, a colon and a port; what is kept must have a bound."""
_FORWARDING = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via")


def host_name(header: str | None) -> str | None:
    """The Host header's name or address, without port and brackets; None when it is missing or malformed."""
    return _host_name(header) if header and len(header) <= _LONGEST_HOST else None


@lru_cache(_KEPT)
def _host_name(header: str) -> str | None:
    match = _HOST.fullmatch(header.strip())
    return match[1].strip("[]").rstrip(".").lower() if match else None


@lru_cache(_KEPT)
def is_ip_literal(host: str) -> bool:
    """Whether the host is an address: a rebinding attack needs a name, so an address is always our own."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


@lru_cache(_KEPT)
def is_loopback(host: str) -> bool:
    """Whether the host is this computer's name or address for itself."""
    if host == "localhost":
        return True
    if not is_ip_literal(host):
        return False
    address = ipaddress.ip_address(host)
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback


def is_own_computer(peer: str | None, headers: Mapping[str, str]) -> bool:
    """Whether peer and Host are loopback and nothing was forwarded."""
    host = host_name(headers.get("host"))
    if peer is None or host is None or any(name in headers for name in _FORWARDING):
        return False
    return is_loopback(peer) and is_loopback(host)
