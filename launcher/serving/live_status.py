"""Status report of a running server for `goalbucks status`, sent by launcher/startup/control_channel.py."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from server import clock
from server.computer.host import HostComputer
from server.settings import program_version

Report = dict[str, Any]


def single_process_report(address: str, computer: HostComputer) -> Callable[[], Report]:
    """Return a function that creates the report of a server in a single process."""
    common = common_report(address)

    def report() -> Report:
        endpoint, read_status = computer.network.endpoint, computer.status.read
        students_address = endpoint.url(endpoint.address) if endpoint.address else None
        current = common | {"students_address": students_address}
        return current if read_status is None else current | asdict(read_status())

    return report


def common_report(address: str) -> Report:
    """Return the part that doesn't change while the server runs."""
    return {
        "version": program_version(),
        "started_at": clock.now().isoformat(timespec="seconds"),
        "address": address,
        "processes": 1,
    }
