"""Ports: where the server listens."""

import errno
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from launcher.errors import BadAddressError, LaunchError, PortTakenError

EVERY_ADDRESS = ("0.0.0.0", "::")  # noqa: S104 - to recognise them
BACKLOG = 2048
"""A whole class arrives at the bell; connections wait here while the server still starts, too."""

FIRST_PORT = 8080
HTTP_PORT = 80
STAND_INS = (8088, 8888, 8008, 5080, 0)
"""When another program has the port, these in turn; 0: any free one."""

_FREE_PORT_TRIES = 20
_NO_SUCH_ADDRESS = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT, errno.EPROTONOSUPPORT)


@dataclass(frozen=True)
class Listening:
    """Sockets that already listen, and what is to be told of them."""

    sockets: list[socket.socket]
    port: int
    port_80: bool
    """Whether some listen at port 80."""
    taken_port: int | None
    """The port that was wanted, when another program has it."""


def open_port(host: str, wanted: int, *, may_stand_in: bool, tls: bool = False) -> Listening:
    """Listen at `host` and `wanted`, and at port 80 where that is free and everybody may come in.

    `may_stand_in`: when another program has the port, take another rather than raise PortTakenError.
    `tls`: port 80 is for HTTP alone, so that it isn't taken.
    """
    sockets = _listen_somewhere(host, (wanted, *STAND_INS) if may_stand_in else (wanted,))
    port = port_of(sockets)
    port_80 = port == HTTP_PORT
    if host in EVERY_ADDRESS and wanted != 0 and not port_80 and not tls:
        with suppress(LaunchError):  # taken, or not for this account: addresses have the port in them then
            sockets += listen(host, HTTP_PORT)
            port_80 = True
    return Listening(sockets, port, port_80, taken_port=wanted if wanted not in {0, port} else None)


def _listen_somewhere(host: str, ports: Sequence[int]) -> list[socket.socket]:
    try:
        return listen(host, ports[0])
    except PortTakenError:
        for port in ports[1:]:
            with suppress(PortTakenError):
                return listen(host, port)
        raise


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


def own_url(host: str, port: int, *, tls: bool = False) -> str:
    """What to open on this computer itself, such as http://127.0.0.1:8080 (no slash at the end)."""
    return _url("https" if tls else "http", "127.0.0.1" if host in EVERY_ADDRESS else host, port)


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


def _url(scheme: str, host: str, port: int) -> str:
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"
