"""uvicorn's life: from listening sockets to a graceful end. Imported late, since it brings the whole server along."""

import asyncio
import logging
import signal
import socket
import ssl
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, suppress
from functools import partial
from importlib.util import find_spec
from types import FrameType
from typing import cast

import uvicorn

from launcher.logs import files
from launcher.serving import forced_exit, service_manager
from launcher.serving.accepting import BATCH, BATCH_OF_SHARED, BatchServer
from launcher.serving.forwarding import ForwardedHeadersMiddleware
from launcher.serving.protocol import PER_ADDRESS, PER_ADDRESS_AT_SCHOOL, PatientProtocol, protocol
from launcher.startup.failures import refusal
from server.app import create_app, end_streams
from server.computer import ClassComputer
from server.lifespan import Beside
from server.recovery.switch import Rescuable
from server.settings import Settings

if sys.platform != "win32":
    import resource

LAST_REQUESTS_SECONDS = 2
"""What is under way may finish for so long after the signal; then it is cancelled. The end is forced_exit.py's."""
OPEN_FILES = 8192
KEEP_ALIVE_SECONDS = 75
"""Longer than most pauses between two clicks, so that the next request finds its connection open."""
RECOVERY = "The database is damaged or missing. Looking for the newest good backup."


def serve(  # noqa: PLR0913 - what the start brings together, by name
    settings: Settings,
    computer: ClassComputer,
    sockets: list[socket.socket],
    *,
    certificate: ssl.SSLContext | None,
    beside: Sequence[Beside],
    on_ready: Callable[[], None],
    on_stopping: Callable[[], None],
) -> None:
    """Serve until SIGTERM or SIGINT, then end gracefully.

    `on_ready` is called once requests are answered, `on_stopping` when no more are going to be; neither may wait.

    `beside`: what runs meanwhile, entered in turn and left in the opposite one; none may make the start wait.
    With a damaged database the recovery application answers first (server/recovery). Raises a LaunchError when the
    application refuses to start for any other reason.
    """
    app = create_app(settings, computer, partial(_all_of, beside))
    rescuable = Rescuable(app, settings, tell=_tell_of_damage, on_rescued=on_ready)
    _allow_connections()
    config = uvicorn.Config(
        # Whether a teacher may sign in depends on the peer's own address: no header may replace it, unless a proxy
        # that is trusted sent it.
        ForwardedHeadersMiddleware(rescuable, settings.trusted_proxies) if settings.trusted_proxies else rescuable,
        loop=_loop(),
        http=protocol(settings.trusts, PER_ADDRESS_AT_SCHOOL if settings.school else PER_ADDRESS),
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=LAST_REQUESTS_SECONDS,
        ssl_context_factory=(lambda _config, _default: certificate) if certificate else None,
    )
    notes = _FailureNotes()

    def tell_if_ready() -> None:
        if rescuable.in_rescue:
            service_manager.notify_ready(RECOVERY)
        else:
            on_ready()

    batch = BATCH if settings.workers == 1 else BATCH_OF_SHARED
    server = _Server(config, [notes.close, tell_if_ready], [on_stopping, lambda: end_streams(app)], batch)
    try:
        server.run(sockets=sockets)
    except SystemExit:
        # uvicorn's way to say that the application's start failed.
        if server.started:
            raise
        failure = rescuable.failure or RuntimeError("the server refused")
        logging.getLogger("launcher").info("the start failed", extra={"crash": failure})
        details = files.keep_start_failure(settings.data_dir, notes.text())
        raise refusal(failure, settings.data_dir, details) from None
    finally:
        notes.close()


def _tell_of_damage(sentence: str) -> None:
    files.say(sentence, logging.ERROR)
    service_manager.notify(STATUS=sentence)


@asynccontextmanager
async def _all_of(beside: Sequence[Beside], computer: ClassComputer) -> AsyncIterator[None]:
    async with AsyncExitStack() as entered:
        for each in beside:
            await entered.enter_async_context(each(computer))
        yield


def _loop() -> str:
    own = "uvloop" if find_spec("uvloop") else "asyncio"
    return "launcher.serving.windows_loop:open_loop" if sys.platform == "win32" else own


def _allow_connections() -> None:
    """A class keeps six connections a device open; some systems allow a program 256 files unless it asks for more."""
    if sys.platform != "win32":
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            with suppress(OSError, ValueError):  # it serves a small class as it is
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class _Server(uvicorn.Server):
    """uvicorn that tells when it is ready, and ends within a bound and with code 0 when it is told to."""

    def __init__(
        self,
        config: uvicorn.Config,
        when_started: list[Callable[[], None]],
        when_stopping: list[Callable[[], None]],
        batch: int,
    ) -> None:
        super().__init__(config)
        self._when_started = when_started
        self._when_stopping = when_stopping
        self._batch = batch
        self._exit_stack = ExitStack()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell."""
        if sys.platform == "win32":  # its event loop can't watch a listening socket
            await super().startup(sockets)
        else:
            await super().startup([])
            self.servers = cast("list[asyncio.Server]", [self._accept_at(each) for each in sockets or ()])
        self._exit_stack.enter_context(forced_exit.armed_by_signals())
        if not self.should_exit:
            for call in self._when_started:
                call()

    def _accept_at(self, listener: socket.socket) -> BatchServer:
        protocol_class = cast("type[PatientProtocol]", self.config.http_protocol_class)
        return BatchServer(
            listener,
            lambda: protocol_class(self.config, self.server_state, self.lifespan.state),
            refuses=protocol_class.refuses,
            certificate=self.config.ssl,
            batch=self._batch,
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell what would go on for ever, then finish the rest."""
        for call in self._when_stopping:
            call()
        await super().shutdown(sockets)
        self._exit_stack.close()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end. uvicorn's own would raise the signal again afterwards: the exit code would be the signal's."""
        del frame
        if self.should_exit:
            # A second Ctrl+C: somebody doesn't want to wait.
            self.force_exit = self.force_exit or sig == signal.SIGINT
            return
        self.should_exit = True
        if self.started:  # before that an upgrade of the database is waited for, however long it takes
            forced_exit.arm()


class _FailureNotes(logging.Handler):
    """Keeps what uvicorn says about a failed start, which would otherwise be a trace on the teacher's screen."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._lines: list[str] = []
        self._logger = logging.getLogger("uvicorn.error")
        self._logger.addHandler(self)
        self._logger.propagate = False

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one record."""
        self._lines.append(self.format(record))

    def text(self) -> str:
        """Everything that was said."""
        return "\n".join(self._lines)

    def close(self) -> None:
        """From now on uvicorn's log goes its usual way; may be called twice."""
        self._logger.removeHandler(self)
        self._logger.propagate = True
        super().close()
