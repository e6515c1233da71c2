"""Client addresses: parsing an IP address, and the address by which attempts and requests are counted."""

import ipaddress
from functools import lru_cache

CACHE_SIZE = 4096
MAX_TEXT_LENGTH = 64
"""The longest IPv6 address has 45 characters."""


def parse_ip_address(text: str) -> str | None:
    """Return the IP address in canonical form, without a zone; None if the text isn't an address.

    An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) becomes the IPv4 address.
    """
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

    Any other text is returned unchanged. IPv4-mapped IPv6 addresses don't occur: the server listens to IPv4 and to IPv6
    by separate sockets, and `parse_ip_address` converts those that a proxy forwards.
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return host
    return str(ipaddress.IPv6Network((int(address), 64), strict=False))
