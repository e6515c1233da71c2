"""UUIDs of version 7."""

from datetime import UTC, datetime, timedelta
from uuid import RFC_4122

from server.uuid7 import uuid7
from tests.factories.fake_clock import FakeClock


def test_an_id_has_the_version_and_variant_of_rfc_9562() -> None:
    for _ in range(100):
        uuid = uuid7()
        assert (uuid.version, uuid.variant) == (7, RFC_4122)


def test_an_id_begins_with_the_clocks_time_in_milliseconds(fake_clock: FakeClock) -> None:
    fake_clock.advance(microseconds=1999)
    milliseconds = uuid7().int >> 80
    assert datetime.fromtimestamp(milliseconds / 1000, UTC) == FakeClock.START + timedelta(milliseconds=1)


def test_all_other_bits_of_an_id_are_random() -> None:
    uuids = [uuid7().int for _ in range(100)]
    ones = zeros = 0
    for uuid in uuids:
        ones |= uuid
        zeros |= ~uuid
    random_bits = (1 << 76) - 1 & ~(0b11 << 62)
    assert ones & zeros & random_bits == random_bits
    assert len(set(uuids)) == len(uuids)
