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

    The worker writes to `ready_fd`. Nobody writes to `lifeline_fd`: it is closed when the supervisor ends.
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
        number, sockets, ready, life = text.split(":")
        return cls(int(number), [int(each) for each in sockets.split(",")], int(ready), int(life))

    def open_sockets(self) -> list[socket.socket]:
        """Return the listening sockets of the supervisor."""
        return [socket.socket(fileno=each) for each in self.socket_fds]

    def report_ready(self) -> None:
        """Report that requests are answered, and close the pipe."""
        with contextlib.suppress(BrokenPipeError):  # the supervisor does not read the pipe of a replacement
            os.write(self.ready_fd, READY)
        os.close(self.ready_fd)
        self.ready_fd = CLOSED_FD

    def report_failure(self, sentence: str) -> bool:
        """Report why this worker doesn't start; False when the supervisor doesn't read it."""
        if self.ready_fd == CLOSED_FD:
            return False
        try:
            os.write(self.ready_fd, sentence.encode()[:MAX_MESSAGE_BYTES])
        except OSError:
            return False
        return True

    def exit_with_supervisor(self) -> None:
        """Send SIGTERM to this process when the supervisor is gone."""

        def wait_for_end() -> None:
            os.read(self.lifeline_fd, 1)  # returns at the end of the pipe
            os.kill(os.getpid(), signal.SIGTERM)

        threading.Thread(target=wait_for_end, name="lifeline", daemon=True).start()
