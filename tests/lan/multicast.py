"""Names as devices without a resolver of their own ask for them, and what is said on the network unasked."""

import random
import socket
import struct
import time
from collections.abc import Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Self

# Documented, but left out of its __all__.
from zeroconf import DNSAddress, DNSIncoming, DNSOutgoing, DNSQuestion  # type: ignore[attr-defined]

from tests.lan.lab import WIFI, Host

GROUP, GROUP_6, PORT = "224.0.0.251", "ff02::fb", 5353
NO_ADDRESS = 0
_A, _AAAA, _IN = 1, 28, 1
_ANSWER, _IN_ALONE = 0x8400, 0x8001
"""What is said with authority, and takes the place of all that was said before."""
_LONGEST = 9000
"""Bytes of a packet."""
_PATIENCE_SECONDS = 2.0
_PAUSE_SECONDS = 0.5
"""Between two questions; also how long a second responder has."""


@dataclass(frozen=True)
class Said:
    """An address that somebody gave for a name."""

    address: str
    ttl: int
    moment: float
    """By `time.monotonic()`."""


def ask(host: Host, name: str, seconds: float = _PATIENCE_SECONDS) -> set[str]:
    """Every address that `host` is told for `name`: Android's way, a plain question from a port of its own."""
    with host.inside(), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(host.address))
        end = time.monotonic() + seconds
        heard: set[str] = set()
        while not heard and time.monotonic() < end:
            asking.sendto(_question(name), (GROUP, PORT))
            heard = {said.address for said in _listen(asking, name, time.monotonic() + _PAUSE_SECONDS)}
        return heard


def ask_by_ipv6(host: Host, name: str, seconds: float = _PATIENCE_SECONDS) -> int | None:
    """How many IPv6 addresses the first answer names, asked for over IPv6; None when nobody answers in time."""
    with host.inside(), socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as asking:
        asking.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, socket.if_nametoindex(WIFI))
        asking.settimeout(seconds)
        asking.sendto(_question(name, _AAAA), (GROUP_6, PORT))
        try:
            answer = DNSIncoming(asking.recv(_LONGEST))
        except TimeoutError:
            return None
        return sum(isinstance(record, DNSAddress) for record in answer.answers())


def forge(host: Host, name: str, address: str) -> None:
    """Tell everybody once, from `host`, that `name` is at `address`."""
    said = DNSOutgoing(_ANSWER)
    said.add_answer_at_time(DNSAddress(f"{name}.", _A, _IN_ALONE, 120, socket.inet_aton(address)), 0)
    with host.inside(), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as saying:
        saying.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(host.address))
        saying.sendto(said.packets()[0], (GROUP, PORT))


class Ear:
    """Hears what is told to everybody from now on."""

    def __init__(self, host: Host) -> None:
        with host.inside():
            self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        for option in (socket.SO_REUSEADDR, socket.SO_REUSEPORT):  # beside a resolver
            self._socket.setsockopt(socket.SOL_SOCKET, option, 1)
        self._socket.bind(("", PORT))
        membership = struct.pack("4s4s", socket.inet_aton(GROUP), socket.inet_aton(host.address))
        self._socket.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, membership)

    def __enter__(self) -> Self:
        """Itself, listening."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._socket.close()

    def hear(self, name: str, seconds: float) -> Said | None:
        """The first address given for `name` that comes in time; what came since the last call counts too."""
        return next(_listen(self._socket, name, time.monotonic() + seconds), None)

    def forget(self) -> None:
        """What has been said up to now doesn't count."""
        self._socket.settimeout(0)
        while True:
            try:
                self._socket.recv(_LONGEST)
            except BlockingIOError:
                return


def _question(name: str, kind: int = _A) -> bytes:
    # A responder takes packets that are alike for one that came twice: each needs a number of its own.
    asked = DNSOutgoing(0, multicast=False, id_=random.getrandbits(16))
    asked.add_question(DNSQuestion(f"{name}.", kind, _IN))
    return asked.packets()[0]


def _listen(listening: socket.socket, name: str, end: float) -> Iterator[Said]:
    while (left := end - time.monotonic()) > 0:
        listening.settimeout(left)
        try:
            heard = DNSIncoming(listening.recv(_LONGEST))
        except TimeoutError:
            return
        for record in heard.answers():
            if isinstance(record, DNSAddress) and record.name.lower() == f"{name}." and record.type == _A:
                yield Said(socket.inet_ntoa(record.address), int(record.ttl), time.monotonic())
