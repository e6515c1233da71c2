"""The client's address: what a text is as an IP address, and the address that attempts and requests are counted by."""

import ipaddress
from functools import lru_cache

CACHE_SIZE = 4096
LONGEST_TEXT = 64
"""The longest IPv6 address has 45 characters."""


def ip_address_of(text: str) -> str | None:
    """The IP address in its canonical form, without a zone; None when the text is none."""
    if len(text) > LONGEST_TEXT:
        return None
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return str(getattr(address, "ipv4_mapped", None) or address)


@lru_cache(CACHE_SIZE)
def rate_limit_address(host: str) -> str:
    """An IPv4 address as it is, and an IPv6 address as its /64 network, of which one device has every address.

    An IPv4 address that is written as IPv6 (`::ffff:192.0.2.1`) is the IPv4 address. Any other text is unchanged.
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
