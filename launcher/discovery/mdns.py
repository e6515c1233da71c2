"""Multicast DNS (RFC 6762) on one address: probes for host names, announces services and detects name conflicts.

zeroconf does neither probing nor conflict resolution for host names, and doesn't follow changes of the interfaces.
Probing is done here, conflicts are resolved in `publisher`, and interfaces are followed in `service`.
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
from launcher.discovery.peers import SERVICE_TYPE, PeerBrowser

# zeroconf logs a traceback for each packet while the Wi-Fi is down.
logging.getLogger("zeroconf").setLevel(logging.CRITICAL)

SERVICE_TYPES = ("_http._tcp.local.", SERVICE_TYPE)
"""Service types: web servers in general, and GoalBucks for other class computers."""
HOST_TTL = 60
"""Time to live of the address record in seconds: after a crash devices use the old address for at most this long."""
PROBE_COUNT = 3
PROBE_INTERVAL_SECONDS = 0.25
CLOSE_TIMEOUT_SECONDS = 2.0
"""Three goodbye packets take 0.25 seconds."""

_A, _AAAA, _IN, _UNICAST_RESPONSE = 1, 28, 1, 0x8000


class MdnsPublishError(Exception):
    """Publishing failed: no multicast on the adapter, or all candidate names are taken. The message is the reason."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """The host name and the service data to announce."""

    label: str
    """The host name without .local."""
    server_id: str
    port: int
    txt_record: dict[str, str]
    """Key-value pairs of the TXT record, see `peers.to_txt_record`."""

    @property
    def host(self) -> str:
        """The host name with .local."""
        return f"{self.label}.local"


class Responder:
    """An mDNS responder on one address; a new address requires a new responder.

    `own_addresses` returns all current and recent addresses of this computer: records with these aren't conflicts,
    since some networks send our own packets back. `on_conflict` is called with the address of another computer that
    announces our name.
    """

    def __init__(
        self,
        address: Address,
        browser: PeerBrowser,
        own_addresses: Callable[[], Collection[str]],
        on_conflict: Callable[[IPv4Address], None],
    ) -> None:
        self.address = address
        self._browser = browser
        self._own_addresses = own_addresses
        self._on_conflict = on_conflict
        self._zeroconf = _open(address)
        self._tried_ipv6 = False

    async def start(self) -> None:
        """Start listening and browsing; raises MdnsPublishError if there is no multicast."""
        zeroconf = self._zeroconf.zeroconf
        try:
            await zeroconf.async_wait_for_start()
        except NotRunningException as error:
            raise MdnsPublishError("multicast DNS did not start") from error
        if not zeroconf.engine.senders:
            raise MdnsPublishError(f"{self.address.adapter} takes part in no multicast")
        self._browser.start(zeroconf)
        await self._zeroconf.async_add_service_listener(SERVICE_TYPE, self._browser)

    async def owners(self, host: str) -> Collection[str]:
        """Probe for a host name: return the addresses of other computers that announce it.

        Sends up to three queries, until there is a response.
        """
        zeroconf = self._zeroconf.zeroconf
        listener = _ConflictListener(host, self._own_addresses)
        zeroconf.async_add_listener(listener, None)
        try:
            for attempt in range(PROBE_COUNT):
                zeroconf.async_send(_query(host, unicast_response=attempt == 0))
                await asyncio.sleep(PROBE_INTERVAL_SECONDS)
                if listener.owners:
                    break
        finally:
            zeroconf.async_remove_listener(listener)
        return listener.owners

    async def register(self, announcement: Announcement) -> None:
        """Announce the services, answer queries for them, and listen for conflicts."""
        listener = _ConflictListener(announcement.host, self._own_addresses, self._on_conflict)
        self._zeroconf.zeroconf.async_add_listener(listener, None)
        # `cooperating_responders` skips zeroconf's check for conflicts, which `owners` has done for the host name.
        register = partial(self._zeroconf.async_register_service, cooperating_responders=True)
        await asyncio.gather(*[await register(info) for info in self._services(announcement)])

    async def reannounce(self, announcement: Announcement) -> None:
        """Announce the same name again, with a changed TXT record or in response to another computer."""
        update = self._zeroconf.async_update_service
        await asyncio.gather(*[await update(info) for info in self._services(announcement)])

    async def enable_ipv6(self) -> None:
        """Answer queries over IPv6, too, as soon as the adapter allows it.

        `MdnsPublisher.update` calls it every second. In the first seconds on a network the adapter's IPv6 address is
        still tentative (duplicate address detection).
        """
        zeroconf, address = self._zeroconf.zeroconf, self.address
        if self._tried_ipv6 or any(sender.is_ipv6 for sender in zeroconf.engine.senders):
            return
        if not await asyncio.to_thread(_has_ipv6, address.index):
            return
        self._tried_ipv6 = True  # a failure is permanent
        with suppress(OSError, RuntimeError):
            await zeroconf.async_update_interfaces([address.ip, address.index], IPVersion.All)

    async def close(self, *, goodbye: bool) -> None:
        """Stop responding; with a goodbye other devices remove the name from their caches immediately."""
        self._browser.stop()
        registry = self._zeroconf.zeroconf.registry
        if not goodbye:
            registry.async_remove(registry.async_get_service_infos())
        # A socket that fails or hangs must not prevent the program from ending.
        with suppress(OSError, TimeoutError, Error):
            await asyncio.wait_for(self._zeroconf.async_close(), CLOSE_TIMEOUT_SECONDS)

    def _services(self, announcement: Announcement) -> list[ServiceInfo]:
        # The instance name includes the id, since two servers on one computer share a host name.
        name = f"{announcement.label} {announcement.server_id[:6]}"
        return [
            ServiceInfo(
                each,
                f"{name}.{each}",
                parsed_addresses=[self.address.ip],
                port=announcement.port,
                server=f"{announcement.host}.",
                host_ttl=HOST_TTL,
                properties={"id": announcement.server_id, "path": "/", **announcement.txt_record},
            )
            for each in SERVICE_TYPES
        ]


class _ConflictListener(RecordUpdateListener):
    """Collects the addresses that other computers announce for a host name."""

    def __init__(
        self,
        host: str,
        own_addresses: Callable[[], Collection[str]],
        on_conflict: Callable[[IPv4Address], None] | None = None,
    ) -> None:
        self.owners: set[str] = set()
        self._name = f"{host}.".lower()
        self._own_addresses = own_addresses
        self._on_conflict = on_conflict

    def async_update_records(self, zc: Zeroconf, now: float, records: list[RecordUpdate]) -> None:
        """Check received records; called by zeroconf."""
        del zc, now
        for record in (each.new for each in records):
            if isinstance(record, DNSAddress) and record.ttl and record.name.lower() == self._name:
                self._add(record.address)

    def _add(self, packed: bytes) -> None:
        address = ip_address(packed)
        if str(address) in self._own_addresses():
            return
        self.owners.add(str(address))
        if self._on_conflict is not None and isinstance(address, IPv4Address):
            self._on_conflict(address)


def _open(address: Address) -> AsyncZeroconf:
    """Open zeroconf on the adapter of `address` only, since it isn't reachable through the other adapters.

    IPv6 is used only to answer queries: Android also queries over IPv6 for IPv6 addresses, and waits two seconds unless
    it receives a response that there are none.
    """
    try:
        return AsyncZeroconf(interfaces=[address.ip, address.index], ip_version=IPVersion.All)
    except (OSError, RuntimeError):  # no IPv6 on this adapter
        pass
    try:
        return AsyncZeroconf(interfaces=[address.ip], ip_version=IPVersion.V4Only)
    except (OSError, RuntimeError) as error:
        raise MdnsPublishError(str(error)) from error


def _has_ipv6(index: int) -> bool:
    """Whether the adapter's first IPv6 address, which zeroconf uses, can be bound."""
    addresses = (ip.ip for each in ifaddr.get_adapters() if each.index == index for ip in each.ips if ip.is_IPv6)
    match next(addresses, None):
        case (str(ip), int(flow), int(scope)):
            with suppress(OSError), socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as probe:
                probe.bind((ip, 0, flow, scope))
                return True
    return False


def _query(host: str, *, unicast_response: bool) -> DNSOutgoing:
    """Return a query for the A and AAAA records; zeroconf doesn't answer ANY queries for host names.

    The id is random, since zeroconf drops repeated packets. Callers request both unicast and multicast responses:
    some networks deliver only one of them.
    """
    query = DNSOutgoing(0, multicast=False, id_=secrets.randbelow(0x10000))
    for record_type in (_A, _AAAA):
        query.add_question(DNSQuestion(f"{host}.", record_type, _IN | (_UNICAST_RESPONSE if unicast_response else 0)))
    return query
