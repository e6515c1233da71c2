"""Finds other class computers on the network by mDNS. Their announcements are untrusted input."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network

from zeroconf import Error, IPVersion, RecordUpdate, RecordUpdateListener, ServiceListener, Zeroconf

from server.computer.network import MAX_LABEL_CLASSES, NearbyServer, ServerLabel
from server.texts.single_line import single_line

SERVICE_TYPE = "_goalbucks._tcp.local."
MAX_PEERS = 40
"""Enough for a large school; peers that are found later aren't listed."""
MAX_TEACHER_LENGTH = 200
MAX_CLASS_LENGTH = 100
MAX_TXT_VALUE_BYTES = 160
"""Limit of each value in our own TXT record, so that eight values fit into one packet."""
QUERY_TIMEOUT_SECONDS = 3
REFRESH_INTERVAL_SECONDS = 30
"""Interval at which known peers are queried again, since a peer that crashes doesn't send a goodbye."""


@dataclass(frozen=True, slots=True)
class Peer:
    """Another class computer."""

    server_id: str
    server: NearbyServer


def to_txt_record(label: ServerLabel) -> dict[str, str]:
    """Return a server label as TXT record: the teacher as `t`, the classes as `c0`, `c1` and so on."""
    classes = {f"c{number}": _truncate(name) for number, name in enumerate(label.classes[:MAX_LABEL_CLASSES])}
    return {"t": _truncate(label.teacher or ""), **classes}


def parse_announcement(
    properties: Mapping[bytes, bytes | None], ips: list[str], port: int | None, networks: list[IPv4Network]
) -> Peer | None:
    """Parse an announcement; `networks` are the networks of this computer.

    Returns None if it has no id, no port, neither teacher nor classes, or no local address.
    """
    server_id = _text(properties, "id", 64)
    teacher = _text(properties, "t", MAX_TEACHER_LENGTH)
    names = (_text(properties, f"c{number}", MAX_CLASS_LENGTH) for number in range(MAX_LABEL_CLASSES))
    classes = tuple(name for name in names if name)
    address = next((ip for ip in map(IPv4Address, ips) if _is_local(ip, networks)), None)
    if not server_id or not (teacher or classes) or address is None or not port:
        return None
    url = f"http://{address}" if port == 80 else f"http://{address}:{port}"  # noqa: PLR2004 - HTTP's default port
    return Peer(server_id, NearbyServer(ServerLabel(teacher or None, classes), url))


class PeerBrowser(ServiceListener, RecordUpdateListener):
    """Maintains the list of peers and calls `on_change` with it. Must be used on the event loop."""

    def __init__(
        self,
        own_id: str,
        networks: Callable[[], list[IPv4Network]],
        on_change: Callable[[tuple[NearbyServer, ...]], None],
    ) -> None:
        self._own_id = own_id
        self._networks = networks
        self._on_change = on_change
        self._peers: dict[str, Peer | None] = {}
        """Peers by service instance name; None until there is a valid response."""
        self._own_names: set[str] = set()
        """Instance names that resolve to this computer's id."""
        self._zeroconf: Zeroconf | None = None
        self._resolving: dict[str, asyncio.Task[None]] = {}
        self._refresh_task: asyncio.Task[None] | None = None

    def start(self, zeroconf: Zeroconf) -> None:
        """Start, with `zeroconf` for queries."""
        self._zeroconf = zeroconf
        zeroconf.async_add_listener(self, None)
        self._refresh_task = asyncio.create_task(self._refresh())

    def stop(self) -> None:
        """Cancel all queries."""
        for task in (*self._resolving.values(), *([self._refresh_task] if self._refresh_task else [])):
            task.cancel()
        self._zeroconf = None

    def add_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """Resolve a new peer; called by zeroconf."""
        del zc, type_
        if name in self._peers or self._make_room():
            self._peers.setdefault(name, None)
            self._schedule_resolve(name)

    def update_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """Resolve a changed peer; called by zeroconf."""
        self.add_service(zc, type_, name)

    def remove_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """Remove a peer that sent a goodbye; called by zeroconf."""
        del zc, type_
        self._own_names.discard(name)
        if self._peers.pop(name, None) is not None:
            self._publish()

    def async_update_records(self, zc: Zeroconf, now: float, records: list[RecordUpdate]) -> None:
        """Resolve a peer that answers again; called by zeroconf.

        `add_service` isn't called for it while zeroconf has its old records in the cache.
        """
        del zc, now
        for name in {each.new.name for each in records} & self._peers.keys():
            if self._peers[name] is None:
                self._schedule_resolve(name)

    async def _refresh(self) -> None:
        await asyncio.sleep(QUERY_TIMEOUT_SECONDS)
        self._publish()  # replaces the peers of a previous network
        while True:
            await asyncio.sleep(REFRESH_INTERVAL_SECONDS)
            # Another computer can announce our ID, so names that resolved to it are resolved again, too.
            self._own_names.clear()
            for name in tuple(self._peers):
                self._schedule_resolve(name)

    def _make_room(self) -> bool:
        """Whether there is room for another name; removes one without a valid response if necessary.

        Otherwise a few dozen invalid names could hide all real peers.
        """
        if len(self._peers) < MAX_PEERS:
            return True
        unresolved = next((name for name, peer in self._peers.items() if peer is None), None)
        if unresolved is None:
            return False
        del self._peers[unresolved]
        self._own_names.discard(unresolved)
        if unresolved in self._resolving:
            self._resolving.pop(unresolved).cancel()
        return True

    def _schedule_resolve(self, name: str) -> None:
        if name not in self._resolving and name not in self._own_names:
            self._resolving[name] = asyncio.create_task(self._run_resolve(name))

    async def _run_resolve(self, name: str) -> None:
        try:
            await self._resolve(name)
        finally:
            if self._resolving.get(name) is asyncio.current_task():
                del self._resolving[name]

    async def _resolve(self, name: str) -> None:
        if self._zeroconf is None:
            return
        try:
            # Uses cached records while they are valid, else sends queries.
            info = await self._zeroconf.async_get_service_info(SERVICE_TYPE, name, QUERY_TIMEOUT_SECONDS * 1000)
        except Error:  # the name is invalid, or zeroconf was closed
            info = None
        ips = info.parsed_addresses(IPVersion.V4Only) if info else []
        peer = parse_announcement(info.properties, ips, info.port, self._networks()) if info else None
        if peer is not None and peer.server_id == self._own_id:
            self._own_names.add(name)
            peer = None
        if name in self._peers and self._peers[name] != peer:
            self._peers[name] = peer
            self._publish()

    def _publish(self) -> None:
        # A renamed peer may be known under two names. The URL is part of the key, so that announcing another
        # peer's id doesn't hide that peer.
        unique = {(each.server_id, each.server.url): each.server for each in self._peers.values() if each is not None}
        servers = unique.values()
        self._on_change(
            tuple(sorted(servers, key=lambda each: (each.label.teacher or "", each.label.classes, each.url)))
        )


def _is_local(address: IPv4Address, networks: list[IPv4Network]) -> bool:
    """Whether the address is private or in one of our networks: links to peers must not point to the Internet."""
    if address.is_loopback or address.is_multicast or address.is_unspecified:
        return False
    return address.is_private or any(address in network for network in networks)


def _text(properties: Mapping[bytes, bytes | None], key: str, max_length: int) -> str:
    """Return a value of a TXT record as one line, without control and formatting characters such as bidi overrides."""
    return single_line((properties.get(key.encode()) or b"").decode(errors="ignore"))[:max_length]


def _truncate(text: str) -> str:
    """Truncate to MAX_TXT_VALUE_BYTES on a character boundary."""
    return text.encode()[:MAX_TXT_VALUE_BYTES].decode(errors="ignore")
