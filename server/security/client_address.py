"""Client addresses: parsing an IP address, and the address by which attempts and requests are counted."""

import ipaddress
from functools import lru_cache

CACHE_SIZE = 4096
MAX_TEXT_LENGTH = 64
"""The longest IPv6 address has 45 characters."""


def parse_ip_address(text: str) -> str | None:
    """Return the IP address in canonical form, without a zone; None if the text isn't an address."""
    if len(text) > MAX_TEXT_LENGTH:
        return None
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return str(getattr(address, "ipv4_mapped", None) or address)


@lru_cache(CACHE_SIZE)
def rate_limit_address(host: str) -> str:
    """Return an IPv4 address unchanged and an IPv6 address as its /64 network, since one device can use all of it.

    An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) becomes the IPv4 address. Any other text is returned unchanged.
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(address), 64), strict=False))
