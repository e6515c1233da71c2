"""Runs the parts of a benchmark, marks what was measured on a busy machine, and prints the report."""

import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import psutil

from tests.performance.calibration import Calibration, Scale
from tests.performance.table import MULTIPLE, Figure, report, shortfalls

BUSY_PERCENT = 15
"""Use of all cores by other processes, from which on a timing that misses its bar proves nothing."""
SAMPLE_SECONDS = 0.5


@dataclass(slots=True)
class Benchmark:
    """The figures so far."""

    figures: list[Figure] = field(default_factory=list)
    _began: float = field(default_factory=time.monotonic)
    _others: list[float] = field(default_factory=list)
    _scales: dict[str, list[Scale]] = field(default_factory=dict)

    def run(self, name: str, measure: Callable[[], Sequence[Figure]], calibration: Calibration | None = None) -> None:
        """Run one part; its failure is a figure too, so that the other parts still run.

        With a calibration, that is measured before and after the part, and their mean decides about its bars.
        """
        sys.stderr.write(f"measuring: {name} ({time.monotonic() - self._began:.0f} s so far) ...\n")
        before = psutil.cpu_percent(SAMPLE_SECONDS)
        try:
            measured = list(measure() if calibration is None else self._compare(measure, calibration))
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
        calibrations = "".join(_calibration_line(name, scales) for name, scales in self._scales.items())
        sys.stdout.write(f"{report(self.figures)}\n\n{calibrations}{noise}; {took}\n")
        return 1 if strict and shortfalls(self.figures) else 0

    def _compare(self, measure: Callable[[], Sequence[Figure]], calibration: Calibration) -> list[Figure]:
        before = calibration.measure()
        figures = measure()
        scale = Scale((before + calibration.measure()) / 2, calibration.reference)
        self._scales.setdefault(calibration.name, []).append(scale)
        return [each.compared(scale) for each in figures]


def _calibration_line(name: str, scales: Sequence[Scale]) -> str:
    """The calibration's time here, and where the seconds of the bars hold."""
    times = [1000 * each.seconds for each in scales]
    here = f"{min(times):.1f} ms" if len(times) == 1 else f"{min(times):.1f} to {max(times):.1f} ms"
    return f"1 {MULTIPLE} ({name}): {here} here, {1000 * scales[0].reference:.1f} ms where the bars' seconds hold\n"
