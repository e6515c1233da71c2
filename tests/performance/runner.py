"""Runs the parts of a benchmark, marks what was measured on a busy machine, and prints the report."""

import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import psutil

from tests.performance.table import Figure, report, shortfalls

BUSY_PERCENT = 15
"""Use of all cores by other processes, from which on a timing that misses its bar proves nothing."""
SAMPLE_SECONDS = 0.5


@dataclass(slots=True)
class Benchmark:
    """The figures so far."""

    figures: list[Figure] = field(default_factory=list)
    _began: float = field(default_factory=time.monotonic)
    _others: list[float] = field(default_factory=list)

    def run(self, name: str, measure: Callable[[], Sequence[Figure]]) -> None:
        """Run one part; its failure is a figure too, so that the other parts still run."""
        sys.stderr.write(f"measuring: {name} ({time.monotonic() - self._began:.0f} s so far) ...\n")
        before = psutil.cpu_percent(SAMPLE_SECONDS)
        try:
            measured = list(measure())
        except Exception as failure:  # noqa: BLE001 - one part's failure must not hide the others' figures
            measured = [Figure(name, f"failed: {failure!r}"[:200], "a figure", met=False)]
        others = (before + psutil.cpu_percent(SAMPLE_SECONDS)) / 2
        self._others.append(others)
        is_busy = others > BUSY_PERCENT
        self.figures += [replace(each, is_noisy=each.is_timing and is_busy) for each in measured]

    def finish(self, *, strict: bool) -> int:
        """Print the report; return the exit code, which is 1 in strict mode if a figure fell short."""
        others = max(self._others, default=0.0)
        noise = f"{os.cpu_count()} cores; other processes used up to {others:.0f}% of them"
        took = f"took {time.monotonic() - self._began:.0f} s"
        sys.stdout.write(f"{report(self.figures)}\n\n{noise}; {took}\n")
        return 1 if strict and shortfalls(self.figures) else 0
