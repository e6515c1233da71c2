"""Notifications to systemd, as in sd_notify(3): ready, stopping, and a line for `systemctl status`.

The manual page recommends implementing the protocol, one datagram of a few lines, rather than linking libsystemd.
"""

import os
import socket
import sys
from contextlib import suppress

SOCKET_VARIABLE = "NOTIFY_SOCKET"
"""Environment variable with the socket's path; systemd accepts messages only from the process that it started."""


def notify(**assignments: str) -> None:
    """Send assignments such as `READY="1"`; does nothing without a service manager."""
    address = os.environ.get(SOCKET_VARIABLE, "")
    if sys.platform == "win32" or not address.startswith(("/", "@")):
        return
    message = "\n".join(f"{name}={' '.join(value.split())}" for name, value in assignments.items())
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        # A leading @ stands for the null byte of a Linux abstract socket.
        manager.connect(f"\0{address[1:]}" if address[0] == "@" else address)
        manager.sendall(message.encode())


def notify_ready(status: str) -> None:
    """Notify that the server answers requests; `systemctl status` shows `status`."""
    notify(READY="1", STATUS=status)


def notify_stopping() -> None:
    """Notify that the graceful shutdown has begun."""
    notify(STOPPING="1")
