"""Run the application with uvicorn, from listening sockets to a graceful shutdown. Imports the whole server."""

import asyncio
import gc
import logging
import signal
import socket
import ssl
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from importlib.util import find_spec
from types import FrameType
from typing import cast

import uvicorn

from launcher.errors import LaunchError
from launcher.logs import messages
from launcher.logs.files import save_start_failure
from launcher.serving import forced_exit, service_manager
from launcher.serving.accepting import BATCH_SIZE, SHARED_SOCKET_BATCH_SIZE, BatchServer
from launcher.serving.background_services import running_background_services
from launcher.serving.forwarding import ForwardedHeadersMiddleware
from launcher.serving.protocol import (
    MAX_CONNECTIONS_PER_ADDRESS,
    SCHOOL_MAX_CONNECTIONS_PER_ADDRESS,
    TimeoutHttpProtocol,
    make_protocol_class,
)
from launcher.startup.error_translation import to_launch_error
from server.app import close_event_streams, create_app
from server.computer.host import HostComputer
from server.deployment import Deployment
from server.lifespan import BackgroundService
from server.recovery.switch import RecoverySwitch
from server.settings import Settings

if sys.platform != "win32":
    import resource

GRACEFUL_SHUTDOWN_SECONDS = 2
"""Time for requests in progress after a signal before they are cancelled. forced_exit.py limits the whole shutdown."""
OPEN_FILE_LIMIT = 8192
KEEP_ALIVE_SECONDS = 75
"""Longer than most pauses between two clicks, so that the next request reuses the connection."""
NO_REASON = "the server ended without reporting a reason"
RECOVERY_STATUS = "The database is damaged or missing. Looking for the newest good backup."


def serve(  # noqa: PLR0913 - most are keyword-only
    settings: Settings,
    computer: HostComputer,
    sockets: list[socket.socket],
    *,
    ssl_context: ssl.SSLContext | None,
    background_services: Sequence[BackgroundService],
    on_ready: Callable[[], None],
    on_stopping: Callable[[], None],
) -> None:
    """Serve until SIGTERM or SIGINT, then end gracefully.

    `on_ready` is called once requests are answered, `on_stopping` when shutdown begins; neither may block. The
    background services run while requests are answered.
    With a damaged database the recovery application answers first (server/recovery). Raises LaunchError when the
    application doesn't start for any other reason.
    """
    app = create_app(settings, computer, partial(running_background_services, background_services))
    application = RecoverySwitch(app, settings, report=_report_damage, on_recovered=on_ready)
    errors = _StartupErrors()
    server = _Server(
        _uvicorn_config(settings, application, ssl_context),
        on_started=[errors.close, partial(_report_started, application, on_ready)],
        on_stopping=[on_stopping, partial(close_event_streams, app)],
        batch_size=BATCH_SIZE if settings.workers == 1 else SHARED_SOCKET_BATCH_SIZE,
    )
    _raise_open_file_limit()
    try:
        server.run(sockets=sockets)
    except SystemExit:
        # uvicorn raises this when the application's start failed.
        if server.started:
            raise
        raise _launch_error(application.failure, settings, errors.text()) from None
    finally:
        errors.close()


def _uvicorn_config(
    settings: Settings, application: RecoverySwitch, ssl_context: ssl.SSLContext | None
) -> uvicorn.Config:
    is_school = Deployment.of(settings).is_school
    max_connections = SCHOOL_MAX_CONNECTIONS_PER_ADDRESS if is_school else MAX_CONNECTIONS_PER_ADDRESS
    return uvicorn.Config(
        # Sign-in as a teacher depends on the client's address, so only a trusted proxy's headers may replace it.
        ForwardedHeadersMiddleware(application, settings.trusted_proxies) if settings.trusted_proxies else application,
        loop=_event_loop(),
        http=make_protocol_class(settings.is_trusted_proxy, max_connections),
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=GRACEFUL_SHUTDOWN_SECONDS,
        ssl_context_factory=(lambda _config, _default: ssl_context) if ssl_context else None,
    )


def _report_started(application: RecoverySwitch, on_ready: Callable[[], None]) -> None:
    if application.in_recovery:
        service_manager.notify_ready(RECOVERY_STATUS)
    else:
        on_ready()


def _report_damage(sentence: str) -> None:
    messages.print_message(sentence, logging.ERROR)
    service_manager.notify(STATUS=sentence)


def _launch_error(failure: BaseException | None, settings: Settings, trace: str) -> LaunchError:
    """Return the error of a failed start, and save its traceback."""
    failure = failure or RuntimeError(NO_REASON)
    logging.getLogger("launcher").info("the start failed", extra={"crash": failure})
    return to_launch_error(failure, settings.data_dir, save_start_failure(settings.data_dir, trace))


def _event_loop() -> str:
    """Return uvicorn's `loop` setting: the name of an event loop, or the import string of a factory."""
    if sys.platform == "win32":
        return "launcher.serving.windows_loop:open_loop"
    return "uvloop" if find_spec("uvloop") else "asyncio"


def _raise_open_file_limit() -> None:
    """Raise the limit on open files: a browser opens up to six connections, and some systems allow 256 files."""
    if sys.platform != "win32":
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        target = OPEN_FILE_LIMIT if hard == resource.RLIM_INFINITY else min(OPEN_FILE_LIMIT, hard)
        if soft != resource.RLIM_INFINITY and soft < target:
            with suppress(OSError, ValueError):  # the default is enough for a small class
                resource.setrlimit(resource.RLIMIT_NOFILE, (target, hard))


class _Server(uvicorn.Server):
    """uvicorn's server with callbacks, batched accepting, and a shutdown with a time limit and exit code 0."""

    def __init__(
        self,
        config: uvicorn.Config,
        on_started: list[Callable[[], None]],
        on_stopping: list[Callable[[], None]],
        batch_size: int,
    ) -> None:
        super().__init__(config)
        self._on_started = on_started
        self._on_stopping = on_stopping
        self._batch_size = batch_size
        self._exit_stack = ExitStack()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the application, accept connections, and call `on_started` unless a signal came first."""
        if sys.platform == "win32":  # its event loop has no add_reader
            await super().startup(sockets)
        else:
            await super().startup([])
            self.servers = cast("list[asyncio.Server]", [self._create_batch_server(each) for each in sockets or ()])
        self._exit_stack.enter_context(forced_exit.armed_by_signals())
        # The program itself is exempt from later collections, each of which would delay a request by up to 50 ms.
        gc.freeze()
        gc.enable()
        if not self.should_exit:
            for callback in self._on_started:
                callback()

    def _create_batch_server(self, listener: socket.socket) -> BatchServer:
        protocol_class = cast("type[TimeoutHttpProtocol]", self.config.http_protocol_class)
        return BatchServer(
            listener,
            lambda: protocol_class(self.config, self.server_state, self.lifespan.state),
            is_refused=protocol_class.is_refused,
            ssl_context=self.config.ssl,
            batch_size=self._batch_size,
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Call `on_stopping`, which closes the event streams, then finish the other requests."""
        for callback in self._on_stopping:
            callback()
        await super().shutdown(sockets)
        self._exit_stack.close()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin the shutdown.

        uvicorn's own handler would raise the signal again afterwards, so the exit code would be that of the signal.
        """
        del frame
        if self.should_exit:
            # A second Ctrl+C ends it without waiting for requests.
            self.force_exit = self.force_exit or sig == signal.SIGINT
            return
        self.should_exit = True
        if self.started:  # a database migration before that may take as long as it needs
            forced_exit.arm()


class _StartupErrors(logging.Handler):
    """Collects uvicorn's error log during the start, so that the teacher sees no tracebacks."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._lines: list[str] = []
        self._logger = logging.getLogger("uvicorn.error")
        self._logger.addHandler(self)
        self._logger.propagate = False

    def emit(self, record: logging.LogRecord) -> None:
        """Collect one record."""
        self._lines.append(self.format(record))

    def text(self) -> str:
        """Return the collected lines."""
        return "\n".join(self._lines)

    def close(self) -> None:
        """Restore uvicorn's usual log; may be called twice."""
        self._logger.removeHandler(self)
        self._logger.propagate = True
        super().close()
