"""Client addresses: what a text is as an IP address, and which addresses count as one client."""

import ipaddress
from functools import lru_cache

CACHE_SIZE = 4096
LONGEST_TEXT = 64
"""The longest IPv6 address has 45 characters; what is cached must have a bound."""
IPV6_CLIENT_PREFIX = 64
"""A network gives a device a /64 at least, from which it may take any address."""


def ip_address_of(text: str) -> str | None:
    """The IP address in its canonical form, without a zone; None when the text is none."""
    return _canonical(text) if len(text) <= LONGEST_TEXT else None


@lru_cache(CACHE_SIZE)
def _canonical(text: str) -> str | None:
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return str(getattr(address, "ipv4_mapped", None) or address)


@lru_cache(CACHE_SIZE)
def client_key(address: str) -> str:
    """What limits by client count by: the IPv4 address, or the /64 of the IPv6 address."""
    canonical = ip_address_of(address)
    if canonical is None or ":" not in canonical:
        return canonical or address
    return str(ipaddress.ip_network((canonical, IPV6_CLIENT_PREFIX), strict=False))
