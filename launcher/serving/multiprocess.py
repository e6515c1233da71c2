"""Entry point of the supervising process of `serve --workers N`; launcher/serving/supervisor.py starts the workers."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from prometheus_client import CollectorRegistry
from prometheus_client.multiprocess import MultiProcessCollector

from launcher import sockets
from launcher.errors import BadOptionError
from launcher.launch_options import LaunchOptions
from launcher.logs import messages
from launcher.serving import live_status, service_manager
from launcher.serving.supervisor import Supervisor
from launcher.sockets import ListeningSockets
from launcher.startup.control_channel import ControlChannel


def supervise(options: LaunchOptions, arguments: Sequence[str], listening: ListeningSockets) -> None:
    """Run the workers at the shared port until a signal ends them."""
    if sys.platform == "win32":
        raise BadOptionError("Several processes require Linux or macOS: remove --workers (or GOALBUCKS_WORKERS).")
    settings = options.settings
    local_url = sockets.local_url(settings.host, listening.port, tls=settings.tls_cert is not None)
    # Workers have another working directory, so their paths are absolute.
    paths = {"--data-dir": settings.data_dir, "--tls-cert": settings.tls_cert, "--tls-key": settings.tls_key}
    absolute = [part for option, path in paths.items() if path for part in (option, str(path.absolute()))]
    workers = Supervisor(settings.workers, [*arguments, *absolute], listening.sockets)

    def report_ready() -> None:
        line = f"GoalBucks is ready: {local_url}"
        messages.report(settings, line)
        service_manager.notify_ready(line)

    with ControlChannel(settings.data_dir, lambda: False, _status_report(local_url, workers)):
        workers.run(report_ready)


def _status_report(address: str, workers: Supervisor) -> Callable[[], dict[str, Any]]:
    common = live_status.common_report(address)
    return lambda: common | {"processes": workers.count_alive()} | _connection_counts(workers.metrics_dir)


def _connection_counts(metrics_dir: Path) -> dict[str, int]:
    registry = CollectorRegistry()
    MultiProcessCollector(registry, path=str(metrics_dir))  # type: ignore[no-untyped-call]
    students = registry.get_sample_value("goalbucks_students_connected")
    streams = registry.get_sample_value("goalbucks_event_streams")
    if students is None or streams is None:
        return {}
    return {"students": int(students), "devices": int(streams)}
