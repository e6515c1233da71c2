"""`goalbucks`, and `python -m launcher`: refuse with one sentence, or start the server and its window."""

import logging
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, NoReturn, TextIO

from launcher.errors import CANNOT_TELL, AlreadyRunningError, LaunchError, OlderOneRunsError
from launcher.serving import service_manager, supervisor
from launcher.window import process

if TYPE_CHECKING:
    from ssl import SSLContext

    from launcher.cli.parser import Start
    from launcher.serving.sockets import Listening
    from launcher.startup.state_file import Remembered
    from server.computer import ClassComputer, Reach
    from server.lifespan import Beside
    from server.settings import Settings


# Each import inside a function comes where it is first needed: the window's process and a refusal
# must not wait for the whole server.


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; the exit code is 0 after a graceful end, the refusal's own when the start was refused."""
    # Pictures are decoded in a spawned process. Packaged, that one starts here too, and this call is its way out.
    multiprocessing.freeze_support()
    _leave_libraries_to_the_system()
    _provide_streams()
    given = list(sys.argv[1:] if argv is None else argv)
    if given[:1] == [process.COMMAND]:
        return _show_window(given[1])
    if given[:1] == [process.REFUSAL]:
        return _show_refusal(given[1])
    _end_on_signals()
    if given[:1] == [supervisor.COMMAND]:
        from launcher.serving.multiprocess import serve_as_one  # noqa: PLC0415

        return serve_as_one(supervisor.Orders.read(given[1]), given[2:])
    again = given[:1] == [process.AGAIN]
    try:
        return _start(given[1:] if again else given, again=again)
    except LaunchError as error:
        # Its options can't be read, so that nothing tells where its log would be.
        refused = _refuse(error, given, again=again, on_screen="serve" not in given)
        return CANNOT_TELL if given[:1] == ["status"] else refused


def _refuse(
    refusal: LaunchError, given: Sequence[str], start: "Start | None" = None, *, again: bool, on_screen: bool
) -> int:
    """Tell why there is no GoalBucks, in the log and on the screen too: who double-clicked it sees no terminal.

    `again`: a window is open already, which reads the refusal as the last line of stderr (launcher/window/restart.py).
    """
    from launcher.logs import files  # noqa: PLC0415

    service_manager.notify(STATUS=str(refusal))
    if start is None:
        files.say(str(refusal), logging.ERROR)
    else:
        files.tell_refusal(start.settings, str(refusal))
    if again:
        print(process.Refusal.of(refusal).text(), file=sys.stderr, flush=True)  # noqa: T201 - for the window
        return refusal.exit_code
    in_window = on_screen and process.screen_present() and not _terminal_present()
    if in_window and process.show_refusal(process.Refusal.of(refusal)):
        _start_once_more(given, start)
    return refusal.exit_code


def _start_once_more(given: Sequence[str], start: "Start | None") -> None:
    """In a process of its own: this one has begun to be a server."""
    # The last one counts: what was named relative to a folder was named from another one.
    place = ["--data-dir", str(start.settings.data_dir)] if start else []
    nowhere = subprocess.DEVNULL
    subprocess.Popen(  # noqa: S603 - our own program, no shell
        [*process.program(), *given, *place],
        stdin=nowhere,
        stdout=nowhere,
        stderr=nowhere,
        cwd=process.folder(),
        start_new_session=True,
    )


def _terminal_present() -> bool:
    # Windows calls nowhere a terminal too: that is where `_provide_streams` leads.
    return sys.__stderr__ is not None and sys.stderr.isatty()


def _start(given: Sequence[str], *, again: bool) -> int:
    from launcher.cli import parser  # noqa: PLC0415
    from launcher.startup import data_dir as data_folder  # noqa: PLC0415

    start = parser.parse(given)
    if start.command is not None:
        from launcher.cli import dispatch  # noqa: PLC0415

        return dispatch.do(start)
    data_folder.keep_files_private()
    try:
        data_folder.prepare(start.settings.data_dir)
        _run(start, given, again=again)
    except AlreadyRunningError as error:
        older = _older_one(start.settings.data_dir) if start.desktop else None
        if older is None and start.desktop and _show_the_first(start.settings.data_dir):
            return 0
        return _refuse(older or error, given, start, again=again, on_screen=start.desktop)
    except LaunchError as error:
        return _refuse(error, given, start, again=again, on_screen=start.desktop)
    return 0


def _older_one(data_dir: Path) -> OlderOneRunsError | None:
    """Whoever has installed a newer version means that one: the older one's window would look as if nothing worked."""
    from launcher.startup.versions import is_older, running_version  # noqa: PLC0415
    from server.settings import program_version  # noqa: PLC0415

    running, own = running_version(data_dir), program_version()
    if running is None or not is_older(running, own):
        return None
    return OlderOneRunsError(
        f"GoalBucks {running} is still running on this computer, and you started GoalBucks {own}. "
        "Close the older one first, then start the new one again."
    )


def _show_the_first(data_dir: Path) -> bool:
    """A second double-click shows what the first one started; whether that one answers."""
    from launcher.startup.single_instance import ask_to_show, told_address  # noqa: PLC0415

    shown = ask_to_show(data_dir)
    address = told_address(data_dir)
    if shown is None or address is None:
        return False
    if not process.screen_present() or not (shown or webbrowser.open(address)):
        print(address, flush=True)  # noqa: T201 - what whoever started it wants
    return True


def _run(start: "Start", given: Sequence[str], *, again: bool) -> None:
    from launcher.discovery import reachability  # noqa: PLC0415
    from launcher.logs import files  # noqa: PLC0415
    from launcher.serving import live_status, sockets  # noqa: PLC0415
    from launcher.startup import relocation  # noqa: PLC0415
    from launcher.startup.single_instance import SingleInstance  # noqa: PLC0415
    from launcher.startup.state_file import Remembered  # noqa: PLC0415
    from launcher.window.file_manager import open_folder  # noqa: PLC0415
    from server.computer import ClassComputer  # noqa: PLC0415
    from server.security.signed_handoff import new_key  # noqa: PLC0415

    settings = start.settings
    certificate = _certificate(settings.tls_cert, settings.tls_key)
    tls = certificate is not None
    with_window = start.desktop and process.screen_present()
    with SingleInstance(settings.data_dir) as instance, ExitStack() as shown_until:
        relocation.require_here(settings)  # a command that moves the classes holds the folder meanwhile
        files.begin(settings)
        files.note_start(settings)
        remembered = Remembered(settings.data_dir)
        listening = _listen(start, remembered, may_stand_in=with_window)
        settings = settings.model_copy(update={"port": listening.port})
        own = sockets.own_url(settings.host, listening.port, tls=tls)
        instance.tell_address(own)
        if settings.workers > 1:
            from launcher.serving.multiprocess import look_after  # noqa: PLC0415

            look_after(start, given, listening, instance)
            return
        handoff_key = new_key() if with_window else None
        reached = reachability.at_start(settings.host, listening, remembered, tls=tls)
        computer = ClassComputer(reached, handoff_key=handoff_key)
        shown: process.Window | None = None
        if handoff_key is not None:
            computer.show_logs = partial(open_folder, files.folder(settings.data_dir))
            computer.show_backups = partial(_show_backups, settings.data_dir)
            has_database = settings.has_file and settings.database_path.exists()
            opening = process.Opening(own, str(settings.data_dir), tuple(given), again=again, has_database=has_database)
            # Its process starts while ours imports the server.
            shown = shown_until.enter_context(_open_window(opening, computer, handoff_key))
        instance.hear(shown.show if shown else lambda: False, live_status.of_one_process(own, computer))

        from launcher import terminal  # noqa: PLC0415
        from launcher.discovery.service import announcing  # noqa: PLC0415
        from launcher.keep_awake import keeping_awake  # noqa: PLC0415
        from launcher.serving.server import serve  # noqa: PLC0415

        # A certificate is for a name that the school gave; our own in .local has none.
        by_name = start.announce and not tls
        announced = partial(announcing, settings=settings, remembered=remembered, by_name=by_name)
        beside: list[Beside] = [announced, keeping_awake]
        if start.desktop and not with_window:
            beside.append(terminal.showing)
        serve(
            settings,
            computer,
            listening.sockets,
            certificate=certificate,
            beside=beside,
            on_ready=lambda: _tell_ready(settings, _ready(own, computer.reach)),
            on_stopping=partial(_tell_stopping, shown),
        )


def _tell_ready(settings: "Settings", line: str) -> None:
    from launcher.logs import files  # noqa: PLC0415

    files.tell(settings, line)
    service_manager.notify_ready(line)


def _tell_stopping(shown: process.Window | None) -> None:
    service_manager.notify_stopping()
    if shown is not None:
        shown.say_goodbye()


def _show_backups(data_dir: Path) -> None:
    from launcher.window.file_manager import open_folder  # noqa: PLC0415
    from server.data_protection.backups.service import FOLDER  # noqa: PLC0415

    open_folder(data_dir / FOLDER)


def _certificate(file: Path | None, key: Path | None) -> "SSLContext | None":
    if file is None:
        return None
    from launcher.serving import tls  # noqa: PLC0415

    return tls.context(file, key)


def _listen(start: "Start", remembered: "Remembered", *, may_stand_in: bool) -> "Listening":
    """The port that was named, or the remembered one: bookmarks have it."""
    from launcher.serving import sockets  # noqa: PLC0415

    host, tls = start.settings.host, start.settings.tls_cert is not None
    if start.port_given:
        return sockets.open_port(host, start.settings.port, may_stand_in=False, tls=tls)
    listening = sockets.open_port(host, remembered.port or sockets.FIRST_PORT, may_stand_in=may_stand_in, tls=tls)
    if remembered.port is None:
        remembered.keep_port(listening.port)
    return listening


def _ready(own: str, reach: "Reach") -> str:
    """The one line that whoever started it waits for."""
    line = f"GoalBucks is ready: {own}"
    if reach.address:
        line += f" on this computer, {reach.url(reach.address)} for students"
    if reach.taken_port:
        line += f" (another program uses port {reach.taken_port})"
    return line


def _open_window(opening: process.Opening, computer: "ClassComputer", handoff_key: bytes) -> process.Window:
    shown = process.Window(opening, handoff_key)
    computer.observe(lambda: shown.tell_students(computer.connected_students))

    def follow() -> None:
        # Closing the window ends the program like a signal does, whatever it is doing at the time.
        shown.follow(
            closed=lambda: signal.raise_signal(signal.SIGTERM),
            gave_up=lambda: _open_elsewhere(opening.address, computer.reach),
        )

    threading.Thread(target=follow, daemon=True).start()
    return shown


def _open_elsewhere(own: str, reach: "Reach") -> None:
    """Without a window there is the browser, and without that the terminal."""
    if webbrowser.open(own):
        return
    from launcher import terminal  # noqa: PLC0415

    terminal.show(reach.url(reach.address) if reach.address else own)


def _show_window(opening: str) -> int:
    from launcher.window import view  # noqa: PLC0415

    return _end_window(view.show(process.Opening.read(opening)))


def _show_refusal(refusal: str) -> int:
    from launcher.window import view  # noqa: PLC0415

    return _end_window(view.tell(process.Refusal.read(refusal)))


def _end_window(code: int) -> NoReturn:
    sys.stderr.flush()
    # A toolkit's threads must not keep the process of a closed window alive.
    os._exit(code)


def _end_on_signals() -> None:
    """A signal before the server is up ends the program quietly; from then on uvicorn's handlers end it gracefully."""

    def end(number: int, frame: FrameType | None) -> None:
        del number, frame
        sys.exit(0)

    def hang_up(number: int, frame: FrameType | None) -> None:
        del number, frame
        signal.raise_signal(signal.SIGTERM)

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    # Its terminal was closed; `nohup` has it ignored, and that stays.
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
        signal.signal(signal.SIGHUP, hang_up)


def _leave_libraries_to_the_system() -> None:
    """Installed on Linux we find our own libraries first; the browser, and whatever else we start, must not."""
    if process.packaged() and sys.platform == "linux":
        before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
        os.environ.pop("LD_LIBRARY_PATH", None)
        if before is not None:
            os.environ["LD_LIBRARY_PATH"] = before
        os.environ[process.OWN_LIBRARIES] = "1"


def _provide_streams() -> None:
    """A program without a console has no streams on Windows; printing must not crash it."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere: TextIO = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - open until the end
            setattr(sys, name, nowhere)


if __name__ == "__main__":
    sys.exit(main())
