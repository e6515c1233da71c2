"""Start the server, as `goalbucks serve` or with a window; report a refused start in the log and on the screen."""

import gc
import logging
import signal
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Iterator, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from launcher import program, sockets
from launcher.discovery import reachability
from launcher.discovery.service import publish_on_network
from launcher.errors import AlreadyRunningError, FilledText, LaunchError, OlderVersionRunningError
from launcher.exit_codes import ExitCode
from launcher.keep_awake import keeping_awake
from launcher.launch_options import LaunchOptions
from launcher.logs import messages
from launcher.logs.configuration import configure, log_startup
from launcher.logs.files import log_folder
from launcher.serving import live_status, service_manager, tls
from launcher.startup import data_dir, relocation
from launcher.startup.control_channel import ControlChannel, request_show
from launcher.startup.single_instance import SingleInstance, read_address
from launcher.startup.state_file import LauncherState
from launcher.window import process
from launcher.window.file_manager import open_folder
from launcher.window.texts import system_language
from server.computer.desktop import Desktop
from server.computer.host import HostComputer
from server.computer.network import NetworkEndpoint
from server.deployment import Deployment
from server.security.signed_handoff import new_key
from server.settings import Settings, program_version
from server.texts.language import Language

if TYPE_CHECKING:
    from server.lifespan import BackgroundService

OLDER_VERSION_RUNNING = (
    "GoalBucks {running} is still running on this computer, and you started GoalBucks {own}. "
    "Close the older one first, then start the new one again."
)


def start(options: LaunchOptions, arguments: Sequence[str], *, after_crash: bool) -> int:
    """Serve until a signal or the closed window ends it, and return the exit code.

    If the data folder is in use, shows the running program's window. `after_crash`: see `report_refused_start`.
    """
    data_dir.restrict_umask()
    try:
        data_dir.prepare(options.settings.data_dir)
        _run(options, arguments, after_crash=after_crash)
    except AlreadyRunningError as error:
        older = _older_version_error(options.settings.data_dir) if options.desktop else None
        if older is None and options.desktop and _show_running_program(options.settings.data_dir):
            return ExitCode.OK
        return report_refused_start(
            older or error, arguments, options, after_crash=after_crash, on_screen=options.desktop
        )
    except LaunchError as error:
        return report_refused_start(error, arguments, options, after_crash=after_crash, on_screen=options.desktop)
    return ExitCode.OK


def report_refused_start(
    error: LaunchError,
    arguments: Sequence[str],
    options: LaunchOptions | None = None,
    *,
    after_crash: bool,
    on_screen: bool,
) -> int:
    """Report why the start was refused and return the exit code: to the log, stderr and, `on_screen`, in a window.

    `after_crash`: a window is open already and reads the report as the last line of stderr
    (launcher/window/restart.py).
    """
    service_manager.notify(STATUS=str(error))
    if options is None:
        messages.print_message(str(error), logging.ERROR)
    else:
        messages.report_launch_error(options.settings, str(error))
    report = process.ErrorReport.from_error(error, _language(options))
    if after_crash:
        print(report.to_json(), file=sys.stderr, flush=True)  # noqa: T201 - for the window
        return error.exit_code
    in_window = on_screen and process.has_display() and not _terminal_present()
    if in_window and process.show_launch_error(report):
        _start_new_process(arguments, options)
    return error.exit_code


def _language(options: LaunchOptions | None) -> Language:
    """Return the last known language of the class computer, else that of the system."""
    remembered = LauncherState(options.settings.data_dir).language if options else None
    return remembered or system_language()


def open_configured_port(
    options: LaunchOptions,
    state_file: LauncherState,
    *,
    fallback_ports: Sequence[int],
    default_port: int = sockets.DEFAULT_PORT,
) -> sockets.ListeningSockets:
    """Listen at the port of the options, else at the remembered one, which students' bookmarks have.

    The first free one of `fallback_ports` replaces a remembered port that is in use, or the default port.
    """
    host, with_tls = options.settings.host, options.settings.tls_cert is not None
    if options.has_explicit_port:
        return sockets.open_port(host, options.settings.port, tls=with_tls)
    wanted = state_file.port or default_port
    listening = sockets.open_port(host, wanted, fallback_ports=fallback_ports, tls=with_tls)
    if state_file.port is None:
        state_file.set_port(listening.port)
    return listening


def _start_new_process(arguments: Sequence[str], options: LaunchOptions | None) -> None:
    """Start the program again: this process already has the server's files open and its log configured."""
    # The last --data-dir counts: a relative one was relative to this process's working directory.
    absolute = ["--data-dir", str(options.settings.data_dir)] if options else []
    subprocess.Popen(  # noqa: S603 - our own program, no shell
        [*program.launch_command(), *arguments, *absolute],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=program.launch_folder(),
        start_new_session=True,
    )


def _terminal_present() -> bool:
    # Windows reports its null device, which replaces missing streams, as a terminal.
    return sys.__stderr__ is not None and sys.stderr.isatty()


def _older_version_error(folder: Path) -> OlderVersionRunningError | None:
    """Error when the running program is an older version: its window would look as if the update had failed."""
    from launcher.startup.versions import is_older, running_version  # noqa: PLC0415 - 5 ms, with `urllib`

    running, own = running_version(folder), program_version()
    if running is None or not is_older(running, own):
        return None
    return OlderVersionRunningError(FilledText(OLDER_VERSION_RUNNING, running=running, own=own))


def _show_running_program(folder: Path) -> bool:
    """Show the window of the running program, or its address in a browser or on stdout; False if it doesn't answer."""
    shown = request_show(folder)
    address = read_address(folder)
    if shown is None or address is None:
        return False
    if not process.has_display() or not (shown or webbrowser.open(address)):
        print(address, flush=True)  # noqa: T201 - the command's result
    return True


def _run(options: LaunchOptions, arguments: Sequence[str], *, after_crash: bool) -> None:
    settings = options.settings
    ssl_context = tls.create_ssl_context(settings.tls_cert, settings.tls_key) if settings.tls_cert else None
    with_window = options.desktop and process.has_display()
    with SingleInstance(settings.data_dir) as instance:
        relocation.require_not_relocated(settings)  # `move-to` holds the lock of SingleInstance while it moves classes
        configure(settings)
        log_startup(settings)
        remembered = LauncherState(settings.data_dir)
        fallback_ports = sockets.FALLBACK_PORTS if with_window else ()
        listening = open_configured_port(options, remembered, fallback_ports=fallback_ports)
        local_url = sockets.local_url(settings.host, listening.port, tls=ssl_context is not None)
        instance.write_address(local_url)
        if settings.workers > 1:
            from launcher.serving.multiprocess import supervise  # noqa: PLC0415 - 17 ms

            supervise(options, arguments, listening)
            return
        settings = settings.model_copy(update={"port": listening.port})
        endpoint = reachability.initial_endpoint(settings.host, listening, remembered, tls=ssl_context is not None)
        computer = HostComputer(endpoint, Desktop(handoff_key=new_key() if with_window else None))
        language = remembered.language or system_language()
        window_options = _window_options(local_url, settings, arguments, language, after_crash=after_crash)
        status = live_status.single_process_report(local_url, computer)
        with (
            _window_process(window_options, computer, remembered) as window,
            ControlChannel(settings.data_dir, window.show if window else lambda: False, status),
        ):
            gc.collect()  # the parser of the command line: 0.2 MB, in 0.4 ms
            # Saves 10% of the start: what it allocates stays in use, so that collections find nothing.
            # launcher/serving/server.py enables collection when the start is complete.
            gc.disable()
            from launcher.serving.server import serve  # noqa: PLC0415 - 700 ms, while the window's process starts

            serve(
                settings,
                computer,
                listening.sockets,
                ssl_context=ssl_context,
                background_services=_background_services(options, remembered, with_window=with_window),
                on_ready=lambda: _report_ready(settings, _ready_line(local_url, computer.network.endpoint)),
                on_stopping=partial(_report_stopping, window),
            )


def _background_services(
    options: LaunchOptions, remembered: LauncherState, *, with_window: bool
) -> "list[BackgroundService]":
    # A certificate is valid for the name that the school chose, so the .local name isn't published with one.
    by_name = options.announce and options.settings.tls_cert is None
    services: list[BackgroundService] = [
        partial(publish_on_network, settings=options.settings, state=remembered, use_mdns=by_name),
        keeping_awake,
    ]
    if options.desktop and not with_window:
        services.append(_showing_address)
    return services


def _showing_address(computer: HostComputer) -> AbstractAsyncContextManager[None]:
    from launcher.terminal import showing_address  # noqa: PLC0415 - 9 ms

    return showing_address(computer)


def _report_ready(settings: Settings, line: str) -> None:
    messages.report(settings, line)
    service_manager.notify_ready(line)


def _ready_line(local_url: str, endpoint: NetworkEndpoint) -> str:
    line = f"GoalBucks is ready: {local_url}"
    if endpoint.address:
        line += f" on this computer, {endpoint.url(endpoint.address)} for students"
    if endpoint.taken_port:
        line += f" (another program uses port {endpoint.taken_port})"
    return line


def _report_stopping(window: process.WindowProcess | None) -> None:
    service_manager.notify_stopping()
    if window is not None:
        window.request_close()


def _window_options(
    local_url: str, settings: Settings, arguments: Sequence[str], language: Language, *, after_crash: bool
) -> process.WindowOptions:
    has_database = Deployment.of(settings).uses_sqlite and settings.database_path.exists()
    folder = str(settings.data_dir)
    return process.WindowOptions(
        local_url, folder, tuple(arguments), is_restart=after_crash, has_database=has_database, language=language
    )


@contextmanager
def _window_process(
    options: process.WindowOptions, computer: HostComputer, remembered: LauncherState
) -> Iterator[process.WindowProcess | None]:
    """Start the window's process if there is a hand-off key, else yield None.

    When the teacher closes the window, this process receives SIGTERM.
    """
    if computer.desktop.handoff_key is None:
        yield None
        return
    folder = Path(options.data_dir)
    computer.desktop.show_logs = partial(open_folder, log_folder(folder))
    computer.desktop.show_backups = partial(_show_backups, folder)
    with process.WindowProcess(options, computer.desktop.handoff_key) as window:
        computer.observe(partial(_update_window, window, computer, remembered))
        supervise_window = partial(
            window.supervise,
            on_closed=lambda: signal.raise_signal(signal.SIGTERM),
            on_unavailable=lambda: _open_browser(options.address, computer.network.endpoint),
        )
        threading.Thread(target=supervise_window, daemon=True).start()
        yield window


def _update_window(window: process.WindowProcess, computer: HostComputer, remembered: LauncherState) -> None:
    window.set_connected_students(computer.status.connected_students)
    language = computer.preferences.language
    remembered.set_language(language)
    window.set_language(language or system_language())


def _show_backups(folder: Path) -> None:
    from server.data_protection.backups.service import BACKUP_FOLDER  # noqa: PLC0415 - 190 ms

    open_folder(folder / BACKUP_FOLDER)


def _open_browser(local_url: str, endpoint: NetworkEndpoint) -> None:
    """Open the address in the browser, and print it on the terminal where there is none."""
    if not webbrowser.open(local_url):
        from launcher import terminal  # noqa: PLC0415 - 9 ms

        terminal.print_address(endpoint.url(endpoint.address) if endpoint.address else local_url)
