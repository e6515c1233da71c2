"""Notifications to systemd, as in sd_notify(3): ready, stopping, and a sentence for `systemctl status`.

The protocol is a datagram of a few lines; the manual page asks for an implementation of one's own where only this part
of libsystemd is needed.
"""

import os
import socket
from contextlib import suppress

VARIABLE = "NOTIFY_SOCKET"
"""In the environment of what systemd starts; it accepts messages of that process alone."""


def notify(**assignments: str) -> None:
    """Send assignments such as `READY="1"`; does nothing where no service manager listens."""
    address = os.environ.get(VARIABLE, "")
    if not address.startswith(("/", "@")):
        return
    message = "\n".join(f"{name}={' '.join(value.split())}" for name, value in assignments.items())
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        # A leading @ stands for the zero byte of Linux's abstract sockets.
        manager.connect(f"\0{address[1:]}" if address[0] == "@" else address)
        manager.sendall(message.encode())


def notify_ready(status: str) -> None:
    """Tell that requests are answered; `status` is shown by `systemctl status`."""
    notify(READY="1", STATUS=status)


def notify_stopping() -> None:
    """Tell that the graceful end has begun."""
    notify(STOPPING="1")
