"""`make bench`: benchmarks of the real program, printed as a table. A missed target is shown, not fatal."""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.performance import (
    address_change,
    backups,
    dashboard,
    desktop,
    first_load,
    history,
    memory,
    packaged,
    purchases,
    reviews,
    sign_ins,
    start_stages,
    streams,
)
from tests.performance.table import Figure, table

PARTS: dict[str, Callable[[Path], list[Figure]]] = {
    "start and memory": memory.measure,
    "start stages": start_stages.measure,
    "desktop": desktop.measure,
    "packaged": packaged.measure,
    "address_change": address_change.measure,
    "dashboard": dashboard.measure,
    "sign-ins": sign_ins.measure,
    "storm": sign_ins.measure_storm,
    "reviews": reviews.measure,
    "purchases": purchases.measure,
    "streams": streams.measure,
    "history": history.measure,
    "backups": backups.measure,
    "first load": first_load.measure,
}


def main() -> None:
    """Run the benchmarks named on the command line, or all."""
    wanted = sys.argv[1:] or list(PARTS)
    figures: list[Figure] = []
    begun = time.monotonic()
    before = os.getloadavg()[0]
    for name in wanted:
        sys.stderr.write(f"measuring: {name} ...\n")
        with tempfile.TemporaryDirectory(prefix="goalbucks-bench-") as folder:
            try:
                figures += PARTS[name](Path(folder))
            except Exception as failure:  # noqa: BLE001 - one part's failure must not hide the others' figures
                figures.append(Figure(name, f"failed: {failure!r}"[:120], "a figure", met=False))
    noise = f"{os.cpu_count()} cores; at the start {before:.1f} other processes were running, which is noise"
    sys.stdout.write(f"{table(figures)}\n\n{noise}; took {time.monotonic() - begun:.0f} s\n")


if __name__ == "__main__":
    main()
