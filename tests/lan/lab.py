"""A throw-away network: hosts plugged into one switch, each a network namespace of its own.

The namespaces have no names: the system removes each with the last process in it and the last file that holds it, so
that nothing stays behind, however a test ends. Nothing of this computer's own network is touched.
"""

import ctypes
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Self

CLONE_NEWNET = 0x40000000
NETWORK = "10.77.0"
ROUTER = f"{NETWORK}.1"
"""Nobody answers there; a host believes in it as its way out, as hosts do."""
WIFI = "wlan0"
_SECONDS = 10


def why_missing() -> str | None:
    """Why no lab can be built here; None when one can."""
    if sys.platform != "linux":
        return "network namespaces are Linux's"
    missing = [program for program in ("ip", "nsenter") if shutil.which(program) is None]
    if missing:
        return f"{' and '.join(missing)} not installed"
    try:
        with Switch() as switch:
            switch.connect(Host(), WIFI)
    except (OSError, AssertionError) as error:
        return f"a network can't be built here, which takes root, or `unshare -Urnm`: {error}"
    return None


class Namespace:
    """A network of its own; `inside` it the calling thread's new sockets and processes belong to it."""

    def __init__(self) -> None:
        with _coming_back():
            _check(_libc().unshare(CLONE_NEWNET))
            self._file = _open_own()
        self.ip("link", "set", "lo", "up")

    @property
    def path(self) -> str:
        """Where programs find it, as long as this process lives."""
        return f"/proc/{os.getpid()}/fd/{self._file}"

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Make sockets in it; those stay in it."""
        with _coming_back():
            _check(_libc().setns(self._file, CLONE_NEWNET))
            yield

    def command(self, *words: str) -> list[str]:
        """What starts a program in it: no shell or parent comes between."""
        return ["nsenter", f"--net={self.path}", *words]

    def ip(self, *words: str) -> str:
        """Run iproute2's `ip` in it."""
        ended = subprocess.run(
            self.command("ip", *words), check=False, capture_output=True, text=True, timeout=_SECONDS
        )
        assert ended.returncode == 0, f"ip {' '.join(words)}: {ended.stderr.strip()}"
        return ended.stdout

    def close(self) -> None:
        """Let go of it; what runs in it must have ended."""
        os.close(self._file)


class Host(Namespace):
    """A computer or a student's device, not yet plugged in."""

    def __init__(self) -> None:
        super().__init__()
        self.address = ""

    def take_address(self, number: int, device: str = WIFI) -> None:
        """What DHCP does: the old address and its routes go, IPv6 stays."""
        self.ip("-4", "address", "flush", "dev", device)
        self.address = f"{NETWORK}.{number}"
        self.ip("address", "add", f"{self.address}/24", "dev", device)
        self.ip("route", "replace", "default", "via", ROUTER, "dev", device)

    def unplug(self, device: str = WIFI) -> None:
        """Pull the adapter out."""
        self.ip("link", "delete", device)


class Switch(Namespace):
    """The school's Wi-Fi: everybody hears everybody, until it is told otherwise."""

    def __init__(self) -> None:
        super().__init__()
        self._hosts: list[Host] = []
        self._ports: dict[tuple[Host, str], str] = {}
        self._numbers = count(1)
        self._flags: dict[str, str] = {}
        """How the access point treats everybody, who comes later too."""
        # Without a router that asks, one that snoops would drop multicast.
        self.ip("link", "add", "wifi", "type", "bridge", "mcast_snooping", "0", "forward_delay", "0")
        self.ip("link", "set", "wifi", "up")

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, *ended: object) -> None:
        for host in self._hosts:
            host.close()
        self.close()

    def add(self, number: int) -> Host:
        """A new host at the address of this number."""
        host = Host()
        self.plug(host, number)
        return host

    def plug(self, host: Host, number: int, device: str = WIFI) -> None:
        """Connect a host, and give it the address of this number."""
        self.connect(host, device)
        host.take_address(number, device)

    def connect(self, host: Host, device: str) -> None:
        """Connect a host without an address."""
        if host not in self._hosts:
            self._hosts.append(host)
        port = self._ports[host, device] = f"port{next(self._numbers)}"
        self.ip("link", "add", port, "type", "veth", "peer", "name", device, "netns", host.path)
        self.ip("link", "set", port, "master", "wifi", "up")
        self._treat(port)
        host.ip("link", "set", device, "up")

    def filter_multicast(self, *, on: bool) -> None:
        """Many a school's access point does: nobody hears what is meant for all."""
        self._treat_all("mcast_flood", "off" if on else "on")

    def isolate(self, *, on: bool) -> None:
        """Client isolation: the devices can't reach each other at all."""
        self._treat_all("isolated", "on" if on else "off")

    def _treat_all(self, flag: str, value: str) -> None:
        self._flags[flag] = value
        for port in self._ports.values():
            self._treat(port)

    def _treat(self, port: str) -> None:
        words = [word for flag in self._flags.items() for word in flag]
        if words:
            self.ip("link", "set", port, "type", "bridge_slave", *words)


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)  # Python has setns since 3.12 only


def _check(failed: int) -> None:
    if failed:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def _open_own() -> int:
    return os.open(f"/proc/self/task/{threading.get_native_id()}/ns/net", os.O_RDONLY | os.O_CLOEXEC)


@contextmanager
def _coming_back() -> Iterator[None]:
    """Afterwards the thread is in the namespace that it came from."""
    own = _open_own()
    try:
        yield
    finally:
        _check(_libc().setns(own, CLONE_NEWNET))
        os.close(own)
