"""UUIDs of version 7 (RFC 9562): the time in milliseconds, then random bits. Python has them from 3.14."""

import secrets
from uuid import UUID

from server import clock

_RANDOM_BITS = 62
"""Random bits after the variant; 12 more are before it."""


def uuid7() -> UUID:
    """Return a new UUIDv7; those of the same millisecond are in no order."""
    milliseconds = int(clock.now().timestamp() * 1000)
    first, last = secrets.randbits(12), secrets.randbits(_RANDOM_BITS)
    return UUID(int=milliseconds << 80 | 7 << 76 | first << 64 | 2 << _RANDOM_BITS | last)
