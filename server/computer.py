"""The class computer while it runs: how it is reached, who is there, what the teacher switched on.

The launcher tells what it knows (addresses, names, other computers nearby), the application tells who is connected;
whoever observes hears of each change. Nothing is kept here: the switches have a table, port and name a file of the
launcher's.
"""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from ipaddress import ip_address, ip_network

log = logging.getLogger("goalbucks")
REMEMBERED_DEVICES = 4096
"""More than any school's; past that nobody new is counted."""
HTTPS_PORT = 443
MOST_CLASSES = 6
"""Of a door: what a child can read through, and what fits into an announcement."""


@dataclass(frozen=True, slots=True)
class Adapter:
    """A network adapter with the IPv4 address that it has now."""

    name: str
    """The system's, such as wlan0: it survives a new address."""
    label: str
    """For people, such as Wi-Fi."""
    address: str
    reason: str
    """Why it stands where it stands among the others, such as "chosen by the teacher"; may be empty."""
    prefix: int = 32
    """How many bits of the address are its network's."""

    def has_neighbour(self, peer: str) -> bool:
        """Whether this is an address of its own network."""
        return ip_address(peer) in ip_network((self.address, self.prefix), strict=False)


@dataclass(frozen=True, slots=True)
class Reach:
    """How the class's devices reach this computer."""

    port: int
    port_80: bool = False
    """Whether it also answers at port 80, so that addresses need no port."""
    address: str | None = None
    """The one IPv4 address that is published; None without a network."""
    host_name: str | None = None
    """Such as goalbucks-rivera.local, once it is announced."""
    adapters: tuple[Adapter, ...] = ()
    """The best first."""
    chosen_adapter: str | None = None
    """The name of the one that the teacher chose, whether it is there now or not."""
    taken_port: int | None = None
    """The usual port, when another program has it and `port` stands in."""
    tls: bool = False
    """HTTPS, with a school's own certificate."""

    def url(self, host: str) -> str:
        """What to type to come in by this address or name."""
        if self.tls:
            return f"https://{host}" if self.port == HTTPS_PORT else f"https://{host}:{self.port}"
        return f"http://{host}" if self.port_80 else f"http://{host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Door:
    """Whose class computer it is, as a child would tell it from another."""

    teacher: str | None
    classes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NearbyDoor:
    """Another class computer on this network."""

    door: Door
    url: str


@dataclass(frozen=True, slots=True)
class Switches:
    """What the teacher switched on in Settings."""

    teacher_from_network: bool = False
    keep_awake: bool = True
    image_retention_days: int | None = None
    """How long the images of reviewed submissions are kept; None: as long as the submissions."""


@dataclass(frozen=True, slots=True)
class BackupFailure:
    """Why the newest attempt to write a backup failed."""

    at: str
    """ISO 8601, UTC."""
    sentence: str


@dataclass(frozen=True, slots=True)
class RuntimeStatus:
    """Counts and warnings that only the running process knows, for `goalbucks status`."""

    students: int
    """Students with an open event stream."""
    devices: int
    """Open event streams, teachers' included: one for each browser whose page is visible."""
    warnings: dict[str, str]
    """Sentences by their codes, as on the teacher's screen."""
    backup_failure: BackupFailure | None


class ClassComputer:
    """What is known now. Read and written from any thread; `observe`rs are called on the one that wrote."""

    def __init__(
        self, reach: Reach, *, show_logs: Callable[[], None] | None = None, handoff_key: bytes | None = None
    ) -> None:
        self.reach = reach
        self.door = Door(None, ())
        self.nearby: tuple[NearbyDoor, ...] = ()
        self.switches = Switches()
        self.connected_students = 0
        self.show_logs = show_logs
        """Opens the folder of the logs on this computer's screen; None without one."""
        self.show_backups: Callable[[], None] | None = None
        """Likewise for the folder of the backups."""
        self.handoff_key = handoff_key
        """Shared with the window's process alone (server/security/signed_handoff.py); None without a window."""
        self.runtime_status: Callable[[], RuntimeStatus] | None = None
        """Set while the application runs; None before, after, and during a recovery."""
        self._reached: dict[str, set[str]] = {}
        self._observers: list[Callable[[], None]] = []
        self._lock = threading.Lock()

    def observe(self, observer: Callable[[], None]) -> Callable[[], None]:
        """Call `observer` after each change, until what is returned is called."""
        self._observers.append(observer)
        return lambda: self._observers.remove(observer)

    def change_reach(self, **changed: object) -> None:
        """Some of how it is reached has changed; what another thread changes meanwhile stays changed."""
        with self._lock:
            before = self.reach
            self.reach = replace(before, **changed)  # type: ignore[arg-type]
        if self.reach != before:
            self._tell()

    def choose_adapter(self, name: str | None) -> None:
        """The teacher's choice; None: the best one."""
        self.change_reach(chosen_adapter=name)

    def set_door(self, door: Door) -> None:
        """Whose it is has changed."""
        if door != self.door:
            self.door = door
            self._tell()

    def set_nearby(self, nearby: tuple[NearbyDoor, ...]) -> None:
        """The other class computers that can be heard."""
        if nearby != self.nearby:
            self.nearby = nearby
            self._tell()

    def set_switches(self, switches: Switches) -> None:
        """What the teacher switched on, once that is kept."""
        if switches != self.switches:
            self.switches = switches
            self._tell()

    def set_connected_students(self, count: int) -> None:
        """How many students have the class open."""
        if count != self.connected_students:
            self.connected_students = count
            self._tell()

    def note_arrival(self, address: str, peer: str) -> None:
        """A device at `peer` came in by `address`."""
        peers = self._reached.get(address, ())
        if peer in peers or self._is_detour(address, peer):
            return
        with self._lock:
            known = sum(len(each) for each in self._reached.values())
            if known >= REMEMBERED_DEVICES:
                return
            self._reached.setdefault(address, set()).add(peer)
        self._tell()

    def _is_detour(self, address: str, peer: str) -> bool:
        """Whether a neighbour at one adapter asked for the address of another.

        Many systems answer; but nobody else gets there, and a student may try it to have that address published.
        """
        near = {adapter.address for adapter in self.reach.adapters if adapter.has_neighbour(peer)}
        return bool(near) and address not in near

    def arrivals(self) -> dict[str, int]:
        """How many devices came in by each address since the start: the only hard evidence of what can be reached."""
        with self._lock:
            return {address: len(peers) for address, peers in self._reached.items()}

    def devices(self) -> int:
        """How many devices came in by the address that is published now."""
        return len(self._reached.get(self.reach.address or "", ()))

    def has_name(self, host: str) -> bool:
        """Whether a Host header's name is this computer's announced one."""
        return host == self.reach.host_name

    def _tell(self) -> None:
        for observer in tuple(self._observers):
            try:
                observer()
            except Exception:
                # Whoever observes must not undo what happened.
                log.exception("an observer of the class computer failed")
