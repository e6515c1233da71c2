"""UUIDs of version 7."""

import time
from uuid import RFC_4122

from server.uuid7 import uuid7


def test_it_has_the_version_and_variant_of_rfc_9562() -> None:
    for _ in range(100):
        uuid = uuid7()
        assert (uuid.version, uuid.variant) == (7, RFC_4122)


def test_it_begins_with_the_time_in_milliseconds() -> None:
    before = time.time_ns() // 1_000_000
    milliseconds = uuid7().int >> 80
    assert before <= milliseconds <= time.time_ns() // 1_000_000


def test_all_other_bits_are_random() -> None:
    uuids = [uuid7().int for _ in range(100)]
    ones = zeros = 0
    for uuid in uuids:
        ones |= uuid
        zeros |= ~uuid
    random_bits = (1 << 76) - 1 & ~(0b11 << 62)
    assert ones & zeros & random_bits == random_bits
    assert len(set(uuids)) == len(uuids)
