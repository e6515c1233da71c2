"""Status reports of a running server for `goalbucks status`, sent by launcher/startup/single_instance.py."""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from server import clock
from server.computer import ClassComputer
from server.settings import program_version

Report = dict[str, Any]


def single_process_report(address: str, computer: ClassComputer) -> Callable[[], Report]:
    """Make the report of a server that is a single process."""
    common = _common(address)

    def report() -> Report:
        reach, read = computer.endpoint, computer.runtime_status
        students_address = reach.url(reach.address) if reach.address else None
        found = common | {"students_address": students_address}
        return found if read is None else found | asdict(read())

    return report


def multiprocess_report(address: str, metrics_dir: Path, count_alive: Callable[[], int]) -> Callable[[], Report]:
    """Make the report of `serve --workers N`; `metrics_dir` is the Prometheus directory that the workers share."""
    common = _common(address)
    return lambda: common | {"processes": count_alive()} | _connection_counts(metrics_dir)


def _common(address: str) -> Report:
    return {
        "version": program_version(),
        "started_at": clock.now().isoformat(timespec="seconds"),
        "address": address,
        "processes": 1,
    }


def _connection_counts(metrics_dir: Path) -> Report:
    from prometheus_client import CollectorRegistry  # noqa: PLC0415 - only `status` needs it
    from prometheus_client.multiprocess import MultiProcessCollector  # noqa: PLC0415

    registry = CollectorRegistry()
    MultiProcessCollector(registry, path=str(metrics_dir))  # type: ignore[no-untyped-call]
    students = registry.get_sample_value("goalbucks_students_connected")
    streams = registry.get_sample_value("goalbucks_event_streams")
    if students is None or streams is None:
        return {}
    return {"students": int(students), "devices": int(streams)}
