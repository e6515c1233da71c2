"""Run `goalbucks move-to` and kill it: `python -m tests.school.killed_move_to FOLDER URL MEDIA POINT...`.

A process of its own, since each command runs in a fork, before any thread is started. A point is a step and the number
of items done, such as `rows written:150`. After each kill the number of teachers at the school is printed.
"""

import os
import signal
import sys

import psycopg

from launcher.__main__ import main
from launcher.cli import move
from launcher.cli.progress import Progress
from server.database.postgresql import to_libpq_url


class KillingProgress(Progress):
    """Kills its own process at the point."""

    point = ("", 0)

    def __call__(self, step: str, done: int, total: int) -> None:
        del total
        if step == self.point[0] and done >= self.point[1]:
            os.kill(os.getpid(), signal.SIGKILL)


def is_killed(point: str, arguments: list[str]) -> bool:
    """Run the command in a fork; return whether it was killed."""
    child = os.fork()
    if not child:
        step, _, count = point.partition(":")
        KillingProgress.point = (step, int(count))
        setattr(move, "Progress", KillingProgress)  # noqa: B010 - mypy refuses the assignment
        os._exit(main(arguments))
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def kill_at(points: list[str], folder: str, url: str, media: str) -> None:
    """Kill one command after the other, each on what the one before left."""
    for point in points:
        assert is_killed(point, ["move-to", url, "--media-url", media, "--data-dir", folder]), point
        with psycopg.connect(to_libpq_url(url)) as school:
            print(*school.execute("SELECT count(*) FROM teachers").fetchone() or ())  # noqa: T201 - read by the test


if __name__ == "__main__":
    kill_at(sys.argv[4:], *sys.argv[1:4])
