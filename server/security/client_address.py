"""The address that attempts are counted by."""

import ipaddress


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
