"""`serve --workers N`: the supervising process and its workers (launcher/serving/supervisor.py)."""

import logging
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from launcher.cli import parser
from launcher.errors import BadOptionError, LaunchError
from launcher.logs import files as log
from launcher.serving import live_status, service_manager, sockets, tls
from launcher.serving.supervisor import Supervisor, WorkerConfig
from launcher.startup import data_dir

if TYPE_CHECKING:
    from launcher.cli.parser import LaunchOptions
    from launcher.serving.sockets import ListeningSockets
    from launcher.startup.single_instance import SingleInstance


def supervise(
    options: "LaunchOptions", arguments: Sequence[str], listening: "ListeningSockets", instance: "SingleInstance"
) -> None:
    """Run the workers at the shared port until a signal ends them."""
    if sys.platform == "win32":
        raise BadOptionError("Several processes need Linux or macOS: take --workers away.")
    local_url = sockets.local_url(options.settings.host, listening.port, tls=options.settings.tls_cert is not None)
    # Workers have another working directory, so their paths are absolute.
    paths = {
        "--data-dir": options.settings.data_dir,
        "--tls-cert": options.settings.tls_cert,
        "--tls-key": options.settings.tls_key,
    }
    absolute = [part for option, path in paths.items() if path for part in (option, str(path.absolute()))]
    workers = Supervisor(options.settings.workers, [*arguments, *absolute], listening.sockets)
    status = live_status.multiprocess_report(local_url, workers.metrics_dir, workers.count_alive)
    instance.start_listening(lambda: False, status)

    def report_ready() -> None:
        line = f"GoalBucks is ready: {local_url}"
        log.report(options.settings, line)
        service_manager.notify_ready(line)

    workers.run(report_ready)


def run_worker(config: WorkerConfig, arguments: Sequence[str]) -> int:
    """Run one worker and return its exit code."""
    from server.computer import ClassComputer, NetworkEndpoint  # noqa: PLC0415
    from server.http.metrics import set_worker_id  # noqa: PLC0415

    data_dir.restrict_umask()
    config.exit_with_supervisor()
    settings = parser.parse(arguments).settings
    log.configure(settings, log.WORKER_FILE.format(number=config.number))
    set_worker_id(config.number)
    listeners = config.open_sockets()
    settings = settings.model_copy(update={"port": sockets.port_of(listeners)})
    certificate = tls.create_ssl_context(settings.tls_cert, settings.tls_key) if settings.tls_cert else None
    from launcher.serving.server import serve  # noqa: PLC0415

    computer = ClassComputer(NetworkEndpoint(settings.port, tls=certificate is not None))
    try:
        serve(
            settings,
            computer,
            listeners,
            certificate=certificate,
            background_services=[],
            on_ready=config.report_ready,
            on_stopping=lambda: None,
        )
    except LaunchError as error:
        if not config.report_refusal(str(error)):
            log.report(settings, str(error), level=logging.ERROR)
        return error.exit_code
    return 0
