"""Measure the calibrations, and print `REFERENCE` for `bars.py`: `python -m tests.performance.reference`.

The bars are in seconds of the computer that earlier figures come from. This one may be slower or faster: two of those
figures, measured again, say by how much, and the calibrations are divided by that. That is right only while the
program itself needs as much processor time as it did; once it doesn't, name the slowdown (`--slowdown`), found by
measuring a commit of which a figure of the other computer is known. Run it on a quiet computer.
"""

import argparse
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from statistics import geometric_mean

from tests.performance import bars, reads, start
from tests.performance.calibration_page import page_seconds
from tests.performance.calibration_work import work_seconds
from tests.performance.table import Figure, Metric

EARLIER = {bars.START_CPU: 0.77, bars.STATS_CPU: 0.50}
"""Figures of the computer whose seconds the bars mean."""
ROUNDS = 3


def slowdown(figures: Mapping[Metric, float]) -> float:
    """How many times longer this computer takes than the one of the earlier figures."""
    return geometric_mean(figures[metric] / earlier for metric, earlier in EARLIER.items())


def reference_line(work: float, page: float, slower: float) -> str:
    """The line for `bars.py` of calibrations measured on a computer that is this many times slower."""
    return f"REFERENCE = Reference(work={work / slower:.4f}, page={page / slower:.4f})"


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.performance.reference", description=__doc__)
    parser.add_argument("--slowdown", type=float, metavar="TIMES", help="instead of comparing with earlier figures")
    options = parser.parse_args()
    calibrations = [(work_seconds(), page_seconds()) for _ in range(ROUNDS)]
    slower = _measured_slowdown() if options.slowdown is None else options.slowdown
    work, page = map(min, zip(*calibrations, strict=True))
    sys.stdout.write(
        f"here: work {work:.4f} s, page {page:.4f} s; {slower:.2f} times the seconds of the bars' computer\n"
        f"{reference_line(work, page, slower)}\n"
    )
    return 0


def _measured_slowdown() -> float:
    with tempfile.TemporaryDirectory(prefix="goalbucks-bench-") as folder:
        figures = [*start.measure(Path(folder) / "start"), *reads.measure_young(Path(folder) / "reads")]
    measured = _values(figures)
    for metric, earlier in EARLIER.items():
        sys.stdout.write(f"{metric.name}: {measured[metric]:.2f} {metric.unit}, earlier {earlier:.2f}\n")
    return slowdown(measured)


def _values(figures: list[Figure]) -> dict[Metric, float]:
    return {each.measurement.metric: each.measurement.value for each in figures if each.measurement is not None}


if __name__ == "__main__":
    sys.exit(main())
