"""Multicast DNS on one address: asks for a host name, gives it out, and hears who else is there.

zeroconf neither asks before it gives out a host name nor defends one, and never looks at the interfaces again: that is
done here and in `announce`. Imported late, since it brings zeroconf along.
"""

import asyncio
import logging
import secrets
import socket
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from ipaddress import IPv4Address, ip_address

import ifaddr
from zeroconf import (  # type: ignore[attr-defined]  # the first three aren't in its __all__
    DNSAddress,
    DNSOutgoing,
    DNSQuestion,
    Error,
    IPVersion,
    NotRunningException,
    RecordUpdate,
    RecordUpdateListener,
    ServiceInfo,
    Zeroconf,
)
from zeroconf.asyncio import AsyncZeroconf

from launcher.discovery.interfaces import Address
from launcher.discovery.peers import OWN_TYPE, Neighbours

# A trace for each packet, while the Wi-Fi is down.
logging.getLogger("zeroconf").setLevel(logging.CRITICAL)

TYPES = ("_http._tcp.local.", OWN_TYPE)
"""The first for whoever browses for web pages, the second for other class computers."""
HOST_TTL = 60
"""Seconds. After a crash a device asks an address that is gone for at most so long."""
QUESTIONS = 3
QUESTION_SECONDS = 0.25
CLOSE_SECONDS = 2.0
"""Three goodbyes take 0.25 of them."""

_A, _AAAA, _IN, _ANSWER_ME_ALONE = 1, 28, 1, 0x8000


class CannotAnnounceError(Exception):
    """The adapter or the system doesn't let us, or somebody else has the names; the message says which."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """What is given out."""

    label: str
    """The host name without .local."""
    server_id: str
    port: int
    texts: dict[str, str]
    """The TXT record: whose it is."""

    @property
    def host(self) -> str:
        """The host name as it is typed."""
        return f"{self.label}.local"


class Voice:
    """One life of zeroconf, to be thrown away when the address changes.

    `ours` gives all addresses that this computer has or has had lately: what comes back from a network that repeats
    us is no conflict. `on_conflict` is called with the address of another computer that gives out our name.
    """

    def __init__(
        self,
        address: Address,
        neighbours: Neighbours,
        ours: Callable[[], Collection[str]],
        on_conflict: Callable[[IPv4Address], None],
    ) -> None:
        self.address = address
        self._neighbours = neighbours
        self._ours = ours
        self._on_conflict = on_conflict
        self._zeroconf = _open(address)
        self._tried_ipv6 = False

    async def start(self) -> None:
        """Begin to hear; raises CannotAnnounceError where that can't be."""
        zeroconf = self._zeroconf.zeroconf
        try:
            await zeroconf.async_wait_for_start()
        except NotRunningException as error:
            raise CannotAnnounceError("multicast DNS did not start") from error
        if not zeroconf.engine.senders:
            raise CannotAnnounceError(f"{self.address.adapter} takes part in no multicast")
        self._neighbours.ask_by(zeroconf)
        await self._zeroconf.async_add_service_listener(OWN_TYPE, self._neighbours)

    async def holders(self, host: str) -> Collection[str]:
        """The addresses of other computers that give out this name; asks three times, or until one answers."""
        zeroconf = self._zeroconf.zeroconf
        watch = _NameWatch(host, self._ours)
        zeroconf.async_add_listener(watch, None)
        try:
            for attempt in range(QUESTIONS):
                zeroconf.async_send(_question(host, alone=attempt == 0))
                await asyncio.sleep(QUESTION_SECONDS)
                if watch.foreign:
                    break
        finally:
            zeroconf.async_remove_listener(watch)
        return watch.foreign

    async def give_out(self, announcement: Announcement) -> None:
        """Tell the network, and answer from now on."""
        watch = _NameWatch(announcement.host, self._ours, self._on_conflict)
        self._zeroconf.zeroconf.async_add_listener(watch, None)
        # The host name in them was asked for, so that nobody has to be asked again.
        register = partial(self._zeroconf.async_register_service, cooperating_responders=True)
        await asyncio.gather(*[await register(info) for info in self._services(announcement)])

    async def give_out_anew(self, announcement: Announcement) -> None:
        """The same name with other texts; or once more, since somebody else gave it out."""
        update = self._zeroconf.async_update_service
        await asyncio.gather(*[await update(info) for info in self._services(announcement)])

    async def hear_by_ipv6(self) -> None:
        """Take questions over IPv6 too, as soon as that can be; called again and again.

        In its first seconds on a network the system still asks whether the adapter's IPv6 address is its own.
        """
        zeroconf, address = self._zeroconf.zeroconf, self.address
        if self._tried_ipv6 or any(sender.is_ipv6 for sender in zeroconf.engine.senders):
            return
        if not await asyncio.to_thread(_has_ipv6, address.index):
            return
        self._tried_ipv6 = True  # what fails now won't do better each second
        with suppress(OSError, RuntimeError):
            await zeroconf.async_update_interfaces([address.ip, address.index], IPVersion.All)

    async def close(self, *, goodbye: bool) -> None:
        """Fall silent; with a goodbye other devices forget the name at once."""
        self._neighbours.stop()
        registry = self._zeroconf.zeroconf.registry
        if not goodbye:
            registry.async_remove(registry.async_get_service_infos())
        # A dead socket must not stop anything, nor a slow one the end of the program.
        with suppress(OSError, TimeoutError, Error):
            await asyncio.wait_for(self._zeroconf.async_close(), CLOSE_SECONDS)

    def _services(self, announcement: Announcement) -> list[ServiceInfo]:
        # Two programs on one computer share its name: what they offer has to differ.
        name = f"{announcement.label} {announcement.server_id[:6]}"
        return [
            ServiceInfo(
                each,
                f"{name}.{each}",
                parsed_addresses=[self.address.ip],
                port=announcement.port,
                server=f"{announcement.host}.",
                host_ttl=HOST_TTL,
                properties={"id": announcement.server_id, "path": "/", **announcement.texts},
            )
            for each in TYPES
        ]


class _NameWatch(RecordUpdateListener):
    """Hears every record, and notes who else gives out an address for a name."""

    def __init__(
        self,
        host: str,
        ours: Callable[[], Collection[str]],
        on_conflict: Callable[[IPv4Address], None] | None = None,
    ) -> None:
        self.foreign: set[str] = set()
        self._name = f"{host}.".lower()
        self._ours = ours
        self._on_conflict = on_conflict

    def async_update_records(self, zc: Zeroconf, now: float, records: list[RecordUpdate]) -> None:
        """Records that were heard just now."""
        del zc, now
        for record in (each.new for each in records):
            if isinstance(record, DNSAddress) and record.ttl and record.name.lower() == self._name:
                self._note(record.address)

    def _note(self, packed: bytes) -> None:
        address = ip_address(packed)
        if str(address) in self._ours():
            return
        self.foreign.add(str(address))
        if self._on_conflict is not None and isinstance(address, IPv4Address):
            self._on_conflict(address)


def _open(address: Address) -> AsyncZeroconf:
    """On the students' adapter alone: an address is of no use where it can't be reached.

    IPv6 is for being asked only: Android asks for IPv6 addresses there, and waits two seconds when nobody says that
    there are none.
    """
    try:
        return AsyncZeroconf(interfaces=[address.ip, address.index], ip_version=IPVersion.All)
    except (OSError, RuntimeError):  # no IPv6 on this adapter
        pass
    try:
        return AsyncZeroconf(interfaces=[address.ip], ip_version=IPVersion.V4Only)
    except (OSError, RuntimeError) as error:
        raise CannotAnnounceError(str(error)) from error


def _has_ipv6(index: int) -> bool:
    """Whether the IPv6 address that zeroconf takes, the adapter's first, can be used by now."""
    found = (ip.ip for each in ifaddr.get_adapters() if each.index == index for ip in each.ips if ip.is_IPv6)
    match next(found, None):
        case (str(ip), int(flow), int(scope)):
            with suppress(OSError), socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as probe:
                probe.bind((ip, 0, flow, scope))
                return True
    return False


def _question(host: str, *, alone: bool) -> DNSOutgoing:
    """Who is this? For A and AAAA, since zeroconf answers no ANY for host names.

    A number of its own, since equal packets count as one; the answer to us `alone`, then to all: which of the two
    gets through depends on the network.
    """
    question = DNSOutgoing(0, multicast=False, id_=secrets.randbelow(0x10000))
    for kind in (_A, _AAAA):
        question.add_question(DNSQuestion(f"{host}.", kind, _IN | (_ANSWER_ME_ALONE if alone else 0)))
    return question
