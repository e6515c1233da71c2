"""Time until students reach the class computer again after its address changed, on an isolated network."""

import statistics
import time
from pathlib import Path

from tests.lan import lab
from tests.lan.processes import ClassComputerProcess
from tests.lan.school_network import open_school
from tests.lan.test_network_changes import NAME, wait_until_reachable
from tests.performance import bars
from tests.performance.table import Figure

ADDRESSES = (50, 51, 52)


def measure(folder: Path) -> list[Figure]:
    """The median of several changes."""
    missing = lab.why_missing()
    if missing is not None:
        return [bars.ADDRESS_CHANGE.skipped(missing)]
    with open_school(folder) as network:
        device = network.switch.add_host(21)
        computer, _ = network.class_computer()
        computer.wait_for_name(NAME)
        times = [_seconds_after_change(device, computer, number) for number in ADDRESSES]
    note = f"median of {len(times)}, {min(times):.1f} to {max(times):.1f}"
    return [bars.ADDRESS_CHANGE.measured(statistics.median(times), note)]


def _seconds_after_change(device: lab.Host, computer: ClassComputerProcess, number: int) -> float:
    computer.host.take_address(number)
    started_at = time.monotonic()
    wait_until_reachable(device, computer)
    return time.monotonic() - started_at
