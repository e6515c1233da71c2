"""Start the server, with its window where there is a screen; report a refused start in the log and on the screen."""

import logging
import signal
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from launcher import terminal
from launcher.cli.parser import Start
from launcher.discovery import reachability
from launcher.discovery.service import announcing
from launcher.errors import AlreadyRunningError, LaunchError, OlderOneRunsError
from launcher.keep_awake import keeping_awake
from launcher.logs import files
from launcher.serving import live_status, service_manager, sockets, tls
from launcher.serving.multiprocess import look_after
from launcher.startup import data_dir, relocation
from launcher.startup.single_instance import SingleInstance, ask_to_show, told_address
from launcher.startup.state_file import Remembered
from launcher.startup.versions import is_older, running_version
from launcher.window import process
from launcher.window.file_manager import open_folder
from server.computer import ClassComputer, Reach
from server.deployment import Deployment
from server.security.signed_handoff import new_key
from server.settings import Settings, program_version

if TYPE_CHECKING:
    from server.lifespan import BackgroundService


def start(options: Start, arguments: Sequence[str], *, after_crash: bool) -> int:
    """Serve until a signal or the closed window ends it, and return the exit code.

    Called again with a data folder in use, shows the running program's window. `after_crash`: see `refuse`.
    """
    data_dir.keep_files_private()
    try:
        data_dir.prepare(options.settings.data_dir)
        _run(options, arguments, after_crash=after_crash)
    except AlreadyRunningError as error:
        older = _older_version_error(options.settings.data_dir) if options.desktop else None
        if older is None and options.desktop and _show_running_program(options.settings.data_dir):
            return 0
        return refuse(older or error, arguments, options, after_crash=after_crash, on_screen=options.desktop)
    except LaunchError as error:
        return refuse(error, arguments, options, after_crash=after_crash, on_screen=options.desktop)
    return 0


def refuse(
    error: LaunchError, arguments: Sequence[str], options: Start | None = None, *, after_crash: bool, on_screen: bool
) -> int:
    """Report why the start was refused and return the exit code: to the log, stderr and, `on_screen`, in a window.

    `after_crash`: a window is open already and reads the refusal as the last line of stderr
    (launcher/window/restart.py).
    """
    service_manager.notify(STATUS=str(error))
    if options is None:
        files.say(str(error), logging.ERROR)
    else:
        files.tell_refusal(options.settings, str(error))
    refusal = process.Refusal.of(error)
    if after_crash:
        print(refusal.text(), file=sys.stderr, flush=True)  # noqa: T201 - for the window
        return error.exit_code
    in_window = on_screen and process.screen_present() and not _terminal_present()
    if in_window and process.show_refusal(refusal):
        _start_new_process(arguments, options)
    return error.exit_code


def open_port(options: Start, remembered: Remembered, *, may_stand_in: bool) -> sockets.Listening:
    """Listen at the port of the options, else at the remembered one, which students' bookmarks have.

    `allow_fallback`: whether another port may replace a remembered one that is in use.
    """
    host, with_tls = options.settings.host, options.settings.tls_cert is not None
    if options.port_given:
        return sockets.open_port(host, options.settings.port, may_stand_in=False, tls=with_tls)
    wanted = remembered.port or sockets.FIRST_PORT
    listening = sockets.open_port(host, wanted, may_stand_in=may_stand_in, tls=with_tls)
    if remembered.port is None:
        remembered.keep_port(listening.port)
    return listening


def _start_new_process(arguments: Sequence[str], options: Start | None) -> None:
    """Start the program again: this process already has the server's files open and its log configured."""
    # The last --data-dir counts: a relative one was relative to this process's working directory.
    absolute = ["--data-dir", str(options.settings.data_dir)] if options else []
    subprocess.Popen(  # noqa: S603 - our own program, no shell
        [*process.program(), *arguments, *absolute],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=process.folder(),
        start_new_session=True,
    )


def _terminal_present() -> bool:
    # Windows reports its null device, which replaces missing streams, as a terminal.
    return sys.__stderr__ is not None and sys.stderr.isatty()


def _older_version_error(folder: Path) -> OlderOneRunsError | None:
    """Error when the running program is an older version: its window would look as if the update had failed."""
    running, own = running_version(folder), program_version()
    if running is None or not is_older(running, own):
        return None
    return OlderOneRunsError(
        f"GoalBucks {running} is still running on this computer, and you started GoalBucks {own}. "
        "Close the older one first, then start the new one again."
    )


def _show_running_program(folder: Path) -> bool:
    """Show the window of the running program, or its address in a browser or on stdout; False if it doesn't answer."""
    shown = ask_to_show(folder)
    address = told_address(folder)
    if shown is None or address is None:
        return False
    if not process.screen_present() or not (shown or webbrowser.open(address)):
        print(address, flush=True)  # noqa: T201 - the command's result
    return True


def _run(options: Start, arguments: Sequence[str], *, after_crash: bool) -> None:
    settings = options.settings
    certificate = tls.context(settings.tls_cert, settings.tls_key) if settings.tls_cert else None
    with_window = options.desktop and process.screen_present()
    with SingleInstance(settings.data_dir) as instance:
        relocation.require_here(settings)  # `move-to` holds the lock of SingleInstance while it moves classes
        files.begin(settings)
        files.note_start(settings)
        remembered = Remembered(settings.data_dir)
        listening = open_port(options, remembered, may_stand_in=with_window)
        local_url = sockets.own_url(settings.host, listening.port, tls=certificate is not None)
        instance.tell_address(local_url)
        if settings.workers > 1:
            look_after(options, arguments, listening, instance)
            return
        settings = settings.model_copy(update={"port": listening.port})
        reach = reachability.at_start(settings.host, listening, remembered, tls=certificate is not None)
        computer = ClassComputer(reach, handoff_key=new_key() if with_window else None)
        opening = _opening(local_url, settings, arguments, after_crash=after_crash)
        with _window(opening, computer) as window:
            instance.hear(window.show if window else lambda: False, live_status.of_one_process(local_url, computer))

            from launcher.serving.server import serve  # noqa: PLC0415 - 1 s, while the window's process starts

            serve(
                settings,
                computer,
                listening.sockets,
                certificate=certificate,
                background_services=_background_services(options, remembered, with_window=with_window),
                on_ready=lambda: _report_ready(settings, _ready_line(local_url, computer.reach)),
                on_stopping=partial(_report_stopping, window),
            )


def _background_services(options: Start, remembered: Remembered, *, with_window: bool) -> "list[BackgroundService]":
    # A certificate is valid for the name that the school chose, so the .local name isn't published with one.
    by_name = options.announce and options.settings.tls_cert is None
    services: list[BackgroundService] = [
        partial(announcing, settings=options.settings, remembered=remembered, by_name=by_name),
        keeping_awake,
    ]
    if options.desktop and not with_window:
        services.append(terminal.showing)
    return services


def _report_ready(settings: Settings, line: str) -> None:
    files.tell(settings, line)
    service_manager.notify_ready(line)


def _ready_line(local_url: str, reach: Reach) -> str:
    line = f"GoalBucks is ready: {local_url}"
    if reach.address:
        line += f" on this computer, {reach.url(reach.address)} for students"
    if reach.taken_port:
        line += f" (another program uses port {reach.taken_port})"
    return line


def _report_stopping(window: process.Window | None) -> None:
    service_manager.notify_stopping()
    if window is not None:
        window.say_goodbye()


def _opening(local_url: str, settings: Settings, arguments: Sequence[str], *, after_crash: bool) -> process.Opening:
    has_database = Deployment.of(settings).uses_sqlite and settings.database_path.exists()
    folder = str(settings.data_dir)
    return process.Opening(local_url, folder, tuple(arguments), again=after_crash, has_database=has_database)


@contextmanager
def _window(opening: process.Opening, computer: ClassComputer) -> Iterator[process.Window | None]:
    """Open the window of a computer with a hand-off key; None without one. Closing the window sends SIGTERM."""
    if computer.handoff_key is None:
        yield None
        return
    folder = Path(opening.data_dir)
    computer.show_logs = partial(open_folder, files.folder(folder))
    computer.show_backups = partial(_show_backups, folder)
    with process.Window(opening, computer.handoff_key) as window:
        computer.observe(lambda: window.tell_students(computer.connected_students))
        follow = partial(
            window.follow,
            closed=lambda: signal.raise_signal(signal.SIGTERM),
            gave_up=lambda: _open_browser(opening.address, computer.reach),
        )
        threading.Thread(target=follow, daemon=True).start()
        yield window


def _show_backups(folder: Path) -> None:
    from server.data_protection.backups.service import FOLDER  # noqa: PLC0415 - 0.25 s before the window opens

    open_folder(folder / FOLDER)


def _open_browser(local_url: str, reach: Reach) -> None:
    """Open the address in the browser, and print it on the terminal where there is none."""
    if not webbrowser.open(local_url):
        terminal.show(reach.url(reach.address) if reach.address else local_url)
