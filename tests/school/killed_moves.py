"""Moves that are killed at one point after the other: `python -m tests.school.killed_moves FOLDER URL MEDIA POINT...`.

In a process of its own, since each move is a fork: nothing but imports was done before. A point is what is being done
and how much of it is done then, such as `rows written:150`. Prints after each how many teachers the school has.
"""

import os
import signal
import sys

import psycopg

from launcher.__main__ import main
from launcher.cli import move
from launcher.cli.progress import Progress
from server.database.postgresql import to_libpq_url


class Plug(Progress):
    """Is pulled at the point."""

    point = ("", 0)

    def __call__(self, step: str, done: int, total: int) -> None:
        del total
        if step == self.point[0] and done >= self.point[1]:
            os.kill(os.getpid(), signal.SIGKILL)


def killed(point: str, arguments: list[str]) -> bool:
    """In a fork: whether it was killed there."""
    child = os.fork()
    if not child:
        step, _, count = point.partition(":")
        Plug.point = (step, int(count))
        setattr(move, "Progress", Plug)  # noqa: B010 - it isn't that module's to give
        os._exit(main(arguments))
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def kill_at(points: list[str], folder: str, url: str, media: str) -> None:
    """Each kill finds what the one before left."""
    for point in points:
        assert killed(point, ["move-to", url, "--media-url", media, "--data-dir", folder]), point
        with psycopg.connect(to_libpq_url(url)) as school:
            print(*school.execute("SELECT count(*) FROM teachers").fetchone() or ())  # noqa: T201 - what the test reads


if __name__ == "__main__":
    kill_at(sys.argv[4:], *sys.argv[1:4])
