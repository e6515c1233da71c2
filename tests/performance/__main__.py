"""`make bench`: benchmarks of the real program, as a table with the bar of each figure and what fell short.

`--quick` takes about a minute and measures the figures that tell most.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.performance import (
    address_change,
    backups,
    bars,
    chromebook,
    day_job,
    desktop,
    first_load,
    history,
    members,
    memory,
    packaged,
    progress,
    purchases,
    reads,
    reviews,
    sample_class,
    sign_ins,
    start,
    start_stages,
    streams,
    terms,
)
from tests.performance.calibration import Calibration
from tests.performance.calibration_page import page_seconds
from tests.performance.calibration_work import work_seconds
from tests.performance.runner import Benchmark
from tests.performance.table import Figure

Part = Callable[[Path], list[Figure]]
"""Measures in an empty folder."""

PARTS: dict[str, Part] = {
    "start": start.measure,
    "start-stages": start_stages.measure,
    "memory": memory.measure,
    "reads": reads.measure,
    "members": members.measure,
    "history": history.measure,
    "records": history.measure_records,
    "day-job": day_job.measure,
    "progress": progress.measure,
    "terms": terms.measure,
    "sign-ins": sign_ins.measure,
    "storm": sign_ins.measure_storm,
    "sample-class": sample_class.measure,
    "first-load": first_load.measure,
    "chromebook": chromebook.measure,
    "desktop": desktop.measure,
    "packaged": packaged.measure,
    "address-change": address_change.measure,
    "reviews": reviews.measure,
    "purchases": purchases.measure,
    "streams": streams.measure,
    "backups": backups.measure,
}
WORK = Calibration("Python and SQLite work", work_seconds, bars.REFERENCE.work)
PAGE = Calibration("a page in the browser", page_seconds, bars.REFERENCE.page)
PAGE_PARTS = frozenset({"first-load", "chromebook"})
"""Parts whose times are those of pages in Chromium."""
QUICK_PARTS: dict[str, Part] = {
    "start": partial(start.measure, starts=3),
    "memory": memory.measure_idle,
    "reads": partial(reads.measure_young, rounds=3),
    "sign-ins": partial(sign_ins.measure, rounds=3),
    "first-load": first_load.measure,
}


def main() -> int:
    """Run the parts named on the command line, or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.performance", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"all, if none is named: {', '.join(PARTS)}")
    parser.add_argument("--quick", action="store_true", help=f"a minute: {', '.join(QUICK_PARTS)}")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a figure falls short of its bar")
    options = parser.parse_args()
    parts = QUICK_PARTS if options.quick else PARTS
    if unknown := sorted(set(options.parts) - set(parts)):
        parser.error(f"no such part: {', '.join(unknown)}")
    benchmark = Benchmark()
    for name in options.parts or parts:
        with tempfile.TemporaryDirectory(prefix="goalbucks-bench-") as folder:
            benchmark.run(name, partial(parts[name], Path(folder)), PAGE if name in PAGE_PARTS else WORK)
    return benchmark.finish(strict=options.strict)


if __name__ == "__main__":
    sys.exit(main())
