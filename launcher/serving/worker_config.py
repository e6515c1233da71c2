"""Configuration of a worker of `serve --workers N`, and its messages to the supervisor."""

import contextlib
import os
import signal
import socket
import threading
from collections.abc import Sequence

READY = b"."
CLOSED_FD = -1
"""Replaces a closed file descriptor, whose number may be reused."""
MAX_MESSAGE_BYTES = 4000
"""Bytes that a pipe transfers in one write."""


class WorkerConfig:
    """Configuration of a worker: its number, and the file descriptors of the sockets and of two pipes.

    The worker writes its report to `ready_fd`. `lifeline_fd` carries no data; its end tells the worker
    that the supervisor has ended.
    """

    def __init__(self, number: int, socket_fds: Sequence[int], ready_fd: int, lifeline_fd: int) -> None:
        self.number = number
        self.socket_fds = tuple(socket_fds)
        self.ready_fd = ready_fd
        self.lifeline_fd = lifeline_fd

    def to_argument(self) -> str:
        """Encode as one argument of the command line."""
        return ":".join(
            (str(self.number), ",".join(map(str, self.socket_fds)), str(self.ready_fd), str(self.lifeline_fd))
        )

    @classmethod
    def from_argument(cls, text: str) -> "WorkerConfig":
        """Decode the argument."""
        number, sockets, ready, lifeline = text.split(":")
        return cls(int(number), [int(each) for each in sockets.split(",")], int(ready), int(lifeline))

    def open_sockets(self) -> list[socket.socket]:
        """Return the listening sockets of the supervisor."""
        return [socket.socket(fileno=each) for each in self.socket_fds]

    def report_ready(self) -> None:
        """Report that this worker answers requests, and close the pipe."""
        with contextlib.suppress(BrokenPipeError):  # the supervisor doesn't read the pipe of a replacement worker
            os.write(self.ready_fd, READY)
        os.close(self.ready_fd)
        self.ready_fd = CLOSED_FD

    def report_failure(self, message: str) -> bool:
        """Report why this worker doesn't start; returns False if the supervisor doesn't read the pipe."""
        if self.ready_fd == CLOSED_FD:
            return False
        try:
            os.write(self.ready_fd, message.encode()[:MAX_MESSAGE_BYTES])
        except OSError:
            return False
        return True

    def exit_with_supervisor(self) -> None:
        """Send SIGTERM to this process when the supervisor has ended."""

        def wait_for_supervisor() -> None:
            os.read(self.lifeline_fd, 1)  # returns at the end of the pipe
            os.kill(os.getpid(), signal.SIGTERM)

        threading.Thread(target=wait_for_supervisor, name="lifeline", daemon=True).start()
