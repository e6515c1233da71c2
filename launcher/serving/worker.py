"""Worker process of `serve --workers N`. Imports the whole server, which the supervising process doesn't need."""

import logging
from collections.abc import Sequence

from launcher import sockets
from launcher.cli import parser
from launcher.errors import LaunchError
from launcher.exit_codes import ExitCode
from launcher.logs import messages
from launcher.logs.configuration import configure
from launcher.logs.files import WORKER_FILE
from launcher.serving import tls
from launcher.serving.server import serve
from launcher.serving.worker_config import WorkerConfig
from launcher.startup import data_dir
from server.computer.host import HostComputer
from server.computer.network import NetworkEndpoint
from server.http.metrics import set_worker_id


def run_worker(config_argument: str, arguments: Sequence[str]) -> int:
    """Run one worker and return its exit code; `config_argument` is a WorkerConfig."""
    config = WorkerConfig.from_argument(config_argument)
    data_dir.restrict_umask()
    config.exit_with_supervisor()
    settings = parser.parse(arguments).settings
    configure(settings, WORKER_FILE.format(number=config.number))
    set_worker_id(config.number)
    listeners = config.open_sockets()
    settings = settings.model_copy(update={"port": sockets.port_of(listeners)})
    ssl_context = tls.create_ssl_context(settings.tls_cert, settings.tls_key) if settings.tls_cert else None
    try:
        serve(
            settings,
            HostComputer(NetworkEndpoint(settings.port, tls=ssl_context is not None)),
            listeners,
            ssl_context=ssl_context,
            background_services=(),
            on_ready=config.report_ready,
            on_stopping=lambda: None,
        )
    except LaunchError as error:
        if not config.report_failure(str(error)):
            messages.report(settings, str(error), level=logging.ERROR)
        return error.exit_code
    return ExitCode.OK
