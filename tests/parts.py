"""Run the tests that are too long for every change, part by part: `make test-long` and `make package-test`.

A part is a folder of tests, and can be run by itself: `make test-long ARGS=attacks`. Each prints its failures as they
come and its duration at the end. A second run in the same checkout waits, because both would use the same cache and
would take each other's processor time.
"""

import argparse
import fcntl
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.factories.paths import ROOT

LONG_PARTS = ("unit", "contract", "e2e", "lan", "launcher", "school", "server", "attacks", "durability")
"""Folders with tests marked `long`, the ones that take hours last."""
PACKAGE_PART = "packaging"
TIMEOUT_SECONDS = 3600
"""For a test without the marker `timeout`."""
NOTHING_SELECTED = 5
"""pytest's exit code."""
LOCK = ROOT / "build" / "long-tests.lock"


@dataclass(frozen=True, slots=True)
class PartResult:
    """One part's end."""

    name: str
    passed: bool
    seconds: float

    def __str__(self) -> str:
        minutes, seconds = divmod(round(self.seconds), 60)
        return f"{self.name:<12} {'passed' if self.passed else 'FAILED'} after {minutes} min {seconds} s"


def pytest_command(part: str, workers: int, options: Sequence[str]) -> list[str]:
    """The command that runs a part. Tests of the packages continue from one another: one process runs them."""
    command = [sys.executable, "-m", "pytest", "--quiet", "-p", "tests.instant_failures", "--timeout", TIMEOUT_SECONDS]
    if part == PACKAGE_PART:
        command += ["-m", "package"]
    else:
        command += ["-m", "long", "--database", "both", "--numprocesses", workers, "--dist", "worksteal"]
    return [*map(str, command), f"tests/{part}", *options]


def run_part(part: str, workers: int, options: Sequence[str]) -> PartResult:
    """Run a part and print its duration."""
    _say(f"== {part}")
    started = time.monotonic()
    ended = subprocess.run(pytest_command(part, workers, options), cwd=ROOT, check=False)
    is_empty = ended.returncode == NOTHING_SELECTED and bool(options)
    result = PartResult(part, ended.returncode == 0 or is_empty, time.monotonic() - started)
    _say(f"== {result}")
    return result


@contextmanager
def only_run(lock: Path = LOCK) -> Iterator[None]:
    """Wait until no other run in this checkout has begun and not ended."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            _say("Another run of long tests in this checkout hasn't ended: this one waits for it.")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def main() -> int:
    """Run the parts named on the command line, or all long ones."""
    parser = argparse.ArgumentParser(prog="python -m tests.parts", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(LONG_PARTS)}; {PACKAGE_PART}")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="by default one for each core")
    parser.add_argument("--pytest", nargs=argparse.REMAINDER, default=[], metavar="...", help="options of pytest, last")
    options = parser.parse_args()
    if unknown := sorted(set(options.parts) - {*LONG_PARTS, PACKAGE_PART}):
        parser.error(f"no such part: {', '.join(unknown)}")
    with only_run():
        results = [run_part(part, options.workers, options.pytest) for part in options.parts or LONG_PARTS]
    _say("\n".join(["", *map(str, results)]))
    return 0 if all(each.passed for each in results) else 1


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
