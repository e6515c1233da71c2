"""mDNS client for devices without a resolver, and a listener for unsolicited announcements."""

import random
import socket
import struct
import time
from collections.abc import Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Self

# documented, but not in __all__
from zeroconf import DNSAddress, DNSIncoming, DNSOutgoing, DNSQuestion  # type: ignore[attr-defined]

from tests.lan.lab import WIFI, Host

GROUP, GROUP_6, PORT = "224.0.0.251", "ff02::fb", 5353
NO_ADDRESSES = 0
_A, _AAAA, _IN = 1, 28, 1
_RESPONSE_FLAGS, _CLASS_IN_FLUSH = 0x8400, 0x8001
"""An authoritative response, with the cache-flush bit."""
_MAX_PACKET = 9000
"""Maximum packet size in bytes."""
_TIMEOUT_SECONDS = 2.0
_QUERY_INTERVAL = 0.5
"""Between two queries; also how long to wait for a second responder."""


@dataclass(frozen=True)
class AddressRecord:
    """An announced address record."""

    address: str
    ttl: int
    received_at: float
    """By `time.monotonic()`."""


def query_addresses(host: Host, name: str, seconds: float = _TIMEOUT_SECONDS) -> set[str]:
    """Every address in the responses to `host`'s query: a one-shot query from an ephemeral port, like Android's."""
    with host.inside(), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(host.address))
        end = time.monotonic() + seconds
        addresses: set[str] = set()
        while not addresses and time.monotonic() < end:
            asking.sendto(_query(name), (GROUP, PORT))
            addresses = {record.address for record in _listen(asking, name, time.monotonic() + _QUERY_INTERVAL)}
        return addresses


def count_ipv6_addresses(host: Host, name: str, seconds: float = _TIMEOUT_SECONDS) -> int | None:
    """Number of IPv6 addresses in the first response, queried over IPv6; None without a response."""
    host.wait_for_ipv6()
    with host.inside(), socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as asking:
        asking.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, socket.if_nametoindex(WIFI))
        asking.settimeout(seconds)
        asking.sendto(_query(name, _AAAA), (GROUP_6, PORT))
        try:
            response = DNSIncoming(asking.recv(_MAX_PACKET))
        except TimeoutError:
            return None
        return sum(isinstance(record, DNSAddress) for record in response.answers())


def send_forged_record(host: Host, name: str, address: str) -> None:
    """Send one forged announcement of `name` at `address` from `host`."""
    message = DNSOutgoing(_RESPONSE_FLAGS)
    message.add_answer_at_time(DNSAddress(f"{name}.", _A, _CLASS_IN_FLUSH, 120, socket.inet_aton(address)), 0)
    with host.inside(), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as saying:
        saying.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(host.address))
        saying.sendto(message.packets()[0], (GROUP, PORT))


class MdnsListener:
    """Receives multicast announcements."""

    def __init__(self, host: Host) -> None:
        with host.inside():
            self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        for option in (socket.SO_REUSEADDR, socket.SO_REUSEPORT):  # beside a resolver
            self._socket.setsockopt(socket.SOL_SOCKET, option, 1)
        self._socket.bind(("", PORT))
        membership = struct.pack("4s4s", socket.inet_aton(GROUP), socket.inet_aton(host.address))
        self._socket.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, membership)

    def __enter__(self) -> Self:
        """Return itself, listening."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._socket.close()

    def next_record(self, name: str, seconds: float) -> AddressRecord | None:
        """The first address announced for `name` in time, including what arrived since the last call."""
        return next(_listen(self._socket, name, time.monotonic() + seconds), None)

    def discard(self) -> None:
        """Discard everything received so far."""
        self._socket.settimeout(0)
        while True:
            try:
                self._socket.recv(_MAX_PACKET)
            except BlockingIOError:
                return


def _query(name: str, kind: int = _A) -> bytes:
    # Responders drop identical packets as duplicates: each query needs its own id.
    query = DNSOutgoing(0, multicast=False, id_=random.getrandbits(16))
    query.add_question(DNSQuestion(f"{name}.", kind, _IN))
    return query.packets()[0]


def _listen(listening: socket.socket, name: str, end: float) -> Iterator[AddressRecord]:
    while (left := end - time.monotonic()) > 0:
        listening.settimeout(left)
        try:
            message = DNSIncoming(listening.recv(_MAX_PACKET))
        except TimeoutError:
            return
        for record in message.answers():
            if isinstance(record, DNSAddress) and record.name.lower() == f"{name}." and record.type == _A:
                yield AddressRecord(socket.inet_ntoa(record.address), int(record.ttl), time.monotonic())
