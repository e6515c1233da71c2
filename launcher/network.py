"""Addresses and ports: where the server listens, and what to type to reach it."""

import errno
import socket
import sys
from dataclasses import dataclass
from ipaddress import ip_address

from launcher.errors import BadAddressError, LaunchError, PortTakenError

EVERY_ADDRESS = ("0.0.0.0", "::")  # noqa: S104 - to recognise them
BACKLOG = 2048
"""A whole class arrives at the bell; connections wait here while the server still starts, too."""

_FREE_PORT_TRIES = 20
_NO_SUCH_ADDRESS = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT, errno.EPROTONOSUPPORT)


@dataclass(frozen=True)
class Addresses:
    """What to open in a browser."""

    own: str
    """On this computer, such as http://127.0.0.1:8080 (no slash at the end)."""
    network: str | None
    """On the students' devices; None where only this computer can come in, or nothing is connected."""


def listen(host: str, port: int) -> list[socket.socket]:
    """Bind and listen at every address that `host` stands for; port 0 takes a free one, the same for all.

    Listening starts here, not when the application is ready: two starts at once can't both believe that they
    have the port, and a window that connects early waits instead of failing.
    """
    families = _families(host)
    for _ in range(_FREE_PORT_TRIES if port == 0 else 1):
        try:
            return _listen_at(families, port)
        except OSError as error:
            if port == 0 and error.errno == errno.EADDRINUSE:
                continue  # the port that was free for IPv4 is taken for IPv6
            raise _refusal(host, port, error) from None
    raise BadAddressError(f"No free port was found at {host}.")


def port_of(sockets: list[socket.socket]) -> int:
    """The port that the sockets of `listen` have."""
    port: int = sockets[0].getsockname()[1]
    return port


def addresses(host: str, port: int) -> Addresses:
    """What to type to reach a server that listens at `host` and `port`."""
    if host not in EVERY_ADDRESS:
        return Addresses(own=_url(host, port), network=None)
    network = _network_address()
    return Addresses(own=_url("127.0.0.1", port), network=_url(network, port) if network else None)


def _families(host: str) -> list[tuple[socket.AddressFamily, str]]:
    if host in EVERY_ADDRESS:
        # One socket each: a single IPv6 socket that also takes IPv4 isn't to be had everywhere.
        return [(socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::")]  # noqa: S104 - the class comes in from the network
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise BadAddressError(f"{host!r} is not an address of this computer. Please {_choose('host')}.") from None
    return list(dict.fromkeys((family, str(address[0])) for family, _, _, _, address in found))


def _listen_at(families: list[tuple[socket.AddressFamily, str]], port: int) -> list[socket.socket]:
    sockets: list[socket.socket] = []
    absent: OSError | None = None
    try:
        for family, address in families:
            try:
                sockets.append(_listening(family, address, port_of(sockets) if sockets else port))
            except OSError as error:
                if error.errno not in _NO_SUCH_ADDRESS:
                    raise
                absent = error  # a computer without IPv6, say: the other addresses do
        if not sockets:
            raise absent or OSError(errno.EADDRNOTAVAIL, "no address")
    except OSError:
        for opened in sockets:
            opened.close()
        raise
    return sockets


def _listening(family: socket.AddressFamily, address: str, port: int) -> socket.socket:
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform == "win32":
            # There SO_REUSEADDR would let two programs have one port.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            # Else a restart has to wait until the last connections are forgotten.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.bind((address, port))
        listener.listen(BACKLOG)
        listener.setblocking(False)  # noqa: FBT003 - the standard library's own signature
    except OSError:
        listener.close()
        raise
    return listener


def _refusal(host: str, port: int, error: OSError) -> LaunchError:
    if error.errno == errno.EADDRINUSE or (sys.platform == "win32" and error.errno == errno.EACCES):
        return PortTakenError(f"Port {port} is already in use by another program. Stop that one, or {_choose('port')}.")
    if error.errno == errno.EACCES:
        return BadAddressError(
            f"This account may not use port {port}; those below 1024 are kept. Please {_choose('port')}."
        )
    return BadAddressError(f"GoalBucks can't listen at {host}: {error.strerror}. Please {_choose('host')}.")


def _choose(option: str) -> str:
    return f"choose another with --{option} (or GOALBUCKS_{option.upper()})"


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _network_address() -> str | None:
    """The computer's address on the network that it reaches the world through; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation: only the route to it matters
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return None if ip_address(address).is_loopback else address
