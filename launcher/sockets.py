"""Open the listening sockets for IPv4 and IPv6: the requested port or a fallback, and port 80 in addition."""

import errno
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from launcher.errors import BadAddressError, LaunchError, PortInUseError

WILDCARD_ADDRESSES = ("0.0.0.0", "::")  # noqa: S104 - only for comparisons
BACKLOG = 2048
"""A whole class connects at once, and connections wait while the server starts."""

DEFAULT_PORT = 8080
HTTP_PORT = 80
FALLBACK_PORTS = (8088, 8888, 8008, 5080, 0)
"""Tried in order when the port is in use by another program; 0 is any free port."""

_FREE_PORT_TRIES = 20
_ADDRESS_UNAVAILABLE = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT, errno.EPROTONOSUPPORT)


@dataclass(frozen=True)
class ListeningSockets:
    """Listening sockets and their ports."""

    sockets: list[socket.socket]
    port: int
    port_80: bool
    """Whether some of them listen at port 80."""
    taken_port: int | None
    """The requested port, when it is in use by another program."""


def open_port(
    host: str, requested: int, *, fallback_ports: Sequence[int] = (), tls: bool = False, http_port: int = HTTP_PORT
) -> ListeningSockets:
    """Listen at port `requested` of `host`, and at port 80 if it is free and `host` is a wildcard address.

    When the port is in use by another program, takes the first free one of `fallback_ports`, such as FALLBACK_PORTS;
    raises PortInUseError if there is none. `tls`: don't listen at port 80, which is for HTTP.
    """
    sockets = _listen_at_first_free(host, (requested, *fallback_ports))
    port = port_of(sockets)
    port_80 = port == http_port
    if host in WILDCARD_ADDRESSES and requested != 0 and not port_80 and not tls:
        with suppress(LaunchError):  # in use, or forbidden for this account; URLs then contain the port
            sockets += listen(host, http_port)
            port_80 = True
    return ListeningSockets(sockets, port, port_80, taken_port=requested if requested not in {0, port} else None)


def _listen_at_first_free(host: str, ports: Sequence[int]) -> list[socket.socket]:
    try:
        return listen(host, ports[0])
    except PortInUseError:
        for port in ports[1:]:
            with suppress(PortInUseError):
                return listen(host, port)
        raise


def listen(host: str, port: int) -> list[socket.socket]:
    """Bind and listen at every address that `host` resolves to; port 0 is any free port, the same for all addresses.

    Listening begins before the application is ready, so that of two simultaneous starts only one gets the port, and a
    window that connects early waits instead of failing.
    """
    addresses = _resolve(host)
    for _ in range(_FREE_PORT_TRIES if port == 0 else 1):
        try:
            return _listen_at_all(addresses, port)
        except OSError as error:
            if port == 0 and error.errno == errno.EADDRINUSE:
                continue  # the port is free for IPv4 but in use for IPv6
            raise _to_launch_error(host, port, error) from None
    raise BadAddressError(f"No free port was found at {host}.")


def port_of(sockets: list[socket.socket]) -> int:
    """Return the port of the sockets of `listen`."""
    port: int = sockets[0].getsockname()[1]
    return port


def local_url(host: str, port: int, *, tls: bool = False) -> str:
    """Return the URL to open on this computer, such as http://127.0.0.1:8080, without a trailing slash."""
    return _url("https" if tls else "http", "127.0.0.1" if host in WILDCARD_ADDRESSES else host, port)


def _resolve(host: str) -> list[tuple[socket.AddressFamily, str]]:
    if host in WILDCARD_ADDRESSES:
        # A socket for each: some systems have no dual-stack sockets.
        return [(socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::")]  # noqa: S104 - students connect over the network
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise BadAddressError(f"{host!r} is not an address of this computer. Please {_choose('host')}.") from None
    return list(dict.fromkeys((family, str(address[0])) for family, _, _, _, address in found))


def _listen_at_all(addresses: list[tuple[socket.AddressFamily, str]], port: int) -> list[socket.socket]:
    sockets: list[socket.socket] = []
    unavailable: OSError | None = None
    try:
        for family, address in addresses:
            try:
                sockets.append(_open_socket(family, address, port_of(sockets) if sockets else port))
            except OSError as error:
                if error.errno not in _ADDRESS_UNAVAILABLE:
                    raise
                unavailable = error  # for example IPv6 on a computer without it; the other addresses suffice
        if not sockets:
            raise unavailable or OSError(errno.EADDRNOTAVAIL, "no address")
    except OSError:
        for opened in sockets:
            opened.close()
        raise
    return sockets


def _open_socket(family: socket.AddressFamily, address: str, port: int) -> socket.socket:
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform == "win32":
            # On Windows SO_REUSEADDR would let two programs share the port.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            # Otherwise a restart has to wait for connections in TIME_WAIT.
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


def _to_launch_error(host: str, port: int, error: OSError) -> LaunchError:
    if error.errno == errno.EADDRINUSE or (sys.platform == "win32" and error.errno == errno.EACCES):
        return PortInUseError(f"Port {port} is already in use by another program. Stop it, or {_choose('port')}.")
    if error.errno == errno.EACCES:
        return BadAddressError(
            f"This account may not use port {port}; those below 1024 are reserved. Please {_choose('port')}."
        )
    return BadAddressError(f"GoalBucks can't listen at {host}: {error.strerror}. Please {_choose('host')}.")


def _choose(option: str) -> str:
    return f"choose another with --{option} (or GOALBUCKS_{option.upper()})"


def _url(scheme: str, host: str, port: int) -> str:
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"
