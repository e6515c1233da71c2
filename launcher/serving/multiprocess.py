"""`serve --workers N`: what the first process does, and what each of the others (launcher/serving/supervisor.py)."""

import logging
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from launcher.cli import parser
from launcher.errors import BadOptionError, LaunchError
from launcher.logs import files as log
from launcher.serving import live_status, service_manager, tls
from launcher.serving import sockets as network
from launcher.serving.supervisor import Orders, Workers
from launcher.startup import data_dir

if TYPE_CHECKING:
    from launcher.cli.parser import Start
    from launcher.serving.sockets import Listening
    from launcher.startup.single_instance import SingleInstance


def look_after(start: "Start", given: Sequence[str], listening: "Listening", instance: "SingleInstance") -> None:
    """Let several processes serve at the port until a signal ends them."""
    if sys.platform == "win32":
        raise BadOptionError("Several processes need Linux or macOS: take --workers away.")
    own = network.own_url(start.settings.host, listening.port, tls=start.settings.tls_cert is not None)
    # They run elsewhere: files are named from the root.
    files = {"--data-dir": start.settings.data_dir, "--tls-cert": start.settings.tls_cert}
    files["--tls-key"] = start.settings.tls_key
    named = [part for name, path in files.items() if path for part in (name, str(path.absolute()))]
    several = Workers(start.settings.workers, [*given, *named], listening.sockets)
    status = live_status.of_several_processes(own, several.measures, several.count_alive)
    instance.hear(lambda: False, status)

    def tell_ready() -> None:
        line = f"GoalBucks is ready: {own}"
        log.tell(start.settings, line)
        service_manager.notify_ready(line)

    several.run(tell_ready)


def serve_as_one(orders: Orders, given: Sequence[str]) -> int:
    """One of several processes at one port; whatever a single one does once is not its business."""
    from server.computer import ClassComputer, Reach  # noqa: PLC0415
    from server.http.metrics import count_as  # noqa: PLC0415

    data_dir.keep_files_private()
    orders.end_with_the_first()
    settings = parser.parse(given).settings
    log.begin(settings, log.WORKER_FILE.format(number=orders.number))
    count_as(orders.number)
    sockets = orders.open_sockets()
    settings = settings.model_copy(update={"port": network.port_of(sockets)})
    certificate = tls.context(settings.tls_cert, settings.tls_key) if settings.tls_cert else None
    from launcher.serving.server import serve  # noqa: PLC0415

    computer = ClassComputer(Reach(settings.port, tls=certificate is not None))
    try:
        serve(
            settings,
            computer,
            sockets,
            certificate=certificate,
            beside=[],
            on_ready=orders.tell_ready,
            on_stopping=lambda: None,
        )
    except LaunchError as error:
        if not orders.tell_refusal(str(error)):
            log.tell(settings, str(error), level=logging.ERROR)
        return error.exit_code
    return 0
