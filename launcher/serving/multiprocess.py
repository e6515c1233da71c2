"""`serve --workers N`: the supervising process and its workers (launcher/serving/supervisor.py)."""

import logging
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from launcher.cli import parser
from launcher.errors import BadOptionError, LaunchError
from launcher.logs import files as log
from launcher.serving import live_status, service_manager, sockets, tls
from launcher.serving.supervisor import Orders, Workers
from launcher.startup import data_dir

if TYPE_CHECKING:
    from launcher.cli.parser import Start
    from launcher.serving.sockets import Listening
    from launcher.startup.single_instance import SingleInstance


def look_after(options: "Start", arguments: Sequence[str], listening: "Listening", instance: "SingleInstance") -> None:
    """Run the workers at the shared port until a signal ends them."""
    if sys.platform == "win32":
        raise BadOptionError("Several processes need Linux or macOS: take --workers away.")
    local_url = sockets.own_url(options.settings.host, listening.port, tls=options.settings.tls_cert is not None)
    # Workers have another working directory, so their paths are absolute.
    paths = {
        "--data-dir": options.settings.data_dir,
        "--tls-cert": options.settings.tls_cert,
        "--tls-key": options.settings.tls_key,
    }
    absolute = [part for option, path in paths.items() if path for part in (option, str(path.absolute()))]
    workers = Workers(options.settings.workers, [*arguments, *absolute], listening.sockets)
    status = live_status.of_several_processes(local_url, workers.measures, workers.count_alive)
    instance.hear(lambda: False, status)

    def report_ready() -> None:
        line = f"GoalBucks is ready: {local_url}"
        log.tell(options.settings, line)
        service_manager.notify_ready(line)

    workers.run(report_ready)


def serve_as_one(config: Orders, arguments: Sequence[str]) -> int:
    """Run one worker and return its exit code."""
    from server.computer import ClassComputer, Reach  # noqa: PLC0415
    from server.http.metrics import count_as  # noqa: PLC0415

    data_dir.keep_files_private()
    config.end_with_the_first()
    settings = parser.parse(arguments).settings
    log.begin(settings, log.WORKER_FILE.format(number=config.number))
    count_as(config.number)
    listeners = config.open_sockets()
    settings = settings.model_copy(update={"port": sockets.port_of(listeners)})
    certificate = tls.context(settings.tls_cert, settings.tls_key) if settings.tls_cert else None
    from launcher.serving.server import serve  # noqa: PLC0415

    computer = ClassComputer(Reach(settings.port, tls=certificate is not None))
    try:
        serve(
            settings,
            computer,
            listeners,
            certificate=certificate,
            background_services=[],
            on_ready=config.tell_ready,
            on_stopping=lambda: None,
        )
    except LaunchError as error:
        if not config.tell_refusal(str(error)):
            log.tell(settings, str(error), level=logging.ERROR)
        return error.exit_code
    return 0
