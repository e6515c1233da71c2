"""Other class computers on the network. What they say of themselves is anybody's words, and judged as such."""

import asyncio
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network

from zeroconf import Error, IPVersion, RecordUpdate, RecordUpdateListener, ServiceListener, Zeroconf

from server.computer import MOST_CLASSES, Door, NearbyDoor

OWN_TYPE = "_goalbucks._tcp.local."
MOST_NEIGHBOURS = 40
"""Of a large school's; who comes later is not listed."""
LONGEST_TEACHER = 200
LONGEST_CLASS = 100
LONGEST_TEXT_BYTES = 160
"""Of each text in our own announcement: one packet has room for eight."""
ANSWER_SECONDS = 3
CHECK_SECONDS = 30
"""So often those who are known are asked again: a crash says no goodbye."""

_JOINERS = "\u200c\u200d"
"""Invisible, but some scripts can't be written without them."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another class computer."""

    server_id: str
    nearby: NearbyDoor


def texts(door: Door) -> dict[str, str]:
    """A door as the texts of an announcement."""
    classes = {f"c{number}": _cut(name) for number, name in enumerate(door.classes[:MOST_CLASSES])}
    return {"t": _cut(door.teacher or ""), **classes}


def read(
    properties: Mapping[bytes, bytes | None], ips: list[str], port: int | None, networks: list[IPv4Network]
) -> Neighbour | None:
    """What an announcement says, or None when it names nobody or leads nowhere; `networks` are our own."""
    server_id = _text(properties, "id", 64)
    teacher = _text(properties, "t", LONGEST_TEACHER)
    classes = tuple(name for number in range(MOST_CLASSES) if (name := _text(properties, f"c{number}", LONGEST_CLASS)))
    address = next((ip for ip in map(IPv4Address, ips) if _in_the_room(ip, networks)), None)
    if not server_id or not (teacher or classes) or address is None or not port:
        return None
    url = f"http://{address}" if port == 80 else f"http://{address}:{port}"  # noqa: PLR2004 - the Web's own
    return Neighbour(server_id, NearbyDoor(Door(teacher or None, classes), url))


class Neighbours(ServiceListener, RecordUpdateListener):
    """Those who can be heard now; `tell` gets them at each change. On the event loop."""

    def __init__(
        self,
        own_id: str,
        networks: Callable[[], list[IPv4Network]],
        tell: Callable[[tuple[NearbyDoor, ...]], None],
    ) -> None:
        self._own_id = own_id
        self._networks = networks
        self._tell = tell
        self._known: dict[str, Neighbour | None] = {}
        """By the name of their announcement; None: has not answered, or says nothing of use."""
        self._own: set[str] = set()
        """The name of our own announcement, once we heard ourselves."""
        self._zeroconf: Zeroconf | None = None
        self._reading: dict[str, asyncio.Task[None]] = {}
        self._checking: asyncio.Task[None] | None = None

    def ask_by(self, zeroconf: Zeroconf) -> None:
        """Begin; those who were heard are asked by this zeroconf."""
        self._zeroconf = zeroconf
        zeroconf.async_add_listener(self, None)
        self._checking = asyncio.create_task(self._check())

    def stop(self) -> None:
        """Ask nobody any more."""
        for task in (*self._reading.values(), *([self._checking] if self._checking else [])):
            task.cancel()
        self._zeroconf = None

    def add_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """Somebody was heard."""
        del zc, type_
        if name in self._known or self._has_room():
            self._known.setdefault(name, None)
            self._read_soon(name)

    def update_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """Somebody says something else."""
        self.add_service(zc, type_, name)

    def remove_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """Somebody said goodbye."""
        del zc, type_
        self._own.discard(name)
        if self._known.pop(name, None) is not None:
            self._list()

    def async_update_records(self, zc: Zeroconf, now: float, records: list[RecordUpdate]) -> None:
        """Somebody who had fallen silent is heard again; zeroconf remembers them too long to tell."""
        del zc, now
        for name in {each.new.name for each in records} & self._known.keys():
            if self._known[name] is None:
                self._read_soon(name)

    async def _check(self) -> None:
        await asyncio.sleep(ANSWER_SECONDS)
        self._list()  # whom another network showed is gone
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            # Anybody may have said our number under another's name.
            self._own.clear()
            for name in tuple(self._known):
                self._read_soon(name)

    def _has_room(self) -> bool:
        """Who has said nothing of use makes room: else a few dozen empty names would hide a school."""
        if len(self._known) < MOST_NEIGHBOURS:
            return True
        silent = next((name for name, found in self._known.items() if found is None), None)
        if silent is None:
            return False
        del self._known[silent]
        self._own.discard(silent)
        if silent in self._reading:
            self._reading.pop(silent).cancel()
        return True

    def _read_soon(self, name: str) -> None:
        if name not in self._reading and name not in self._own:
            self._reading[name] = asyncio.create_task(self._read(name))

    async def _read(self, name: str) -> None:
        try:
            await self._ask(name)
        finally:
            if self._reading.get(name) is asyncio.current_task():
                del self._reading[name]

    async def _ask(self, name: str) -> None:
        if self._zeroconf is None:
            return
        try:
            # From what was heard, as long as that holds; else they are asked.
            info = await self._zeroconf.async_get_service_info(OWN_TYPE, name, ANSWER_SECONDS * 1000)
        except Error:  # a name that is none, or we have just stopped
            info = None
        ips = info.parsed_addresses(IPVersion.V4Only) if info else []
        found = read(info.properties, ips, info.port, self._networks()) if info else None
        if found is not None and found.server_id == self._own_id:
            self._own.add(name)
            found = None
        if name in self._known and self._known[name] != found:
            self._known[name] = found
            self._list()

    def _list(self) -> None:
        # One that has just taken another name may be heard under both; who says another's number hides nobody.
        present = {(each.server_id, each.nearby.url): each.nearby for each in self._known.values() if each is not None}
        doors = present.values()
        self._tell(tuple(sorted(doors, key=lambda each: (each.door.teacher or "", each.door.classes, each.url))))


def _in_the_room(address: IPv4Address, networks: list[IPv4Network]) -> bool:
    """No child is sent out into the Internet."""
    if address.is_loopback or address.is_multicast or address.is_unspecified:
        return False
    return address.is_private or any(address in network for network in networks)


def _text(properties: Mapping[bytes, bytes | None], key: str, longest: int) -> str:
    """A text of theirs on one line: nothing invisible in it that could turn others around."""
    value = (properties.get(key.encode()) or b"").decode(errors="ignore")
    spaced = "".join(" " if character.isspace() else character for character in value)
    seen = (each for each in spaced if each in _JOINERS or not unicodedata.category(each).startswith("C"))
    return " ".join("".join(seen).split())[:longest]


def _cut(text: str) -> str:
    """At most so many bytes, and no half letter at the end."""
    return text.encode()[:LONGEST_TEXT_BYTES].decode(errors="ignore")
