"""A disposable network: hosts on one switch, each in a network namespace of its own.

The namespaces are unnamed: the kernel removes each with its last process and file descriptor, so that nothing is left
however a test ends. This computer's own network isn't touched.
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

from tests.factories.waiting import wait_until

CLONE_NEWNET = 0x40000000
NETWORK = "10.77.0"
ROUTER = f"{NETWORK}.1"
"""The hosts' default gateway; no host has this address."""
WIFI = "wlan0"
_COMMAND_TIMEOUT = 10


def why_missing() -> str | None:
    """Return why no network can be created here; None if it can."""
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
    """A network namespace; inside `inside` the calling thread's new sockets and processes belong to it."""

    def __init__(self) -> None:
        with _restoring_namespace():
            _check(_libc().unshare(CLONE_NEWNET))
            self._file = _open_current_namespace()
        self.ip("link", "set", "lo", "up")

    @property
    def path(self) -> str:
        """Path of the namespace, valid as long as this process lives."""
        return f"/proc/{os.getpid()}/fd/{self._file}"

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Create sockets in the namespace; they stay in it."""
        with _restoring_namespace():
            _check(_libc().setns(self._file, CLONE_NEWNET))
            yield

    def command(self, *words: str) -> list[str]:
        """The command line that executes a program in it, without an intermediate process."""
        return ["nsenter", f"--net={self.path}", *words]

    def ip(self, *words: str) -> str:
        """Run iproute2's `ip` in it."""
        ended = subprocess.run(
            self.command("ip", *words), check=False, capture_output=True, text=True, timeout=_COMMAND_TIMEOUT
        )
        assert ended.returncode == 0, f"ip {' '.join(words)}: {ended.stderr.strip()}"
        return ended.stdout

    def close(self) -> None:
        """Close it; its processes must have ended."""
        os.close(self._file)


class Host(Namespace):
    """A computer or a student's device, not yet connected."""

    def __init__(self) -> None:
        super().__init__()
        self.address = ""

    def take_address(self, number: int, device: str = WIFI) -> None:
        """Take another address like DHCP: the old address and its routes go, IPv6 stays."""
        self.ip("-4", "address", "flush", "dev", device)
        self.address = f"{NETWORK}.{number}"
        self.ip("address", "add", f"{self.address}/24", "dev", device)
        self.ip("route", "replace", "default", "via", ROUTER, "dev", device)

    def wait_for_ipv6(self, device: str = WIFI) -> None:
        """Wait until the link-local address can be a source: until then it is checked for duplicates, about 2 s."""
        wait_until(lambda: "scope link" in self.ip("-6", "address", "show", "dev", device, "-tentative"))

    def unplug(self, device: str = WIFI) -> None:
        """Remove the adapter."""
        self.ip("link", "delete", device)


class Switch(Namespace):
    """The school's Wi-Fi: every host receives every packet, unless filtered."""

    def __init__(self) -> None:
        super().__init__()
        self._hosts: list[Host] = []
        self._ports: dict[tuple[Host, str], str] = {}
        self._numbers = count(1)
        self._flags: dict[str, str] = {}
        """Flags for all ports, also of hosts that are added later."""
        # Without a querying router, IGMP snooping would drop multicast.
        self.ip("link", "add", "wifi", "type", "bridge", "mcast_snooping", "0", "forward_delay", "0")
        self.ip("link", "set", "wifi", "up")

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *ended: object) -> None:
        for host in self._hosts:
            host.close()
        self.close()

    def add_host(self, number: int) -> Host:
        """Create a host with the address of this number."""
        host = Host()
        self.plug(host, number)
        return host

    def plug(self, host: Host, number: int, device: str = WIFI) -> None:
        """Connect a host and assign the address of this number."""
        self.connect(host, device)
        host.take_address(number, device)

    def connect(self, host: Host, device: str) -> None:
        """Connect a host without an address."""
        if host not in self._hosts:
            self._hosts.append(host)
        port = self._ports[host, device] = f"port{next(self._numbers)}"
        self.ip("link", "add", port, "type", "veth", "peer", "name", device, "netns", host.path)
        self.ip("link", "set", port, "master", "wifi", "up")
        self._set_port(port)
        host.ip("link", "set", device, "up")

    def filter_multicast(self, *, on: bool) -> None:
        """Drop multicast, like many access points."""
        self._set_all("mcast_flood", "off" if on else "on")

    def isolate(self, *, on: bool) -> None:
        """Client isolation: the devices can't reach each other."""
        self._set_all("isolated", "on" if on else "off")

    def _set_all(self, flag: str, value: str) -> None:
        self._flags[flag] = value
        for port in self._ports.values():
            self._set_port(port)

    def _set_port(self, port: str) -> None:
        words = [word for flag in self._flags.items() for word in flag]
        if words:
            self.ip("link", "set", port, "type", "bridge_slave", *words)


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)  # os.setns exists since Python 3.12


def _check(failed: int) -> None:
    if failed:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def _open_current_namespace() -> int:
    return os.open(f"/proc/self/task/{threading.get_native_id()}/ns/net", os.O_RDONLY | os.O_CLOEXEC)


@contextmanager
def _restoring_namespace() -> Iterator[None]:
    """Return the thread to its namespace afterwards."""
    own = _open_current_namespace()
    try:
        yield
    finally:
        _check(_libc().setns(own, CLONE_NEWNET))
        os.close(own)
